package quixo

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
)

// rules holds the rules for one board size. Cells are numbered row by row from the top left. A set
// of cells has bit n for cell n, at most 16 in all. A key has the mover's marks in its upper half
// and the opponent's in its lower half, 16 bits each.
type rules struct {
	size, cells int
	board       *board // writes and reads positions and turns
	forms       *[1 << half]form
	images      [symmetries][2][256]uint16 // of the cells 0 to 7 of a set, and of 8 to 15
	pushes      [32]push
	legal       [2][256]uint32 // the pushes of cubes of a set, as above
	ended       [2][256]uint32 // the pushes that end in a set, as above

	sides    sync.Once
	oneSided map[uint64]uint8 // see sides.go
}

const (
	half       = 16 // bits
	lower      = 1<<half - 1
	symmetries = 8
)

// form describes the images of a set of cells under all symmetries. The lower 16 bits hold the
// least image. Above them are a bit for each symmetry that makes it, and a bit that tells whether
// the set has a full line.
type form uint32

const hasLine = 1 << 24

func (f form) least() uint32 { return uint32(f) & lower }
func (f form) by() uint32    { return uint32(f) >> half & 255 }

// push takes a cube and pushes it in at an end. It works on the key of the next mover: the previous
// mover's key with exchanged halves.
type push struct {
	clear uint32 // the cells from the cube to the end, in both halves
	keep  uint32 // the same without the cube
	turn  int    // left rotation for the cells that move up; 32 stands for none
	mark  uint32 // the end, in the lower half
}

// newRules returns the rules of a board of that size, 2 to 4.
func newRules(size int) *rules {
	r := &rules{size: size, cells: size * size, board: newBoard(size)}
	turns := engine.Turns(size, size)
	for s := range r.images {
		for part := range r.images[s] {
			for set := range r.images[s][part] {
				for rest := set << (8 * part); rest != 0; rest &= rest - 1 {
					if cell := bits.TrailingZeros(uint(rest)); cell < r.cells {
						r.images[s][part][set] |= 1 << turns[s][cell]
					}
				}
			}
		}
	}
	r.makePushes()
	r.makeForms()
	return r
}

// makePushes lists the pushes.
func (r *rules) makePushes() {
	n := 0
	add := func(cell, end, step int) {
		p := &r.pushes[n]
		for c := end; c != cell; c += step {
			p.keep |= 1<<c | 1<<(c+half)
		}
		p.clear = p.keep | 1<<cell | 1<<(cell+half)
		p.mark = 1 << end
		p.turn = (step + 32) % 32
		for set := range 256 {
			if set>>(cell%8)&1 != 0 {
				r.legal[cell/8][set] |= 1 << n
			}
			if set>>(end%8)&1 != 0 {
				r.ended[end/8][set] |= 1 << n
			}
		}
		n++
	}
	eachPush(r.size, add)
}

// makeForms makes the forms of all sets.
func (r *rules) makeForms() {
	lines := lineSets(r.size)
	r.forms = new([1 << half]form)
	for set := range 1 << r.cells {
		least, by := uint32(lower+1), uint32(0)
		for s := range symmetries {
			switch image := r.image(s, uint32(set)); {
			case image < least:
				least, by = image, 1<<s
			case image == least:
				by |= 1 << s
			}
		}
		f := least | by<<half
		for _, line := range lines {
			if uint32(set)&line == line {
				f |= hasLine
			}
		}
		r.forms[set] = form(f)
	}
}

// image returns the image of a set of cells under symmetry s.
func (r *rules) image(s int, set uint32) uint32 {
	tables := &r.images[s&(symmetries-1)]
	return uint32(tables[0][set&255] | tables[1][set>>8&255])
}

