package pylos

import (
	"bytes"
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// spheresOf are the spheres of the mover and of his opponent.
type spheresOf struct{ own, other uint32 }

func (p spheresOf) all() uint32 { return p.own | p.other }

func (p spheresOf) key() uint64 { return uint64(p.own) | uint64(p.other)<<32 }

func split(key uint64) spheresOf { return spheresOf{uint32(key), uint32(key >> 32)} }

// keySet has the positions of a slice as keys.
type keySet struct {
	*numbering
	first, size uint64
}

// Len implements the KeySet of package discover.
func (k keySet) Len() uint64 { return k.size }

// Key implements the KeySet of package discover.
func (k keySet) Key(rank uint64) uint64 {
	own, c, _ := k.at(k.first + rank)
	return spheresOf{own, c.occupied &^ own}.key()
}

// Rank implements the KeySet of package discover.
func (k keySet) Rank(key uint64) (uint64, bool) {
	p := split(key)
	if !k.stored(p) || k.Canonical(key) != key {
		return 0, false
	}
	rank := k.index(p.own, p.other) - k.first
	return rank, rank < k.size
}

// stored reports whether the spheres are those of a position without the top.
func (n *numbering) stored(p spheresOf) bool {
	all := p.all()
	return p.own&p.other == 0 && all>>(n.places-1) == 0 && max(bits.OnesCount32(p.own), bits.OnesCount32(p.other)) <= n.spheres &&
		n.entryOf(all).class != empty
}

// Canonical implements [engine.Symmetry].
func (n *numbering) Canonical(key uint64) uint64 {
	p := split(key)
	_, s := n.find(p.all())
	return spheresOf{n.turn(s, p.own), n.turn(s, p.other)}.key()
}

// KeyWeight implements [engine.Symmetry].
func (n *numbering) KeyWeight(key uint64) uint64 {
	c, _ := n.find(split(key).all())
	return uint64(c.twins)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (n *numbering) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(moves{n}, dst, key)
}

// moves are the rules as [engine.CanonicalMoves] takes them.
type moves struct{ *numbering }

// AppendMoves implements the AppendMoves of [engine.Rules].
func (m moves) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return m.appendMoves(dst, key)
}

func (n *numbering) appendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := split(key)
	turns, ends := n.appendTurns(nil, p.own, p.other)
	for _, t := range turns {
		dst = append(dst, spheresOf{p.other, t.spheres}.key())
	}
	return dst, ends
}

// squareText returns the name of a place on the drawn board.
func (g *geometry) squareText(p int8) string {
	return fmt.Sprintf("%c%d", 'a'+g.square[p][0], g.square[p][1]+1)
}

func (g *geometry) turnText(t turn) string {
	text := g.squareText(t.to)
	if t.from != nowhere {
		text = g.squareText(t.from) + "-" + text
	}
	for _, p := range t.taken {
		if p != nowhere {
			text += "x" + g.squareText(p)
		}
	}
	return text
}

// appendTexts implements the AppendTurns of [engine.Rules].
func (n *numbering) appendTexts(dst []string, from, to uint64) []string {
	p, q := split(from), split(to)
	turns, _ := n.appendTurns(nil, p.own, p.other)
	for _, t := range turns {
		if t.spheres == q.other {
			dst = append(dst, n.turnText(t))
		}
	}
	return dst
}

