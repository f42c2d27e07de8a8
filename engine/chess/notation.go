package chess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Text implements [engine.Notation].
func (v *Variant) Text(p engine.Position) string {
	q := p.(Position)
	return q.fen()
}

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string {
	q := p.(Position)
	text := engine.Grid(8, 8, func(square int) byte { return q.letter(uint8(square ^ upsideDown)) })
	text += [2]string{"White", "Black"}[q.toMove] + " to move"
	if q.passant != 0 {
		text += ", may take on " + squareName(q.passant) + " in passing"
	}
	return text + "\n"
}

// figures are those of the pieces, by kind.
var figures = [...]string{"queen", "rook", "bishop", "knight", "pawn", "king"}

// depiction has chess men on a chequered board.
var depiction = func() drawing.Depiction {
	looks := drawing.Looks{}
	for color := range 2 {
		for kind := range pieces {
			looks[rune(letter(color, kind))] = drawing.Look{Shape: drawing.Man, Second: color == black, Label: pieces[kind : kind+1], Figure: figures[kind]}
		}
	}
	return drawing.Depiction{Looks: looks, Ground: drawing.Chequered, Players: [2]drawing.Player{{Name: "White"}, {Name: "Black", Color: "#333333"}}}
}()

// Start implements [engine.Notation]: an ending has no initial position.
func (v *Variant) Start() (engine.Position, bool) { return nil, false }

// Finished implements [engine.Notation].
func (v *Variant) Finished(p engine.Position) (engine.Value, bool) {
	q := p.(Position)
	switch {
	case q.counts().men() == 2:
		return engine.Tie, true
	case len(q.moves()) > 0:
		return 0, false
	case q.inCheck(int(q.toMove)):
		return mated, true
	}
	return engine.Tie, true
}

// mated is the value of a checkmate.
const mated engine.Value = 1

// AppendResults implements [engine.Notation].
func (v *Variant) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	q := p.(Position)
	for _, m := range q.moves() {
		dst = append(dst, engine.Result{To: q.play(m), Turns: 1})
	}
	return dst
}

// Moves implements [engine.Notation]: in SAN.
func (v *Variant) Moves(p engine.Position) (moves []engine.Move) {
	q := p.(Position)
	list := q.moves()
	for _, m := range list {
		to := q.play(m)
		moves = append(moves, engine.Move{Result: engine.Result{To: to, Turns: 1}, Turn: m.san(list) + to.checkMark()})
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return cmp.Compare(a.Turn, b.Turn) })
	return moves
}

// Play implements [engine.Notation]. It reads SAN, with or without check marks, and UCI notation.
func (v *Variant) Play(p engine.Position, turn string) (engine.Result, error) {
	q := p.(Position)
	list := q.moves()
	plain := strings.TrimRight(turn, "+#!?")
	for _, m := range list {
		if plain == m.san(list) || turn == m.uci() {
			return engine.Result{To: q.play(m), Turns: 1}, nil
		}
	}
	if len(list) == 0 {
		return engine.Result{}, engine.InputErrorf("%q is not a move: the game is over", turn)
	}
	return engine.Result{}, engine.InputErrorf("%q is not a move in %s: want one such as %s or %s", turn, q.fen(), list[0].san(list), list[0].uci())
}

// uci returns the move in UCI notation, such as e7e8q.
func (m move) uci() string {
	text := squareName(m.from) + squareName(m.to)
	if m.promoted != 0 {
		text += string(m.promoted | 0x20)
	}
	return text
}

// san returns the move in standard algebraic notation, without a check mark. The move must be
// legal.
func (m move) san(legal []move) string {
	text, takes := "", ""
	if m.takes {
		takes = "x"
	}
	if m.kind != pawn {
		text = pieces[m.kind:m.kind+1] + m.origin(legal)
	} else if m.takes {
		text = squareName(m.from)[:1]
	}
	text += takes + squareName(m.to)
	if m.promoted != 0 {
		text += "=" + string(m.promoted&^0x20)
	}
	return text
}

// origin distinguishes a move from those of other men of its kind to the same square: by the
// column, else by the row, else by both.
func (m move) origin(legal []move) string {
	others, column, row := false, false, false
	for _, o := range legal {
		if o.to == m.to && o.from != m.from && o.kind == m.kind {
			others = true
			column = column || o.from&7 == m.from&7
			row = row || o.from>>3 == m.from>>3
		}
	}
	name := squareName(m.from)
	switch {
	case !others:
		return ""
	case !column:
		return name[:1]
	case !row:
		return name[1:]
	}
	return name
}

// checkMark returns the mark of a move that leads to a position.
func (p *Position) checkMark() string {
	switch {
	case !p.inCheck(int(p.toMove)):
		return ""
	case len(p.moves()) == 0:
		return "#"
	}
	return "+"
}
