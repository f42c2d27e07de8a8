package dobutsu

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// move is a turn as in the rules, found square by square. The table comes from independent code
// (file scratch.go), and tests compare the two.
type move struct {
	text string
	to   Position // as the opponent sees it
}

// moves lists the moves. takes are the moves that take the lion; if there are any, they are the
// only ones to play.
func (v *Variant) moves(p *Position) (list, takes []move) {
	for from := range v.squares {
		side, kind, ok := piece(p.squares[from])
		if !ok || side != 0 {
			continue
		}
		for to := range v.squares {
			if !goes(kind, to%columns-from%columns, to/columns-from/columns) || distance(from, to) != 1 {
				continue
			}
			taken, other, occupied := piece(p.squares[to])
			if occupied && taken == 0 {
				continue
			}
			m := v.step(p, from, to)
			if list = append(list, m); occupied && other == lion {
				takes = append(takes, m)
			}
		}
	}
	for kind, n := range p.hand[0] {
		for to := range v.squares {
			if n > 0 && v.drops && p.squares[to] == '.' {
				q := *p
				q.squares[to] = letter(0, kind)
				q.hand[0][kind]--
				list = append(list, move{letters[kind:kind+1] + "*" + v.squareName(to), v.turnedPosition(&q)})
			}
		}
	}
	return list, takes
}

// distance returns the number of king's steps between two squares.
func distance(a, b int) int {
	right, ahead := a%columns-b%columns, a/columns-b/columns
	return max(right, -right, ahead, -ahead)
}

// step returns the move of the piece on from to to.
func (b *board) step(p *Position, from, to int) move {
	q := *p
	sign := "-"
	if _, taken, ok := piece(q.squares[to]); ok {
		sign = "x"
		if taken == hen {
			taken = chick
		}
		if taken < kinds {
			q.hand[0][taken]++
		}
	}
	q.squares[to], q.squares[from] = q.squares[from], '.'
	if q.squares[to] == letter(0, chick) && to/columns == b.rows-1 {
		q.squares[to] = letter(0, hen)
	}
	return move{b.squareName(from) + sign + b.squareName(to), b.turnedPosition(&q)}
}

// turnedPosition returns the opponent's view.
func (b *board) turnedPosition(p *Position) (q Position) {
	for s := range b.squares {
		c := p.squares[s]
		if c != '.' {
			c ^= 0x20
		}
		q.squares[b.squares-1-s] = c
	}
	q.hand[0], q.hand[1] = p.hand[1], p.hand[0]
	return q
}

// AppendResults implements [engine.Notation].
func (v *Variant) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	for _, m := range v.Moves(p) {
		dst = append(dst, m.Result)
	}
	return dst
}

// Moves implements [engine.Notation].
func (v *Variant) Moves(p engine.Position) (moves []engine.Move) {
	if _, over := v.Finished(p); over {
		return nil
	}
	q := p.(Position)
	list, takes := v.moves(&q)
	if takes != nil {
		list = takes
	}
	for _, m := range list {
		r := engine.Result{To: m.to, Turns: 1}
		if _, r.Ended = v.Finished(m.to); r.Ended {
			r.End = won
		}
		moves = append(moves, engine.Move{Result: r, Turn: m.text})
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return cmp.Compare(a.Turn, b.Turn) })
	return moves
}

// Play implements [engine.Notation].
func (v *Variant) Play(p engine.Position, turn string) (engine.Result, error) {
	moves := v.Moves(p)
	for _, m := range moves {
		if m.Turn == turn {
			return m.Result, nil
		}
	}
	if len(moves) == 0 {
		return engine.Result{}, engine.InputErrorf("%q is no move: the game is over", turn)
	}
	return engine.Result{}, engine.InputErrorf("%q is no move in %s: want one such as %s", turn, v.Text(p), moves[0].Turn)
}
