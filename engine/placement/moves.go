package placement

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// motion is the steps of a [Move], or its puts as steps from the square offBoard.
type motion struct {
	*Move
	group, takes int            // takes is -1 if the target is empty
	moved        map[string]int // the changes in the counts of pieces
	out, in      [offBoard + 1][]edge
}

// offBoard is the square of pieces that are not on the board. No set contains it, because
// 1<<offBoard is 0.
const offBoard = MaxSquares

// edge is a step to a square or from it. The squares between must be empty.
type edge struct {
	square  uint8
	between uint64
}

// motions returns the motions of all moves.
func (n *Numbering) motions() (list []*motion) {
	for i := range n.Moves {
		m := &n.Moves[i]
		var both [2]*motion
		for puts := range both {
			o := &motion{Move: m, group: n.group(m.Group), takes: n.group(m.Takes), moved: map[string]int{m.Group: puts}}
			if o.takes >= 0 {
				o.moved[m.Takes]--
			}
			both[puts] = o
		}
		for from, list := range m.Steps {
			for _, to := range list {
				n.step(both[0], from, to, 0)
			}
		}
		for from, lines := range m.Rays {
			for _, line := range lines {
				between := uint64(0)
				for _, to := range line {
					n.step(both[0], from, to, between)
					between |= 1 << to
				}
			}
		}
		for _, to := range m.Puts {
			n.step(both[1], offBoard, to, 0)
		}
		if len(m.Steps)+len(m.Rays) > 0 {
			list = append(list, both[0])
		}
		if m.Puts != nil {
			list = append(list, both[1])
		}
	}
	return list
}

// step adds a step to a motion if the piece may stand on both squares.
func (n *Numbering) step(o *motion, from, to int, between uint64) {
	on := n.regions[o.group]
	target := on
	if o.takes >= 0 {
		target &= n.regions[o.takes]
	}
	if from != to && (from == offBoard || on>>from&1 != 0) && target>>to&1 != 0 {
		o.out[from] = append(o.out[from], edge{uint8(to), between})
		o.in[to] = append(o.in[to], edge{uint8(from), between})
	}
}

// checkSymmetry returns an [engine.InputError] if a symmetry maps a declared move to one that is
// not declared.
func (n *Numbering) checkSymmetry() error {
	y := n.Symmetries
	for _, o := range n.motions() {
		for s := range y.Order {
			for from, list := range o.out {
				for _, e := range list {
					twin := from
					if from != offBoard {
						twin = y.Turn(s, from)
					}
					if !slices.Contains(o.out[twin], edge{uint8(y.Turn(s, int(e.square))), y.Image(s, e.between)}) {
						return engine.InputErrorf("the moves of %q from square %d are not the same under all symmetries", o.Group, from)
					}
				}
			}
		}
	}
	return nil
}

// mover lists moves and takes them back. It belongs to one goroutine.
type mover struct {
	*Numbering
	// visit receives each position that the mover lists, with its class. A move to a position that
	// ends play has an end.
	visit    func(p *Position, c *Class, end engine.Ends)
	position Position // as the next player sees it, or before the move
	occupied uint64
	onto     uint64 // the possible targets of the current moves
	ends     engine.Ends
	moves    int
}

// occupied returns the squares on which pieces stand.
func (p *Position) occupied() (set uint64) {
	for _, at := range p.At {
		set |= at
	}
	return set
}

// enter sets the counters of the mover's position to those of a class.
func (m *mover) enter(c *Class) {
	for i, count := range c.Counts[len(m.Groups):] {
		m.position.Counter[i] = uint8(count)
	}
}

// visitMoves lists the positions after the moves from p, a position of class c, as the next player
// sees them. It returns the ways in which the game can end.
func (m *mover) visitMoves(p *Position, c *Class) engine.Ends {
	m.ends, m.moves, m.occupied, m.position = 0, 0, p.occupied(), *p
	m.exchange(&m.position)
	for i := range c.from {
		t := &c.from[i]
		m.enter(t.to)
		if m.onto = ^m.occupied; t.takes >= 0 {
			m.onto = p.At[t.takes]
		}
		own := p.At[t.group]
		if puts := t.out[offBoard]; puts != nil {
			m.visitSteps(p, t, own, puts)
			continue
		}
		for pieces := own; pieces != 0; pieces &= pieces - 1 {
			m.visitSteps(p, t, own&^(pieces&-pieces), t.out[bits.TrailingZeros64(pieces)])
		}
	}
	if m.moves == 0 {
		return results[m.Stuck][1]
	}
	return m.ends
}

// visitSteps lists the positions after the steps of one piece. rest holds the other pieces of its
// group.
func (m *mover) visitSteps(p *Position, t *turn, rest uint64, steps []edge) {
	g := m.swaps[t.group]
	for i := range steps {
		e := &steps[i]
		if m.onto>>(e.square&63)&1 == 0 || e.between&m.occupied != 0 {
			continue
		}
		m.moves++
		m.position.At[g] = m.turn(rest | 1<<(e.square&63))
		if t.takes >= 0 {
			m.position.At[m.swaps[t.takes]] = m.turn(p.At[t.takes] &^ (1 << e.square))
		}
		end := t.to.over
		switch {
		case end != 0:
		case m.closed:
			end = m.resultThrough(&m.position, g, m.view.Turn(m.view.Order-1, int(e.square)))
		default:
			end = m.result(&m.position)
		}
		m.ends |= end
		m.visit(&m.position, t.to, end)
	}
	m.position.At[g] = m.turn(p.At[t.group])
	if t.takes >= 0 {
		m.position.At[m.swaps[t.takes]] = m.turn(p.At[t.takes])
	}
}

// visitUnmoves lists the positions before the moves to p, a position of class c, that stay in its
// slice. Some of them may be finished.
func (m *mover) visitUnmoves(p *Position, c *Class) {
	m.occupied, m.position = m.turn(p.occupied()), *p
	m.exchange(&m.position)
	after := m.position
	for i := range c.back {
		t := &c.back[i]
		m.enter(t.to)
		for pieces := after.At[t.group]; pieces != 0; pieces &= pieces - 1 {
			piece := pieces & -pieces
			if t.takes >= 0 {
				m.position.At[t.takes] = after.At[t.takes] | piece
			}
			for _, e := range t.in[bits.TrailingZeros64(pieces)] {
				if (m.occupied>>e.square&1 | e.between&m.occupied) == 0 {
					m.position.At[t.group] = after.At[t.group]&^piece | 1<<e.square
					m.visit(&m.position, t.to, 0)
				}
			}
		}
		m.position.At[t.group] = after.At[t.group]
		if t.takes >= 0 {
			m.position.At[t.takes] = after.At[t.takes]
		}
	}
}
