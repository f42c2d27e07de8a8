package pushfight

import "github.com/foregone-db/foregone/engine"

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
