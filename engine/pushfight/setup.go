package pushfight

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Setups are the set-ups of both players before the first turn: the first player places his
// pieces on the left half of the columns, then the second on the right half, and the first
// moves. They are immutable and safe for concurrent use.
//
// The set-ups of a player are numbered in byte order of their texts. Each set-up of the second
// player defines a slab without an anchor. Its configurations are the placements of the first
// player's pieces on the free squares, numbered from 0 to [Setups.Placements] - 1.
type Setups struct {
	slabs  *slabs
	first  []setup
	second []setup
	// numberOf holds, by rank of the movers' set · sets of pushers + rank of the pushers'
	// set, the number of the second player's set-up, or -1.
	numberOf []int32
	bitOf    []uint32 // placement → its bit in bitmaps of the slab
	row      uint32   // placements with one set of movers
	squares  [2]uint32
	cells    [2]uint64 // the halves
	border   [2]uint64 // of these, the column next to the other half
}

// setup is one player's pieces, as sets of squares.
type setup struct{ movers, pushers uint32 }

// NewSetups returns the set-ups of a variant. It fails with an [engine.InputError] if the number
// of columns is odd, if a half has fewer squares than a player has pieces, or if there are too
// many squares or pieces for slabs.
func NewSetups(v *Variant) (*Setups, error) {
	b := v.board
	if b.width%2 != 0 {
		return nil, engine.InputErrorf("the board has %d columns: want an even number, for two halves to set up on", b.width)
	}
	if !hasSlabs(v) {
		return nil, engine.InputErrorf("set-ups of %d movers and %d pushers a side on %d squares are too many: want at most %d squares, and few enough placements", v.movers, v.pushers, b.squares, 2*lowSquares)
	}
	s := &Setups{}
	for q := range b.squares {
		c := b.cellOf[q]
		column := int(c) % int(b.stride)
		half := 2 * column / b.width
		s.squares[half] |= 1 << q
		s.cells[half] |= 1 << c
		if column == b.width/2-1+half {
			s.border[half] |= 1 << c
		}
	}
	for half, name := range [2]string{"left", "right"} {
		if n := bits.OnesCount32(s.squares[half]); n < v.movers+v.pushers {
			return nil, engine.InputErrorf("the %s half of the board has %d squares: want at least %d, one for each piece of a player", name, n, v.movers+v.pushers)
		}
	}
	s.slabs = newSlabs(v)
	s.first, s.second = s.list(0), s.list(1)
	s.numberOf = make([]int32, len(s.slabs.moverSets)*len(s.slabs.pusherSets))
	for i := range s.numberOf {
		s.numberOf[i] = -1
	}
	for n, t := range s.second {
		s.numberOf[s.rank(t.movers, t.pushers)] = int32(n)
	}
	for w, x := range s.slabs.all {
		for ; x != 0; x &= x - 1 {
			s.bitOf = append(s.bitOf, uint32(w*64+bits.TrailingZeros64(x)))
		}
	}
	s.row = uint32(len(s.bitOf) / s.slabs.space.Rows)
	return s, nil
}

// list returns the set-ups of player 0 or 1.
func (s *Setups) list(player int) []setup {
	var list []setup
	for _, movers := range s.slabs.moverSets {
		for _, pushers := range s.slabs.pusherSets {
			if movers&pushers == 0 && (movers|pushers)&^s.squares[player] == 0 {
				list = append(list, setup{movers, pushers})
			}
		}
	}
	slices.SortFunc(list, func(a, b setup) int { return cmp.Compare(s.text(a, "oO"), s.text(b, "oO")) })
	return list
}

func (s *Setups) rank(movers, pushers uint32) uint32 {
	return s.slabs.ranks.Rank(movers)*uint32(len(s.slabs.pusherSets)) + s.slabs.ranks.Rank(pushers)
}

// text writes a set-up as one symbol a square.
func (s *Setups) text(u setup, kinds string) string {
	text := make([]byte, s.slabs.board.squares)
	for q := range text {
		switch {
		case u.movers>>q&1 != 0:
			text[q] = kinds[0]
		case u.pushers>>q&1 != 0:
			text[q] = kinds[1]
		default:
			text[q] = '.'
		}
	}
	return string(text)
}

// Counts returns the number of set-ups of each player.
func (s *Setups) Counts() (first, second int) { return len(s.first), len(s.second) }

// First writes a set-up of the first player: "o" for movers, "O" for pushers, "." for other
// squares.
func (s *Setups) First(n int) string { return s.text(s.first[n], "oO") }

// Second writes a set-up of the second player: "x" for movers, "X" for pushers, "." for other
// squares.
func (s *Setups) Second(n int) string { return s.text(s.second[n], "xX") }

// Position returns the position that two set-ups make.
func (s *Setups) Position(first, second int) engine.Position {
	f, t := s.first[first], s.second[second]
	theirs, pushers := s.slabs.toCells(t.movers|t.pushers), s.slabs.toCells(f.pushers|t.pushers)
	return Position{occupied: theirs | pushers | s.slabs.toCells(f.movers), pusher: pushers, theirs: theirs}
}

// Placements returns the number of placements of the first player's pieces against one set-up of
// the second's. A [SetupLinks] takes a byte for each.
func (s *Setups) Placements() int { return len(s.bitOf) }

// placement returns the number of a placement among pieces of the second player.
func (s *Setups) placement(movers, pushers, theirs uint32) uint32 {
	row, _ := s.slabs.configuration(movers, 0, theirs)
	_, col := s.slabs.configuration(0, pushers, theirs|movers)
	return row*s.row + col
}
