package pushfight

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

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

// order returns a number that compares like the text of the turn.
func (t turn) order() turn {
	moves := t >> 36
	return (t&(1<<36-1<<12)|t&(1<<12-1)<<(24-12*moves))<<2 | moves
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
	slices.SortFunc(list, func(a, b outcome) int { return cmp.Compare(a.first.order(), b.first.order()) })
	moves := make([]engine.Move, 0, len(list))
	for _, o := range list {
		moves = append(moves, engine.Move{Result: o.result(), Turn: v.board.turnText(o.first)})
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
			return bad("%q is not a step: want two squares such as %s-%s", step, b.names[b.cellOf[0]], b.names[b.cellOf[1]])
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

// Generator makes the turns of single positions, reachable or not. It belongs to one goroutine.
// After the first calls it allocates no memory.
type Generator struct{ w *scratch }

// NewGenerator returns a Generator for one goroutine.
func NewGenerator(v *Variant) *Generator { return &Generator{newScratch(v)} }

// Wins reports whether the mover can drop an opponent's piece this turn.
func (g *Generator) Wins(p Position) bool { return g.w.test.wins(p) }

// AppendSuccessors appends the positions in progress that the turns of p lead to, and returns the
// extended slice. A position may appear more than once if several turns lead to it.
func (g *Generator) AppendSuccessors(dst []Position, p Position) []Position {
	for _, m := range g.w.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		dst = g.w.board.appendPushed(dst, p.at(m), m.pushers)
	}
	return dst
}

// AppendIndices appends the minimized indices of the positions in progress that the turns of p
// lead to, all of them reachable, and returns the extended slice and how the game can end.
// Multiplicities are those of [engine.Generator].
func (g *Generator) AppendIndices(dst []uint64, p Position) ([]uint64, engine.Ends) {
	return g.w.appendIndices(dst, p)
}

// Stuck reports whether the mover has no turn at p. After any moves he either has no push, or each
// push drops an own piece.
func (g *Generator) Stuck(p Position) bool {
	stuck, _ := g.StuckOn(p, g.w.board.cells)
	return stuck
}

// StuckOn reports whether the mover of p has no turn on the filled cells alone; the content of the
// other cells is unknown. If the mover has none, useful is the set of unknown cells that, if empty,
// would allow a push after the fewest moves.
func (g *Generator) StuckOn(p Position, filled uint64) (stuck bool, useful uint64) {
	b := g.w.board
	// An unknown square acts like one with an anchored piece: no piece can enter it, and no
	// row that reaches it can be pushed.
	open := b.cells &^ filled
	block := p.theirs | open
	fixed := p.anchor | open
	g.w.placer.start(p.mine(), p.pusher&^p.theirs, block)
	for batch := g.w.placer.next(); batch != nil; batch = g.w.placer.next() {
		ends := uint64(0)
		for _, m := range batch {
			if m.pushers == 0 {
				return true, 0
			}
			occupied := m.own | block
			if b.winsBy(occupied, p.theirs, fixed, m.pushers) || b.shifts(occupied, fixed, m.pushers) != [4]uint64{} {
				return false, 0
			}
			if useful == 0 {
				ends |= b.ends(m.pushers, occupied&^fixed)
			}
		}
		if useful == 0 {
			useful = ends & open
		}
	}
	return true, useful
}

// ends returns the squares behind the unbroken rows of free pieces next to pushers.
func (b *Board) ends(pushers, free uint64) uint64 {
	s := b.stride
	return on(pushers<<1&free, free, 1, b.width)<<1 |
		back(pushers>>1&free, free, 1, b.width)>>1 |
		on(pushers<<(s&63)&free, free, s, b.height)<<(s&63) |
		back(pushers>>(s&63)&free, free, s, b.height)>>(s&63)
}
