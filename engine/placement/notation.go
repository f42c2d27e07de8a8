package placement

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// letter returns the name of the group that stands on a square, or ".".
func (r *rules) letter(p *Position, square int) byte {
	for g, set := range p.At {
		if set>>square&1 != 0 {
			return r.Groups[g].Name[0]
		}
	}
	return '.'
}

// text writes a position: the squares, and the counters that are not 0.
func (r *rules) text(p *Position) string {
	text := make([]byte, r.Squares)
	for square := range text {
		text[square] = r.letter(p, square)
	}
	return string(text) + r.counterText(p)
}

func (r *rules) counterText(p *Position) (text string) {
	for c, counter := range r.columns[len(r.Groups):] {
		if p.Counter[c] != 0 {
			text += fmt.Sprintf(" %s=%d", counter.Name, p.Counter[c])
		}
	}
	return text
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	p := r.read(key)
	return r.text(&p)
}

// rowEnds removes the separators of rows.
var rowEnds = strings.NewReplacer("/", "", "\n", "", "\r", "")

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	bad := func(format string, args ...any) (uint64, error) {
		return 0, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	squares, counters, _ := strings.Cut(strings.TrimSpace(text), " ")
	squares = rowEnds.Replace(squares)
	if len(squares) != r.Squares {
		return bad("has %d squares: want %d, row by row from the top, each one of %s or \".\"", len(squares), r.Squares, r.names(2))
	}
	var p Position
	if square := r.put(&p, []byte(squares)); square >= 0 {
		return bad("has %q on %s: want one of %s that may stand there, or \".\"", squares[square:square+1], r.squareText(square), r.names(2))
	}
	for _, field := range strings.Fields(counters) {
		name, number, _ := strings.Cut(field, "=")
		c := r.column(name) - len(r.Groups)
		value, err := strconv.ParseUint(number, 10, 8)
		if c < 0 || err != nil {
			return bad("ends in %q: want a counter and its number, such as name=1", field)
		}
		p.Counter[c] = uint8(value)
	}
	c := r.ClassOf(&p)
	if c == nil {
		return bad("has counts that do not go together: %s", r.name(r.counts(&p)))
	}
	if c.over != 0 || r.result(&p) != 0 {
		return bad("is a finished game: want a position in which play goes on")
	}
	return r.key(&p), nil
}

// put puts the pieces of a text on the squares. It returns the first square with a piece that may
// not stand there, or -1.
func (n *Numbering) put(p *Position, text []byte) int {
	for square, name := range text {
		if name == '.' {
			continue
		}
		g := n.named[name] - 1
		if g >= MaxGroups || n.regions[g]>>(square&63)&1 == 0 {
			return square
		}
		p.At[g] |= 1 << (square & 63)
	}
	return -1
}

// names returns the names of the groups of the sides 0 to most.
func (r *rules) names(most int) (names string) {
	for _, g := range r.Groups {
		if g.Side <= most {
			names += g.Name
		}
	}
	return names
}

// board draws a position.
func (r *rules) board(key uint64) string {
	p := r.read(key)
	return r.drawing(&p)
}

func (r *rules) drawing(p *Position) string {
	text := engine.Grid(r.width(), r.Squares/r.width(), func(square int) byte { return r.letter(p, square) })
	if name := r.names(0); !r.Sides && len(name) == 1 {
		text += name + " to move\n"
	}
	if counters := r.counterText(p); counters != "" {
		text += counters[1:] + "\n"
	}
	return text
}

// width returns the number of squares of a row.
func (r *rules) width() int {
	if r.Width == 0 {
		return r.Squares
	}
	return r.Width
}

// moveText implements the MoveText of [engine.Rules].
func (r *rules) moveText(from, to uint64) string {
	before, after := r.read(from), r.read(to)
	return r.moveBetween(&before, after)
}

// moveBetween writes a move: a1-a2 is a step or slide, a1xa2 a capture. A put is the target, after
// the group's name and * if several groups are of side 0. Any other change of squares, which no
// declared move makes, is the position it leads to.
func (r *rules) moveBetween(before *Position, after Position) string {
	result := r.text(&after)
	r.exchange(&after)
	var left, come, gone, name string
	mark, changed := "-", 0
	for square := range r.Squares {
		was, is := r.letter(before, square), r.letter(&after, square)
		switch {
		case was == is:
			continue
		case is == '.':
			left, gone = r.squareText(square), string(was)
		default:
			come, name = r.squareText(square), string(is)
			if was != '.' {
				mark = "x"
			}
		}
		changed++
	}
	switch {
	case changed != 1+len(gone) || come == "" || gone != "" && gone != name:
		return result
	case left != "":
		return left + mark + come
	case len(r.names(0)) > 1:
		return name + "*" + come
	}
	return come
}

// squareText returns a letter for the column and a number for the row, counted from the bottom.
func (r *rules) squareText(square int) string {
	return engine.Square(square, r.width(), r.Squares/r.width())
}

// depiction gives the pieces of the players their colours.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{Relative: !r.Sides, Turned: r.view.Order > 1, Looks: drawing.Looks{}}
	for i, g := range r.Groups {
		look := drawing.Look{Shape: drawing.Disc, Second: g.Side == 1, Neutral: g.Side == 2}
		if len(r.Groups) > 2 {
			look.Label = r.Groups[i].Name
			if d.Relative && g.Side == 1 { // the mover's group, which it becomes after a turn
				look.Label = r.Groups[r.swaps[i]].Name
			}
		}
		d.Looks[rune(g.Name[0])] = look
	}
	for _, c := range r.Counters {
		d.Heaps = append(d.Heaps, drawing.Heap{Name: c.Name, Side: c.Side & 1, Find: `(?:^| )` + regexp.QuoteMeta(c.Name) + `=(\d+)`})
	}
	return d
}
