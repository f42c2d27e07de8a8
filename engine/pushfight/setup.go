package pushfight

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

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

// SetupScratch finds values of set-ups. It belongs to one goroutine.
type SetupScratch struct {
	setups  *Setups
	slab    *slabScratch
	wins    []uint64
	any     []uint64
	level   []uint64
	reached []uint64
	ends    [256]int // by merit: the end of its placements in sorted
	sorted  []uint32 // placements by merit
	open    []target // set-ups of the first player that have no value yet
}

// target is a set-up of the first player.
type target struct {
	number int
	bit    uint32
}

// NewScratch returns the working memory of one worker.
func (s *Setups) NewScratch() *SetupScratch {
	set := func() []uint64 { return make([]uint64, s.slabs.space.Size) }
	return &SetupScratch{
		setups: s, slab: s.slabs.NewSlabScratch().(*slabScratch),
		wins: set(), any: set(), level: set(), reached: set(), sorted: make([]uint32, s.Placements()),
	}
}

// Values stores in dst the values, for the first player, of all his set-ups against set-up n of
// the second, whose links must be complete. It goes from the best pushes to the worst: a set-up
// has the value of the best push that at most two moves lead to.
func (w *SetupScratch) Values(dst []byte, n int, l *SetupLinks) error {
	s := w.setups
	t := s.second[n]
	w.slab.enter(t.movers, t.pushers, 0)
	w.slab.Marks(w.wins, w.any)
	theirs := t.movers | t.pushers
	w.open = w.open[:0]
	for i, f := range s.first {
		row, col := s.slabs.configuration(f.movers, f.pushers, theirs)
		w.open = append(w.open, target{i, row*s.slabs.unit + col})
	}
	w.sort(l, n-l.from)
	const won, lost = 2, 1 // the bytes of W1 and L0
	copy(w.level, w.wins)
	w.fill(255)
	w.settle(dst, won)
	for merit := uint32(254); merit > 0; merit-- {
		if w.ends[merit] == w.ends[merit-1] || len(w.open) == 0 {
			continue
		}
		v, err := engine.Byte.Back(engine.Value(valueOf(merit)))
		if err != nil {
			return fmt.Errorf("value of %s against %s: %w", s.First(w.open[0].number), s.Second(n), err)
		}
		clear(w.level)
		w.fill(merit)
		w.settle(dst, byte(v))
	}
	if len(w.open) > 0 { // pushes to positions won at once by the opponent
		copy(w.level, w.any)
		w.settle(dst, 3)
	}
	for _, o := range w.open { // no push at all
		dst[o.number] = lost
	}
	return nil
}

// sort sorts the placements of a set-up by merit. It leaves out those without a push.
func (w *SetupScratch) sort(l *SetupLinks, at int) {
	words := l.words[at*int(l.stride/4) : (at+1)*int(l.stride/4)]
	w.ends = [256]int{}
	for i := range words {
		for x := words[i].Load(); x != 0; x >>= 8 {
			if x&255 != 0 {
				w.ends[x&255]++
			}
		}
	}
	next := 0
	for merit, n := range w.ends {
		w.ends[merit] = next
		next += n
	}
	for i := range words {
		for at, x := i*4, words[i].Load(); x != 0; at, x = at+1, x>>8 {
			if x&255 != 0 {
				w.sorted[w.ends[x&255]] = uint32(at)
				w.ends[x&255]++
			}
		}
	}
}

// fill adds the placements of a merit to level.
func (w *SetupScratch) fill(merit uint32) {
	for _, p := range w.sorted[w.ends[merit-1]:w.ends[merit]] {
		bit := w.setups.bitOf[p]
		w.level[bit/64] |= 1 << (bit % 64)
	}
}

// settle assigns the value to the open set-ups from which at most two moves lead into level.
func (w *SetupScratch) settle(dst []byte, value byte) {
	w.slab.Dilate(w.reached, w.level)
	open := w.open[:0]
	for _, o := range w.open {
		if w.reached[o.bit/64]>>(o.bit%64)&1 != 0 {
			dst[o.number] = value
		} else {
			open = append(open, o)
		}
	}
	w.open = open
}
