package placement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// writer writes positions and moves.
type writer struct{ *Numbering }

// letter returns the name of the group that stands on a square, or ".".
func (n writer) letter(p *Position, square int) byte {
	for g, set := range p.At {
		if set>>square&1 != 0 {
			return n.Groups[g].Name[0]
		}
	}
	return '.'
}

// text writes a position: the squares, and the counters that are not 0.
func (n writer) text(p *Position) string {
	text := make([]byte, n.Squares)
	for square := range text {
		text[square] = n.letter(p, square)
	}
	return string(text) + n.counterText(p)
}

func (n writer) counterText(p *Position) (text string) {
	for c, counter := range n.counters {
		if p.Counter[c] != 0 {
			text += fmt.Sprintf(" %s=%d", counter.Name, p.Counter[c])
		}
	}
	return text
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	p := r.Read(key)
	return r.text(&p)
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	bad := func(format string, args ...any) (uint64, error) {
		return 0, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	squares, counters, _ := strings.Cut(strings.TrimSpace(text), " ")
	squares = strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(squares)
	if len(squares) != r.Squares {
		return bad("has %d squares: want %d, row by row from the top, each one of %s or \".\"", len(squares), r.Squares, r.names(2))
	}
	var p Position
	for square := range squares {
		name := squares[square : square+1]
		if name == "." {
			continue
		}
		g := r.group(name)
		if g < 0 || r.regions[g]>>square&1 == 0 {
			return bad("has %q on %s: want one of %s that may stand there, or \".\"", name, r.squareText(square), r.names(2))
		}
		p.At[g] |= 1 << square
	}
	for _, field := range strings.Fields(counters) {
		name, number, _ := strings.Cut(field, "=")
		c := slices.IndexFunc(r.counters, func(c Counter) bool { return c.Name == name })
		value, err := strconv.ParseUint(number, 10, 8)
		if c < 0 || err != nil {
			return bad("ends in %q: want a counter and its number, such as name=1", field)
		}
		p.Counter[c] = uint8(value)
	}
	if r.ClassOf(&p) == nil {
		return bad("has counts that do not go together: %s", r.name(r.counts(&p)))
	}
	if r.result(&p) != 0 {
		return bad("is a finished game: want a position in which play goes on")
	}
	return r.Key(&p), nil
}

// names returns the names of the groups of the sides up to one.
func (n writer) names(most int) (names string) {
	for _, g := range n.Groups {
		if g.Side <= most {
			names += g.Name
		}
	}
	return names
}

// board draws a position.
func (r *rules) board(key uint64) string {
	p := r.Read(key)
	return r.drawing(&p)
}

func (n writer) drawing(p *Position) string {
	text := engine.Grid(n.columns(), n.Squares/n.columns(), func(square int) byte { return n.letter(p, square) })
	if !n.Sides {
		text += n.names(0) + " to move\n"
	}
	if counters := n.counterText(p); counters != "" {
		text += counters[1:] + "\n"
	}
	return text
}

// columns returns the number of squares of a row.
func (n writer) columns() int {
	if n.Width == 0 {
		return n.Squares
	}
	return n.Width
}

// moveText implements the MoveText of [engine.Rules].
func (r *rules) moveText(from, to uint64) string {
	before, after := r.Read(from), r.Read(to)
	return r.moveBetween(&before, after)
}

// moveBetween writes a move: the squares between which a piece has moved, or the square on which
// it was put, after its name where others could have been.
func (n writer) moveBetween(before *Position, after Position) string {
	n.exchange(&after, n.turnBack)
	left, come, name := "", "", ""
	for g, group := range n.Groups {
		for square := range n.Squares {
			switch was, is := before.At[g]>>square&1, after.At[g]>>square&1; {
			case is > was:
				come, name = n.squareText(square), group.Name
			case is < was && n.letter(&after, square) == '.':
				left = n.squareText(square) + "-"
			}
		}
	}
	if left == "" && len(n.names(0)) > 1 {
		left = name + "*"
	}
	return left + come
}

// appendEndings implements the AppendEndings of [engine.Rules].
func (r *rules) appendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	p, m, list := r.Read(key), newMover(r), keyList{rules: r, endings: dst}
	list.before = p
	m.visitMoves(&p, r.ClassOf(&p), &list)
	return list.endings
}

// squareText returns a letter for the column and a number for the row, counted from the bottom.
func (n writer) squareText(square int) string {
	column, row := square%n.columns(), square/n.columns()
	text := string(rune('a' + column%26))
	if column >= 26 {
		text = string(rune('a'+column/26-1)) + text
	}
	return text + strconv.Itoa(n.Squares/n.columns()-row)
}

// depiction gives the pieces of the players their colours.
func (n writer) depiction() drawing.Depiction {
	d := drawing.Depiction{Relative: !n.Sides, Turned: n.view.Order > 1, Looks: map[rune]drawing.Look{}}
	for _, g := range n.Groups {
		look := drawing.Look{Shape: drawing.Disc, Second: g.Side == 1}
		if len(n.Groups) > 2 {
			look.Label = g.Name
		}
		d.Looks[rune(g.Name[0])] = look
	}
	return d
}