// moveText implements the MoveText of [engine.Rules]: a shortest turn, of these the first.
func (n *numbering) moveText(from, to uint64) string {
	return slices.MinFunc(n.appendTexts(nil, from, to), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// appendEndings implements the AppendEndings of [engine.Rules]: the turns that fill the top.
func (n *numbering) appendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	p, top := split(key), n.places-1
	add := func(from int8, own uint32) {
		if n.open(own|p.other)>>top == 0 {
			return
		}
		after := spheresOf{p.other, own | 1<<top} // as the opponent sees it
		dst = append(dst, engine.Ending{
			Turn: n.turnText(turn{from: from, to: int8(top), taken: [2]int8{nowhere, nowhere}}), End: engine.WinsNow,
			Text: n.KeyText(after.key()), Board: n.keyBoard(after.key()),
		})
	}
	if bits.OnesCount32(p.own) < n.spheres {
		add(nowhere, p.own)
	}
	for raise := p.own & n.free(p.all()); raise != 0; raise &= raise - 1 {
		add(int8(bits.TrailingZeros32(raise)), p.own&^(raise&-raise))
	}
	return dst
}

// symbol returns the character of a place.
func (p spheresOf) symbol(place int) byte {
	switch {
	case p.own>>place&1 != 0:
		return 'X'
	case p.other>>place&1 != 0:
		return 'O'
	}
	return '.'
}

// KeyText implements [engine.KeyNotation].
func (n *numbering) KeyText(key uint64) string {
	p, first := split(key), 0
	var levels []string
	for side := n.geometry.size; side > 0; side-- {
		var rows []string
		for y := side - 1; y >= 0; y-- {
			row := make([]byte, side)
			for x := range row {
				row[x] = p.symbol(first + y*side + x)
			}
			rows = append(rows, string(row))
		}
		levels = append(levels, strings.Join(rows, "/"))
		first += side * side
	}
	return strings.Join(levels, "//")
}

// ParseKey implements [engine.KeyNotation].
func (n *numbering) ParseKey(text string) (uint64, error) {
	var p spheresOf
	symbols := strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(text)
	if len(symbols) != n.places || strings.Trim(symbols, "XO.") != "" {
		return 0, engine.InputErrorf("%q: want the %d places of the pyramid, such as %s", text, n.places, n.KeyText(0))
	}
	at, first := 0, 0
	for side := n.geometry.size; side > 0; side-- {
		for y := side - 1; y >= 0; y-- {
			for x := range side {
				bit := uint32(1) << (first + y*side + x)
				switch symbols[at] {
				case 'X':
					p.own |= bit
				case 'O':
					p.other |= bit
				case '.':
				default:
					return 0, engine.InputErrorf("%q: %q is no symbol of a place: want X, O or .", text, symbols[at])
				}
				at++
			}
		}
		first += side * side
	}
	switch {
	case p.all()>>(n.places-1) != 0:
		return 0, engine.InputErrorf("%q is finished: the top is filled", text)
	case max(bits.OnesCount32(p.own), bits.OnesCount32(p.other)) > n.spheres:
		return 0, engine.InputErrorf("%q has more than %d spheres of a player", text, n.spheres)
	case !n.stored(p):
		return 0, engine.InputErrorf("%q has a sphere that does not rest on four others", text)
	}
	return p.key(), nil
}

// keyBoard draws the levels side by side.
func (n *numbering) keyBoard(key uint64) string {
	p, size := split(key), n.geometry.size
	width, height := 2*size, size
	if size > 2 {
		height = 2*size - 1
	}
	board := bytes.Repeat([]byte{'#'}, width*height)
	first := 0
	// A level's name is above its upper left corner. Where there is no room, it is right of the upper row.
	for side := size; side > 0 && size > 2; side-- {
		corner := n.square[first+side*(side-1)]
		x, y := corner[0], height-2-corner[1]
		if y < 0 || side == 1 {
			x, y = x+side, y+1
		}
		board[y*width+x] = byte('1' + size - side)
		first += side * side
	}
	for place := range n.places {
		at := n.square[place]
		board[(height-1-at[1])*width+at[0]] = p.symbol(place)
	}
	return engine.Grid(width, height, func(square int) byte { return board[square] })
}

// depiction has spheres in cups, a level beside the other. A turn is clicked place by place.
func (n *numbering) depiction() drawing.Depiction {
	d := drawing.Depiction{
		Relative: true, Ground: drawing.Pits, Clicks: drawing.StepClicks, Goal: "The player who puts a sphere on the top of the pyramid wins; a player who cannot move, such as without a sphere in reserve, loses. The boards are its levels, from the base up.",
		Click: "Click a place for a new sphere, or one of your own and the higher place where it is raised to; then the spheres to take back.",
		Looks: drawing.Looks{
			'X': {Shape: drawing.Disc}, 'O': {Shape: drawing.Disc, Second: true}, '#': {Shape: drawing.Hole},
			'1': {Label: "base"}, '2': {Label: "2nd level"}, '3': {Label: "3rd level"},
		},
		Heaps: []drawing.Heap{{Name: "in reserve", Side: 2, Absent: strings.Repeat("X", n.spheres) + strings.Repeat("O", n.spheres)}},
	}
	d.Looks[rune('0'+n.geometry.size)] = drawing.Look{Label: "top"}
	return d
}
