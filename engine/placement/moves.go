package placement

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// motion is a [Move] as sets of squares.
type motion struct {
	*Move
	group, takes int // takes is -1 where the target is empty
	puts         uint64
	out, in      [MaxSquares][]edge // steps from a square, and to it
}

// edge is a step to a square, or from it, over squares that must be empty.
type edge struct {
	square  uint8
	between uint64
}

func (n *counting) newMotion(m *Move) *motion {
	o := &motion{Move: m, group: n.group(m.Group), takes: n.group(m.Takes)}
	add := func(from, to int, between uint64) {
		if from != to {
			o.out[from] = append(o.out[from], edge{uint8(to), between})
			o.in[to] = append(o.in[to], edge{uint8(from), between})
		}
	}
	for from, list := range m.Steps {
		for _, to := range list {
			add(from, to, 0)
		}
	}
	for from, lines := range m.Rays {
		for _, line := range lines {
			between := uint64(0)
			for _, to := range line {
				add(from, to, between)
				between |= 1 << to
			}
		}
	}
	if m.Puts != nil {
		o.puts, _ = n.setOf(m.Puts)
	}
	return o
}

// checkMoves returns an [engine.InputError] if a symmetry takes a declared move to one that is not
// declared.
func (n *Numbering) checkMoves() error {
	y := n.Symmetries
	for i := range n.Moves {
		o := n.newMotion(&n.Moves[i])
		for s := range y.Order {
			same := y.Image(s, o.puts) == o.puts
			for from, list := range o.out {
				for _, e := range list {
					image := edge{uint8(y.Turn(s, int(e.square))), y.Image(s, e.between)}
					same = same && slices.Contains(o.out[y.Turn(s, from)], image)
				}
			}
			if !same {
				return engine.InputErrorf("move %d of %q is not the same under all symmetries", i, o.Group)
			}
		}
	}
	return nil
}

// turn is a way to move from one class to another.
type turn struct {
	*motion
	puts bool
	to   *Class // or, of a move that is taken back, the class before it
}

// turns lists the ways to move from each class, and to each class from one of its slice.
func (n *Numbering) turns() (from, back [][]turn) {
	from, back = make([][]turn, len(n.Classes)), make([][]turn, len(n.Classes))
	for i := range n.Moves {
		o := n.newMotion(&n.Moves[i])
		for _, c := range n.Classes {
			for _, puts := range o.ways() {
				if !n.holds(o.When, c.Counts) {
					continue
				}
				if to := n.class(n.turned(n.changed(c.Counts, o.Move, puts))); to != nil {
					from[c.Number] = append(from[c.Number], turn{o, puts, to})
					if to.Slice == c.Slice {
						back[to.Number] = append(back[to.Number], turn{o, puts, c})
					}
				}
			}
		}
	}
	return from, back
}

// mover lists moves and takes them back. It belongs to one goroutine.
type mover struct {
	*rules
	targets  []target // by class
	position Position // as the next player sees it, or before the move
	still    bool     // play is over whatever moves
	ends     engine.Ends
	moves    int
}

func newMover(r *rules) mover {
	return mover{rules: r, targets: make([]target, len(r.Classes))}
}

// visitor receives the positions that a mover lists, with their classes. It returns true to stop
// the mover.
type visitor interface {
	visit(p *Position, c *Class) (done bool)
	// over takes a position that a move leads to and that ends play.
	over(p *Position, end engine.Ends)
}

// visitMoves lists the positions after the moves from one, of a class, as the next player sees
// them. Moves that end play are left out; ends says which there are.
func (m *mover) visitMoves(p *Position, c *Class, v visitor) {
	m.ends, m.moves = 0, 0
	occupied := uint64(0)
	for _, set := range p.At {
		occupied |= set
	}
	m.position = *p
	m.exchange(&m.position, m.turnSet)
	m.still = !m.closed && m.result(&m.position) != 0
	for i := range m.from[c.Number] {
		t := &m.from[c.Number][i]
		for i, count := range t.to.Counts[len(m.Groups):] {
			m.position.Counter[i] = uint8(count)
		}
		own := p.At[t.group]
		onto := ^occupied
		if t.takes >= 0 {
			onto = p.At[t.takes]
		}
		if t.puts {
			for to := t.motion.puts & m.regions[t.group] & onto; to != 0; to &= to - 1 {
				if m.after(p, t, own, bits.TrailingZeros64(to), v) {
					return
				}
			}
			continue
		}
		onto &= m.regions[t.group]
		for pieces := own; pieces != 0; pieces &= pieces - 1 {
			for _, e := range t.out[bits.TrailingZeros64(pieces)] {
				if onto>>e.square&1 != 0 && e.between&occupied == 0 && m.after(p, t, own&^(pieces&-pieces), int(e.square), v) {
					return
				}
			}
		}
	}
}

// after visits the position in which a piece of a group has come to a square.
func (m *mover) after(p *Position, t *turn, rest uint64, to int, v visitor) (done bool) {
	m.moves++
	set := rest | 1<<to
	g := m.swaps[t.group]
	before := m.position.At[g]
	m.position.At[g] = m.turnSet(set)
	var taken int
	if t.takes >= 0 {
		taken = m.swaps[t.takes]
		m.position.At[taken] = m.turnSet(p.At[t.takes] &^ (1 << to))
	}
	end := engine.Ends(0)
	if m.still {
		end = m.result(&m.position)
	} else if len(m.rules.ends) > 0 {
		end = m.resultThrough(&m.position, g, m.view.Turn(min(1, m.view.Order-1), to))
	}
	if end != 0 {
		m.ends |= end
		v.over(&m.position, end)
	} else {
		done = v.visit(&m.position, t.to)
	}
	m.position.At[g] = before
	if t.takes >= 0 {
		m.position.At[taken] = m.turnSet(p.At[t.takes])
	}
	return done
}

// visitUnmoves lists the positions before the moves to one, of a class, that stay in its slice.
// Positions that are over may be among them.
func (m *mover) visitUnmoves(p *Position, c *Class, v visitor) {
	m.position = *p
	m.exchange(&m.position, m.turnBack)
	after := m.position
	occupied := uint64(0)
	for _, set := range p.At {
		occupied |= set
	}
	occupied = m.turnBack(occupied)
	for i := range m.back[c.Number] {
		t := &m.back[c.Number][i]
		for i, count := range t.to.Counts[len(m.Groups):] {
			m.position.Counter[i] = uint8(count)
		}
		for pieces := after.At[t.group]; pieces != 0; pieces &= pieces - 1 {
			to := bits.TrailingZeros64(pieces)
			rest := after.At[t.group] &^ (pieces & -pieces)
			if t.takes >= 0 {
				if m.regions[t.takes]>>to&1 == 0 {
					continue
				}
				m.position.At[t.takes] = after.At[t.takes] | pieces&-pieces
			}
			done := false
			if t.puts {
				m.position.At[t.group] = rest
				done = t.motion.puts>>to&1 != 0 && v.visit(&m.position, t.to)
			} else {
				for _, e := range t.in[to] {
					if m.regions[t.group]&^occupied>>e.square&1 != 0 && e.between&occupied == 0 {
						m.position.At[t.group] = rest | 1<<e.square
						if done = v.visit(&m.position, t.to); done {
							return
						}
					}
				}
			}
			m.position.At[t.group] = after.At[t.group]
			if t.takes >= 0 {
				m.position.At[t.takes] = after.At[t.takes]
			}
			if done {
				return
			}
		}
	}
}
