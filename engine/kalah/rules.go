package kalah

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

const (
	maxPits  = 6
	maxLayer = 1<<16 - 1
)

// rules holds the rules of a variant. Pits are numbered from the first player's leftmost to his
// rightmost, then the second player's in the same way, from his own view. A key has, from the low
// bits up, the seeds of each pit, the first player's store if stores is true, and a bit that is set
// when the second player is to move.
type rules struct {
	pits, total             int
	width                   uint // bits for a number of seeds
	stores, majority, empty bool
	weight                  int // of a stored seed in the layer number
}

// board is a decoded key.
type board struct {
	pits   [2 * maxPits]uint8
	stores [2]uint8 // only for games whose keys include them
	side   int      // the player to move, 0 or 1
}

// newRules returns the rules for the given number of pits a player and seeds a pit.
func newRules(pits, seeds int) *rules {
	r := &rules{pits: pits, total: 2 * pits * seeds, weight: pits}
	r.width = uint(bits.Len(uint(r.total)))
	for pit := range pits {
		for n := 1; n <= r.total; n++ {
			b := board{}
			b.pits[pit] = uint8(n)
			before := r.advance(&b)
			r.lay(&b, pit)
			if stored := int(b.stores[0]); stored > 0 {
				r.weight = max(r.weight, (before-r.advance(&b))/stored+1)
			}
		}
	}
	return r
}

// keyBits returns the number of bits of a key.
func (r *rules) keyBits() int {
	numbers := 2 * r.pits
	if r.stores {
		numbers++
	}
	return numbers*int(r.width) + 1
}

// arrangements returns an upper bound on the positions: the ways to distribute the seeds, times two
// players to move.
func (r *rules) arrangements() float64 {
	places := 2*r.pits + 1
	if r.stores {
		places++
	}
	n := 2.0
	for k := 1; k < places; k++ {
		n *= float64(r.total+k) / float64(k)
	}
	return n
}

// board decodes a key.
func (r *rules) board(key uint64) (b board) {
	mask := uint64(1)<<r.width - 1
	left := r.total
	for pit := range 2 * r.pits {
		b.pits[pit] = uint8(key & mask)
		left -= int(key & mask)
		key >>= r.width
	}
	if r.stores {
		b.stores[0] = uint8(key & mask)
		b.stores[1] = uint8(left - int(b.stores[0]))
		key >>= r.width
	}
	b.side = int(key)
	return b
}

// key is the inverse of board.
func (r *rules) key(b *board) uint64 {
	key := uint64(b.side)
	if r.stores {
		key = key<<r.width | uint64(b.stores[0])
	}
	for pit := 2*r.pits - 1; pit >= 0; pit-- {
		key = key<<r.width | uint64(b.pits[pit])
	}
	return key
}

// lay takes the seeds of a pit of the player to move and lays them one by one. It returns the pit
// of the last seed, or -1 for the store.
func (r *rules) lay(b *board, pit int) int {
	seeds := b.pits[pit]
	own, other := b.side*r.pits, (1-b.side)*r.pits
	b.pits[pit] = 0
	slot, last := pit-own, -1 // slots are in sowing order: own pits, own store, the opponent's pits
	for ; seeds > 0; seeds-- {
		if slot++; slot > 2*r.pits {
			slot = 0
		}
		switch {
		case slot < r.pits:
			last = own + slot
		case slot > r.pits:
			last = other + slot - r.pits - 1
		default:
			b.stores[b.side]++
			last = -1
			continue
		}
		b.pits[last]++
	}
	return last
}

// sow makes the move of a pit of the player to move.
func (r *rules) sow(b *board, pit int) {
	last := r.lay(b, pit)
	if last < 0 {
		return // the same player moves again
	}
	side := b.side
	b.side = 1 - side
	if last/r.pits != side || b.pits[last] != 1 {
		return
	}
	if opposite := 2*r.pits - 1 - last; r.empty || b.pits[opposite] > 0 {
		b.stores[side] += 1 + b.pits[opposite]
		b.pits[last], b.pits[opposite] = 0, 0
	}
}

// row returns the number of seeds in a player's pits.
func (r *rules) row(b *board, side int) (n int) {
	for _, seeds := range b.pits[side*r.pits:][:r.pits] {
		n += int(seeds)
	}
	return n
}

// over reports whether the game is over.
func (r *rules) over(b *board) bool {
	if r.majority && 2*int(max(b.stores[0], b.stores[1])) > r.total {
		return true
	}
	return r.row(b, 0) == 0 || r.row(b, 1) == 0
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	b := r.board(key)
	if r.over(&b) {
		return dst, 0
	}
	for pit := b.side * r.pits; pit < (b.side+1)*r.pits; pit++ {
		if b.pits[pit] > 0 {
			after := b
			r.sow(&after, pit)
			dst = append(dst, r.key(&after))
		}
	}
	return dst, 0
}

// KeyScore returns the margin of a finished position.
func (r *rules) KeyScore(key uint64) int {
	b := r.board(key)
	margin := r.row(&b, 0) + int(b.stores[0]) - r.row(&b, 1) - int(b.stores[1])
	if b.side == 1 {
		return -margin
	}
	return margin
}

// advance returns the distance that the seeds in the pits have moved towards their owners' stores.
func (r *rules) advance(b *board) (n int) {
	for pit := range r.pits {
		n += pit * int(b.pits[pit]+b.pits[r.pits+pit])
	}
	return n
}

// layer returns the layer number of positions with the first player to move.
func (r *rules) layer(stored, advance int) int { return 2 * (r.weight*stored + advance) }

// KeyLayer returns a number that rises with every move. Seeds that move towards the mover's store
// raise advance. Seeds that pass it leave one seed in the store, and weight exceeds the loss in
// advance per stored seed. The advance of a captured seed was less than weight.
func (r *rules) KeyLayer(key uint64) int {
	b := r.board(key)
	return r.layer(r.total-r.row(&b, 0)-r.row(&b, 1), r.advance(&b)) + b.side
}

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	start := board{}
	for pit := range 2 * r.pits {
		start.pits[pit] = uint8(r.total / (2 * r.pits))
	}
	rules := &engine.Rules{
		Start: r.key(&start), AppendMoves: r.AppendMoves, Layer: r.KeyLayer, Score: r.KeyScore, MaxSuccessors: r.pits,
		Side:     func(key uint64) int { return r.board(key).side + 1 },
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: r.depiction(),
	}
	if !r.stores {
		rules.Points = func(key uint64) int {
			b := r.board(key)
			return r.row(&b, 0) + r.row(&b, 1)
		}
	}
	return rules
}
