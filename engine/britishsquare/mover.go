package britishsquare

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
)

// Family implements [fast.Families].
func (r families) Family(key uint64) uint64 { return key >> r.tiles }

// Size implements [fast.Families].
func (r families) Size(family uint64) uint64 { return 1 << bits.OnesCount64(r.room(family&r.all)) }

// room returns the tiles where the second player may have pieces, given the first player's pieces.
func (r families) room(one uint64) uint64 { return r.all &^ (one | r.near(one)) }

// Weight implements [fast.Families].
func (r families) Weight(family uint64) uint64 {
	if weight := r.KeyWeight(family << r.tiles); weight == uint64(r.symmetries) {
		return weight
	}
	return 0
}

// AppendKeys implements [fast.Families].
func (r families) AppendKeys(dst []uint64, family uint64, set []uint64) []uint64 {
	free, upper := r.room(family&r.all), family<<r.tiles
	var low [64]uint64 // by the lowest bits of a number: the tiles
	rest := free
	known := 1
	for ; known < len(low) && rest != 0; known, rest = 2*known, rest&(rest-1) {
		for n, tiles := range low[:known] {
			low[known+n] = tiles | rest&-rest
		}
	}
	for n, word := range set {
		if word == 0 {
			continue
		}
		above := upper | deposit(rest, uint64(n))
		for ; word != 0; word &= word - 1 {
			dst = append(dst, above|low[bits.TrailingZeros64(word)&63])
		}
	}
	return dst
}

// deposit moves the lowest bits of a number to the bits of free, in order.
func deposit(free, number uint64) (set uint64) {
	for ; number != 0; number, free = number>>1, free&(free-1) {
		set |= free & -free & -(number & 1)
	}
	return set
}

// NewMover implements [fast.Families].
func (r families) NewMover() fast.FamilyMover { return &mover{families: r} }

const (
	// A family with at least fewKeys keys repays tables of manyWidth bits.
	fewKeys              = 64
	fewWidth, manyWidth  = 4, 6
	mostParts, partPlace = 8, 1 << manyWidth
)

// mover lists the moves of a family. All positions of a family have the same first player's pieces.
// So a first player's move leads all of them to the same family, and renumbers the second player's
// tiles in the same way.
type mover struct {
	families
	one, free uint64
	second    bool // the second player is to move
	targets   []uint64
	width     int               // bits of a number per table lookup
	parts     int               // lookups per number
	ways      [maxTiles + 1]way // by the tile of the first player's piece; the second player's moves share ways[0]
	tables    []renumbering
}

// way is the family that a move leads to.
type way struct {
	place      uint64 // of the family in targets, in the upper half
	family     uint64
	symmetries uint8 // the symmetries that make the first player's pieces canonical
	from, to   int   // range in tables; empty until first used
}

// renumbering maps each part of a number to the number of its tiles in the target family.
type renumbering [mostParts][partPlace]uint32

// Enter implements [fast.FamilyMover].
func (w *mover) Enter(keys []uint64) []uint64 {
	r, family := w.families, keys[0]>>w.tiles
	w.one, w.second = family&r.all, family>>r.tiles != 0
	w.free = r.room(w.one)
	w.width = fewWidth
	if len(keys) >= fewKeys {
		w.width = manyWidth
	}
	w.parts = (bits.OnesCount64(w.free) + w.width - 1) / w.width
	w.tables = w.tables[:0]
	images := r.imagesOf(w.one)
	if w.second {
		w.ways[0] = way{family: w.one, symmetries: images.makers(w.one, r.symmetries)}
		w.targets = append(w.targets[:0], w.one)
		return w.targets
	}
	tiles, passes := w.reach(keys)
	upper := r.second >> r.tiles
	w.targets = w.targets[:0]
	if passes {
		w.targets = append(w.targets, w.one|upper)
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		tile := bits.TrailingZeros64(tiles) & 31
		with := images
		for s := range with {
			with[s] |= r.images[tile][s]
		}
		least := min(min(with[0], with[1], with[2], with[3]), min(with[4], with[5], with[6], with[7]))
		w.ways[tile] = way{place: uint64(len(w.targets)) << 32, family: least, symmetries: with.makers(least, r.symmetries)}
		w.targets = append(w.targets, least|upper)
	}
	return w.targets
}

