package pushfight

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// pushResult is the outcome of a push.
type pushResult uint8

const (
	pushed   pushResult = iota // nothing dropped: the game goes on
	pushWins                   // an opponent's piece dropped
	ownDrops                   // an own piece dropped: legal, never useful, left out
	noRow                      // no square, or no piece on it, to push at
	anchored                   // a piece of the row is under the anchor
	railed                     // the row stands against the railing
)

// push pushes with the mover's pusher on cell c towards d. It returns the position seen by the
// next player, a finished one if a piece dropped.
func (b *Board) push(p Position, c, d int) (Position, pushResult) {
	end := c
	for {
		next := b.neighbour(end, d)
		if next < 0 {
			if end == c {
				return p, noRow
			}
			if b.railing(end, d) {
				return p, railed
			}
			break
		}
		if p.occupied>>next&1 == 0 {
			if end == c {
				return p, noRow
			}
			break
		}
		if p.anchor>>next&1 != 0 {
			return p, anchored
		}
		end = next
	}
	result := pushed
	if b.neighbour(end, d) < 0 {
		result = ownDrops
		if p.theirs>>end&1 != 0 {
			result = pushWins
		}
		bit := uint64(1) << end
		p.occupied &^= bit
		p.pusher &^= bit
		p.theirs &^= bit
		end = b.neighbour(end, d^1)
	}
	for ; ; end = b.neighbour(end, d^1) {
		p = p.moved(end, end+b.step[d])
		if end == c {
			break
		}
	}
	p.anchor = 1 << (c + b.step[d])
	return p.swapped(), result
}

// turn is a turn as a number: the number of moves, then the squares by the byte order of their
// names, six bits each. Shorter turns compare lower; turns of equal length compare like their
// notations.
type turn uint64

func (b *Board) turnOf(moves []int, c, d int) turn {
	t := turn(len(moves) / 2)
	for i := range 4 {
		t <<= 6
		if i < len(moves) {
			t |= turn(b.nameRank[moves[i]])
		}
	}
	return t<<12 | turn(b.nameRank[c])<<6 | turn(b.nameRank[c+b.step[d]])
}

// turnText writes a turn: c4-d3,a3-c3,d3-e3.
func (b *Board) turnText(t turn) string {
	var room [24]byte // two moves and a push with squares of two characters take 17
	out := room[:0]
	for i := range 2 * int(t>>36) {
		out = append(out, b.ranked[t>>(30-6*i)&63]...)
		out = append(out, "-,"[i%2])
	}
	out = append(out, b.ranked[t>>6&63]...)
	out = append(out, '-')
	return string(append(out, b.ranked[t&63]...))
}

// textOrder returns a number that compares like the notation of a turn: its squares from the
// highest bits down, seven bits each, then zeros. This holds because no name of a square has a
// character below "-" and ",".
func (t turn) textOrder() uint64 {
	key, steps := uint64(0), 2*int(t>>36)
	for i := range steps {
		key = key<<7 | uint64(t>>(30-6*i)&63+1)
	}
	key = key<<14 | uint64(t>>6&63+1)<<7 | uint64(t&63+1)
	return key << (7 * (4 - steps))
}

// outcome is a distinct result of a position's turns.
type outcome struct {
	to    Position
	ended bool
	turns uint64 // number of sequences that lead there
	first turn   // the lowest
}

// outcomes lists the distinct results of all turns, in order of discovery.
func (b *Board) outcomes(p Position) []outcome {
	place := make(map[Position]int32, 4096)
	var list []outcome
	var moves [4]int
	pushes := func(q Position, n int) {
		for rest := q.pusher &^ q.theirs; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros64(rest)
			for d := range 4 {
				if n := b.neighbour(c, d); n < 0 || q.occupied>>n&1 == 0 {
					continue
				}
				to, result := b.push(q, c, d)
				if result != pushed && result != pushWins {
					continue
				}
				t := b.turnOf(moves[:n], c, d)
				i, known := place[to]
				if !known {
					place[to] = int32(len(list))
					list = append(list, outcome{to: to, ended: result == pushWins, turns: 1, first: t})
					continue
				}
				list[i].turns++
				list[i].first = min(list[i].first, t)
			}
		}
	}
	pushes(p, 0)
	for ones := p.mine(); ones != 0; ones &= ones - 1 {
		moves[0] = bits.TrailingZeros64(ones)
		for ts := b.reach(moves[0], b.cells&^p.occupied); ts != 0; ts &= ts - 1 {
			moves[1] = bits.TrailingZeros64(ts)
			q := p.moved(moves[0], moves[1])
			pushes(q, 2)
			for twos := p.mine() &^ (ones & -ones); twos != 0; twos &= twos - 1 {
				moves[2] = bits.TrailingZeros64(twos)
				for ss := b.reach(moves[2], b.cells&^q.occupied); ss != 0; ss &= ss - 1 {
					moves[3] = bits.TrailingZeros64(ss)
					pushes(q.moved(moves[2], moves[3]), 4)
				}
			}
		}
	}
	return list
}