// Start returns the key of the position whose cubes are all neutral.
func (r *rules) Start() uint64 { return 0 }

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: r.Start(), AppendMoves: r.AppendMoves, Slice: r.KeySlice, Symmetry: r,
		Notation: r, Depiction: depiction,
		Board:       func(key uint64) string { return r.board.KeyBoard(widen(key)) },
		MoveText:    func(from, to uint64) string { return r.board.MoveText(widen(from), widen(to)) },
		AppendTurns: func(dst []string, from, to uint64) []string { return r.board.AppendTurns(dst, widen(from), widen(to)) },
		Features: []engine.Feature[uint64]{
			{Name: "own", Of: func(key uint64) int64 { return int64(bits.OnesCount32(uint32(key) >> half)) }},
			{Name: "other", Of: func(key uint64) int64 { return int64(bits.OnesCount32(uint32(key) & lower)) }},
		},
	}
}

// over returns how a position is finished, or 0. Any line of the player to move wins for him, since
// the opponent completed it.
func (r *rules) over(key uint32) engine.Ends {
	switch {
	case r.forms[key>>half]&hasLine != 0:
		return engine.IsWon
	case r.forms[key&lower]&hasLine != 0:
		return engine.IsLost
	}
	return 0
}

// legalPushes returns the set of numbers of a position's pushes. They take cubes that are not the
// opponent's.
func (r *rules) legalPushes(key uint32) uint32 {
	return r.legal[0][^key&255] | r.legal[1][^key>>8&255]
}

// push returns the key that a push leads to.
func (p *push) push(key uint32) uint32 {
	key = bits.RotateLeft32(key, half)
	return key&^p.clear | bits.RotateLeft32(key&p.keep, p.turn) | p.mark
}

// lastPushes returns the set of numbers of the pushes that may have led to a position. Their end
// shows the opponent's mark.
func (r *rules) lastPushes(key uint32) uint32 {
	return r.ended[0][key&255] | r.ended[1][key>>8&255]
}

// unpush returns the key from which the push of a neutral cube leads to key. If the cube was the
// mover's, that key also has the bit cube.
func (p *push) unpush(key uint32) (neutral, cube uint32) {
	cube = p.clear &^ p.keep
	shifted := p.clear &^ (p.mark | p.mark<<half)
	key = key&^p.clear | bits.RotateLeft32(key&shifted, -p.turn)
	return bits.RotateLeft32(key, half), cube &^ lower
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	k := uint32(key)
	if over := r.over(k); over != 0 {
		return dst, over
	}
	for legal := r.legalPushes(k); legal != 0; legal &= legal - 1 {
		dst = append(dst, uint64(r.pushes[bits.TrailingZeros32(legal)].push(k)))
	}
	return dst, 0
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	k := uint32(key)
	if over := r.over(k); over != 0 {
		return dst, over
	}
	for legal := r.legalPushes(k); legal != 0; legal &= legal - 1 {
		dst = append(dst, uint64(r.canonical(r.pushes[bits.TrailingZeros32(legal)&31].push(k))))
	}
	return dst, 0
}

// Canonical implements [engine.Symmetry]. It returns the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 { return uint64(r.canonical(uint32(key))) }

func (r *rules) canonical(key uint32) uint32 {
	f := r.forms[key>>half]
	by := f.by()
	least := r.image(bits.TrailingZeros32(by), key&lower)
	for by &= by - 1; by != 0; by &= by - 1 { // the mover's marks are symmetric themselves
		least = min(least, r.image(bits.TrailingZeros32(by), key&lower))
	}
	return f.least()<<half | least
}

// KeyWeight implements [engine.Symmetry]. It counts each symmetric key once for each side that can
// be to move.
func (r *rules) KeyWeight(key uint64) uint64 {
	own := uint64(1)                                   // the number of symmetries that keep the position
	if by := r.forms[key>>half].by(); by&(by-1) != 0 { // otherwise the mover's marks distinguish all symmetries
		for s := 1; s < symmetries; s++ {
			if r.image(s, uint32(key)>>half)<<half|r.image(s, uint32(key)&lower) == uint32(key) {
				own++
			}
		}
	}
	return symmetries / own * r.sidesToMove(key)
}

// KeySlice depends on the two players' numbers of marks, in any order. Neither number ever falls.
func (r *rules) KeySlice(key uint64) int {
	own, other := bits.OnesCount32(uint32(key)>>half), bits.OnesCount32(uint32(key)&lower)
	return (own+other)<<5 | max(own, other)
}