// reach returns the tiles where the first player can place a piece in any of the positions, and
// whether he must pass in one of them.
func (w *mover) reach(keys []uint64) (tiles uint64, passes bool) {
	for _, key := range keys {
		two := key & w.all
		legal := w.legal(w.one, two, true)
		tiles |= legal
		passes = passes || legal == 0 && two != w.free
	}
	return tiles, passes
}

// makers returns which of the first of symmetries map the set to image, as bits.
func (m *moved) makers(image uint64, of int) (symmetries uint8) {
	for s := range m[:of] {
		if m[s] == image {
			symmetries |= 1 << s
		}
	}
	return symmetries
}

// make builds the tables of a way.
func (w *mover) make(to *way) {
	free := w.room(to.family)
	to.from = len(w.tables)
	for rest := to.symmetries; rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros8(rest)
		w.tables = slices.Grow(w.tables, 1)[:len(w.tables)+1]
		table := &w.tables[len(w.tables)-1]
		left := w.free
		for part := range w.parts {
			list := &table[part]
			list[0] = 0
			for bit := 0; bit < w.width && left != 0; bit, left = bit+1, left&(left-1) {
				number := uint32(0)
				if image := w.images[bits.TrailingZeros64(left)&31][s]; image&free != 0 {
					number = 1 << bits.OnesCount64(free&(image-1))
				}
				for at, below := range list[:1<<bit] {
					list[1<<bit+at] = below | number
				}
			}
		}
	}
	to.to = len(w.tables)
}

// number returns the canonical number in the target family. If several symmetries fit, it is the
// least of their numbers.
func (w *mover) number(to *way, number uint64) uint64 {
	if to.to == to.from {
		w.make(to)
	}
	least := w.renumbered(&w.tables[to.from], number)
	for n := to.from + 1; n < to.to; n++ {
		least = min(least, w.renumbered(&w.tables[n], number))
	}
	return uint64(least)
}

func (w *mover) renumbered(table *renumbering, number uint64) (n uint32) {
	width := w.width & 7
	mask := uint64(1)<<width - 1
	for part := range table[:w.parts] {
		n |= table[part][number&mask&(partPlace-1)]
		number >>= width
	}
	return n
}

// Move implements [fast.FamilyMover].
func (w *mover) Move(m *fast.FamilyMoves, keys []uint64) {
	m.Until = m.Until[:0]
	m.To = slices.Grow(m.To[:0], len(keys)*maxTiles)
	if w.second {
		w.moveSecond(m, keys)
	} else {
		w.moveFirst(m, keys)
	}
}

// moveFirst lists the first player's moves.
func (w *mover) moveFirst(m *fast.FamilyMoves, keys []uint64) {
	all := uint64(1)<<bits.OnesCount64(w.free) - 1
	to := m.To
	for _, key := range keys {
		two := key & w.all
		number := w.packed.pack(w.free, two)
		tiles := w.legal(w.one, two, true)
		if tiles == 0 && number != all {
			to = append(to, number)
		}
		for ; tiles != 0; tiles &= tiles - 1 {
			by := &w.ways[bits.TrailingZeros64(tiles)&31]
			to = append(to, by.place|w.number(by, number))
		}
		m.Until = append(m.Until, uint32(len(to)))
	}
	m.To = to
}

// moveSecond lists the second player's moves. Every free tile is legal for him.
func (w *mover) moveSecond(m *fast.FamilyMoves, keys []uint64) {
	all := uint64(1)<<bits.OnesCount64(w.free) - 1
	by, to := &w.ways[0], m.To
	plain := by.symmetries == 1
	for _, key := range keys {
		two := key & w.all
		number := w.packed.pack(w.free, two)
		rest := all &^ number
		switch {
		case rest == 0:
			if w.legal(w.one, two, true) != 0 {
				to = append(to, number)
			}
		case plain:
			for ; rest != 0; rest &= rest - 1 {
				to = append(to, number|rest&-rest)
			}
		default:
			for ; rest != 0; rest &= rest - 1 {
				to = append(to, w.number(by, number|rest&-rest))
			}
		}
		m.Until = append(m.Until, uint32(len(to)))
	}
	m.To = to
}