func (o outcome) result() engine.Result {
	r := engine.Result{To: o.to, Turns: o.turns, Ended: o.ended}
	if o.ended {
		r.End = 2 // W1
	}
	return r
}

// AppendResults implements [engine.Notation]. Turns are counted as sequences: two
// moves of different pieces in both orders.
func (v *Variant) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	if _, over := v.Finished(p); over {
		return dst
	}
	for _, o := range v.board.outcomes(p.(Position)) {
		dst = append(dst, o.result())
	}
	return dst
}

// Moves implements [engine.Notation].
func (v *Variant) Moves(p engine.Position) []engine.Move {
	if _, over := v.Finished(p); over {
		return nil
	}
	list := v.board.outcomes(p.(Position))
	type key struct {
		order uint64
		place int32
	}
	keys := make([]key, len(list))
	for i, o := range list {
		keys[i] = key{o.first.textOrder(), int32(i)}
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Compare(a.order, b.order) })
	moves := make([]engine.Move, len(list))
	for i, k := range keys {
		o := &list[k.place]
		moves[i] = engine.Move{Result: o.result(), Turn: v.board.turnText(o.first)}
	}
	return moves
}

// Play implements [engine.Notation]. It accepts any legal turn, the moves first and the push
// last. The error of an illegal turn names the reason.
func (v *Variant) Play(position engine.Position, text string) (engine.Result, error) {
	p, b := position.(Position), v.board
	bad := func(format string, args ...any) (engine.Result, error) {
		return engine.Result{}, engine.InputErrorf("turn %q: "+format, append([]any{text}, args...)...)
	}
	if _, over := v.Finished(p); over {
		return bad("the game is over")
	}
	steps := strings.Split(text, ",")
	if len(steps) > 3 {
		return bad("%d steps: want at most two moves and a push", len(steps))
	}
	moved := uint64(0)
	for i, step := range steps {
		from, to, ok := strings.Cut(step, "-")
		c, okFrom := b.cellNamed(from)
		e, okTo := b.cellNamed(to)
		if !ok || !okFrom || !okTo {
			return bad("%q is no step: want two squares such as %s-%s", step, b.names[b.cellOf[0]], b.names[b.cellOf[1]])
		}
		if p.mine()>>c&1 == 0 {
			return bad("no own piece stands on %s", from)
		}
		if i < len(steps)-1 {
			if moved>>c&1 != 0 {
				return bad("the piece on %s has moved already", from)
			}
			if b.reach(c, b.cells&^p.occupied)>>e&1 == 0 {
				return bad("no path of empty squares leads from %s to %s", from, to)
			}
			p = p.moved(c, e)
			moved |= 1 << e
			continue
		}
		if p.pusher>>c&1 == 0 {
			return bad("the last step is the push: want a pusher on %s", from)
		}
		for d := range 4 {
			if c+b.step[d] != e {
				continue
			}
			q, result := b.push(p, c, d)
			switch result {
			case pushed:
				return engine.Result{To: q, Turns: 1}, nil
			case pushWins:
				return engine.Result{To: q, Turns: 1, Ended: true, End: 2}, nil
			case ownDrops:
				return bad("the push would drop an own piece, which loses at once and is left out")
			case anchored:
				return bad("a piece of the row is under the anchor")
			case railed:
				return bad("the row stands against the railing")
			default:
				return bad("there is nothing to push on %s", to)
			}
		}
		return bad("a push goes to a neighbouring square, and %s is not one of %s", to, from)
	}
	return bad("want a push")
}
