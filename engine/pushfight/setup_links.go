package pushfight

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// SetupLinks hold the best results of a push against consecutive set-ups of the second player.
// There is a byte for each placement of the first player's pieces that two moves can reach from a
// set-up. A position that the opponent wins with his next turn is the worst result of a push, and
// is left out.
type SetupLinks struct {
	setups   *Setups
	from, to int
	stride   uint32          // bytes of a set-up
	words    []atomic.Uint32 // merits, four a word, the first in the lowest bits
}

// NewLinks returns memory for the links of room set-ups of the second player.
func (s *Setups) NewLinks(room int) *SetupLinks {
	stride := (s.Placements() + 3) &^ 3
	return &SetupLinks{setups: s, stride: uint32(stride), words: make([]atomic.Uint32, room*(stride/4))}
}

// Reset clears the links and selects the set-ups from ≤ number < to, at most the room of
// [Setups.NewLinks].
func (l *SetupLinks) Reset(from, to int) {
	l.from, l.to = from, to
	clear(l.words[:(to-from)*int(l.stride/4)])
}

const wonAtOnce = 2 // the byte of W1

// merit ranks the value of the result of a push. A higher merit is better for the player who
// pushed. W1 has 0.
func merit(v byte) uint32 {
	switch {
	case v == 0:
		return 127
	case v&1 != 0:
		return 255 - uint32(v)/2
	}
	return uint32(v)/2 - 1
}

// valueOf is the inverse of merit.
func valueOf(merit uint32) byte {
	switch {
	case merit == 127:
		return 0
	case merit > 127:
		return byte(2*(255-merit) + 1)
	}
	return byte(2*merit + 2)
}

// Add adds the pushes to the positions from index first on, which have the given values. The
// caller adds each position once. Add is safe for concurrent use.
func (l *SetupLinks) Add(values []byte, first uint64) {
	const same = wonAtOnce * 0x0101010101010101
	i := 0
	for ; i+8 <= len(values); i += 8 {
		if binary.LittleEndian.Uint64(values[i:]) == same {
			continue
		}
		for k, v := range values[i : i+8] {
			if v != wonAtOnce {
				l.add(v, first+uint64(i+k))
			}
		}
	}
	for ; i < len(values); i++ {
		if values[i] != wonAtOnce {
			l.add(values[i], first+uint64(i))
		}
	}
}

// add adds the pushes that lead to a position or to its twin. The player to move there is the
// second. He stands on his half, except for at most one piece that a push along a row moved
// over the border.
func (l *SetupLinks) add(value byte, i uint64) {
	s := l.setups
	p := s.slabs.unminimize(i)
	own := p.mine()
	for half := range 2 {
		far := own & s.cells[half]
		if far&^s.border[half] != 0 || far&(far-1) != 0 {
			continue
		}
		if half == 1 { // the twin
			if !s.slabs.board.symmetric {
				return
			}
			p = s.slabs.board.rotated(p)
		}
		var room [32]Position
		for _, q := range s.slabs.board.appendUnpushed(room[:0], p) {
			if q.theirs&^s.cells[1] == 0 && bits.OnesCount64(q.mine()&^s.cells[0]) <= 2 {
				l.put(q, merit(value))
			}
		}
	}
}

// put records a push from a position, seen by the first player.
func (l *SetupLinks) put(p Position, merit uint32) {
	s := l.setups
	movers, pushers := s.slabs.board.squaresOf(p.theirs&^p.pusher), s.slabs.board.squaresOf(p.theirs&p.pusher)
	n := int(s.numberOf[s.rank(movers, pushers)])
	if n < l.from || n >= l.to {
		return
	}
	at := uint64(n-l.from)*uint64(l.stride) + uint64(s.placement(s.slabs.board.squaresOf(p.mine()&^p.pusher), s.slabs.board.squaresOf(p.mine()&p.pusher), movers|pushers))
	word, shift := &l.words[at/4], at%4*8
	for {
		old := word.Load()
		if old>>shift&255 >= merit || word.CompareAndSwap(old, old&^(255<<shift)|merit<<shift) {
			return
		}
	}
}
