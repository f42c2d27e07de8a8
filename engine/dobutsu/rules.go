package dobutsu

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// move is a turn by a direct implementation of the rules. The solver uses other code (file
// scratch.go), and tests compare the two.
type move struct {
	text string
	to   Position // as the opponent sees it
}

// moves lists the moves. takes are the moves that take the lion; if there are any, they are the
// only ones to play.
func (v *Variant) moves(p *Position) (list, takes []move) {
	own := p.own | p.of(0, lion)
	for kind := range steps {
		for from := range v.squares {
			for to := range v.squares {
				if kind == kinds || p.of(0, kind)>>from&1 == 0 || v.up[kind][from]&^own>>to&1 == 0 {
					continue
				}
				m := v.step(p, kind, from, to)
				if list = append(list, m); m.to.lions[0] == gone {
					takes = append(takes, m)
				}
			}
		}
	}
	for kind, n := range p.hand {
		for to := range v.squares {
			if n > 0 && v.drops && p.occupied()>>to&1 == 0 {
				q := *p
				q.put(0, kind, 1<<to)
				q.hand[kind]--
				q.turn(v.board, &v.counts)
				list = append(list, move{letters[kind:kind+1] + "*" + v.squareName(to), q})
			}
		}
	}
	return list, takes
}

// step returns the move of a piece between two squares.
func (v *Variant) step(p *Position, kind, from, to int) move {
	q, sign := *p, "-"
	if p.occupied()>>to&1 != 0 {
		sign = "x"
	}
	for taken := range q.hand {
		q.hand[taken] += uint8(q.at[taken] >> to & 1)
	}
	q.remove(1<<from | 1<<to)
	switch {
	case kind == lion:
		q.lions[0] = uint8(to)
	case kind == chick && v.last>>to&1 != 0:
		q.put(0, hen, 1<<to)
	default:
		q.put(0, kind, 1<<to)
	}
	q.turn(v.board, &v.counts)
	if int(p.lions[1]) == to {
		q.lions[0] = gone
	}
	return move{v.squareName(from) + sign + v.squareName(to), q}
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
		return engine.Result{}, engine.InputErrorf("%q is not a move: the game is over", turn)
	}
	return engine.Result{}, engine.InputErrorf("%q is not a move in %s: want one such as %s", turn, v.Text(p), moves[0].Turn)
}
