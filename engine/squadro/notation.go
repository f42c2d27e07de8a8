package squadro

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// The symbols of pieces by player and stage, and of the players.
var symbols = [2]string{"v^T", "><L"}

const (
	sides = "TL"
	names = "Top Left"
)

// square returns the square of the board where a piece stands, row by row from the top left.
func (r *rules) square(player uint8, lane int, at uint8) int {
	if at > r.far {
		at = 2*r.far - at
	}
	row, column := int(at), lane+1
	if player == 1 {
		row, column = column, row
	}
	return row*r.width() + column
}

// width returns the number of squares along a side of the board.
func (r *rules) width() int { return r.lanes + 2 }

// cells returns the symbols of all squares.
func (r *rules) cells(p position) []byte {
	cells := []byte(strings.Repeat(".", r.width()*r.width()))
	for _, corner := range []int{0, r.width() - 1, len(cells) - r.width(), len(cells) - 1} {
		cells[corner] = '#'
	}
	for player, lanes := range p.at {
		for lane, at := range lanes[:r.lanes] {
			cells[r.square(uint8(player), lane, at)] = symbols[player][at/r.far]
		}
	}
	return cells
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	p := read(key)
	cells, rows := r.cells(p), []string(nil)
	for row := range r.width() {
		rows = append(rows, string(cells[row*r.width():][:r.width()]))
	}
	return strings.Join(rows, "/") + " " + sides[p.mover:p.mover+1]
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	drawn, side, _ := strings.Cut(strings.TrimSpace(text), " ")
	cells, err := engine.Cells(drawn, r.width(), r.width())
	if err != nil {
		return 0, err
	}
	p := position{mover: uint8(strings.Index(sides, side))}
	if len(side) != 1 || p.mover > 1 {
		return 0, engine.InputErrorf("%q has %q behind the squares: want T or L for the side to move", text, side)
	}
	for player := range p.at {
		for lane := range r.lanes {
			if p.at[player][lane], err = r.find(cells, uint8(player), lane); err != nil {
				return 0, fmt.Errorf("%q %w", text, err)
			}
		}
	}
	if got := r.cells(p); string(got) != string(cells) {
		return 0, engine.InputErrorf("%q is not a board: want %q for these pieces", text, r.KeyText(p.key()))
	}
	switch top, left := r.homes(p, 0), r.homes(p, 1); {
	case r.homes(p, p.mover) >= r.lanes-1, top == r.lanes, left == r.lanes:
		return 0, engine.InputErrorf("%q goes on after a player had %d pieces home", text, r.lanes-1)
	}
	return p.key(), nil
}

// find returns where the piece of a lane is.
func (r *rules) find(cells []byte, player uint8, lane int) (uint8, error) {
	v, found := [stages]vector{}, []uint8(nil)
	for stage := range v {
		v[stage] = r.vector(player, stage*powers[r.lanes-1-lane])
		for _, at := range v[stage].points[lane] {
			if cells[r.square(player, lane, at)] == symbols[player][stage] {
				found = append(found, at)
			}
		}
	}
	if len(found) != 1 {
		return 0, engine.InputErrorf("has %d pieces on lane %d of %s where a piece can stop: want one of %s", len(found), lane+1, strings.Fields(names)[player], strings.Join(strings.Split(symbols[player], ""), ", "))
	}
	return found[0], nil
}

// moveText implements the MoveText of [engine.Rules].
func (r *rules) moveText(from, to uint64) string {
	p, q := read(from), read(to)
	name := func(player uint8, lane int, at uint8) string {
		return engine.Square(r.square(player, lane, at), r.width(), r.width())
	}
	own, other := p.mover, 1-p.mover
	text := ""
	for lane := range r.lanes {
		if a, b := p.at[own][lane], q.at[own][lane]; a != b {
			text = name(own, lane, a) + "-" + name(own, lane, b) + text
		}
		if a, b := p.at[other][lane], q.at[other][lane]; a != b {
			text += "x" + name(other, lane, a)
		}
	}
	return text
}

// keyBoard draws the board with its coordinates.
func (r *rules) keyBoard(key uint64) string {
	p := read(key)
	cells := r.cells(p)
	return engine.Grid(r.width(), r.width(), func(square int) byte { return cells[square] }) + strings.Fields(names)[p.mover] + " to move\n"
}

// depiction joins the points by the lanes, and shows where each piece heads.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{
		Ground: drawing.Points, Clicks: drawing.LeapClicks, Looks: drawing.Looks{},
		Players: [2]drawing.Player{{Name: "Top"}, {Name: "Left"}},
	}
	for player, labels := range [2][stages]string{{"▼", "▲", "●"}, {"►", "◄", "●"}} {
		for stage, label := range labels {
			d.Looks[rune(symbols[player][stage])] = drawing.Look{Shape: drawing.Disc, Second: player == 1, Label: label}
		}
		for lane := range r.lanes {
			start := engine.Square(r.square(uint8(player), lane, 0), r.width(), r.width())
			d.Lines = append(d.Lines, start+"-"+engine.Square(r.square(uint8(player), lane, r.far), r.width(), r.width()))
		}
	}
	return d
}
