package baghchal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// evaluator evaluates positions of a layer, a run of sets of goats beside the same tigers at a time.
//
// A goat that is put on the board leads to a larger set beside the same tigers: rows of sets are compared
// with rows of larger sets, byte by byte. A move of a tiger leads from all sets beside the tigers to sets beside
// the same other tigers, by one image.
type evaluator struct {
	best []byte // by rank: the merit of the best move
	next []byte // by rank: the merits of larger sets
	image
	lists  []entry // the lower halves of sets that have a move, by number of members
	starts []int   // by number of members: where its list starts; then the end
}

// entry is a lower half with its rank in a row, and its image.
type entry struct {
	at    uint16
	image uint32
}

var _ fast.LayerEvaluator = (*scratch)(nil)

// EvaluateLayer implements [fast.LayerEvaluator].
func (s *scratch) EvaluateLayer(dst []byte, first, count uint64, exits [][]byte) error {
	if s.best == nil {
		most := placement.Choose(s.free, s.free/2)
		s.best, s.next = make([]byte, most), make([]byte, most)
		s.image, s.lists, s.starts = s.emptyImage(), make([]entry, 0, 1<<s.low), make([]int, s.low+2)
	}
	for dst = dst[:count]; len(dst) > 0; {
		st, at, rank := s.where(first)
		n := min(uint64(len(dst)), s.first[st.goats][at+1]-s.first[st.goats][at]-rank)
		if err := s.evaluate(dst[:n], st, at, rank, exits); err != nil {
			return err
		}
		dst, first = dst[n:], first+n
	}
	return nil
}

// evaluate stores the values of positions of an orbit in a stage, from a rank on.
func (s *scratch) evaluate(dst []byte, st *stage, at int, rank uint64, exits [][]byte) error {
	o, rows := &s.orbits[at], s.rows[st.goats]
	from, to := uint32(rank), uint32(rank)+uint32(len(dst))
	if o.images != nil {
		from, to = 0, rows[len(rows)-1]
	}
	// The rows of the run.
	upper := sort.Search(len(rows), func(n int) bool { return rows[n] > from }) - 1
	until := sort.Search(len(rows), func(n int) bool { return rows[n] >= to })
	var err error
	if st.side == hunters {
		err = s.hunt(st, o, upper, until, exits)
	} else {
		err = s.put(st, at, upper, until, exits)
	}
	if err != nil {
		return err
	}
	best := s.best[from:to]
	if o.images != nil {
		least, sets := s.leastOf(o), s.places[st.goats]
		reader, first := placement.Reader{Set: least}, least.Before(sets)+rank
		for n := range dst {
			s.best[n] = s.best[reader.Place(first+uint64(n))-sets] // at n or later
		}
		best = s.best[:len(dst)]
	}
	if bytes.IndexByte(best, tooLate) >= 0 {
		return fmt.Errorf("in stage %q, a loss takes more than 253 plies, which the kind byte cannot hold", st.String())
	}
	for n, m := range best {
		dst[n] = worths[m]
	}
	return nil
}

// valuesOf returns the values of a stage behind an exit, for an orbit.
func (s *scratch) valuesOf(c counts, at int, exits [][]byte) ([]byte, error) {
	st := s.stageOf(c)
	first := s.first[st.goats]
	if st.slice >= len(exits) || uint64(len(exits[st.slice])) < st.offset+first[len(first)-1] {
		return nil, fmt.Errorf("the values of slice %d are missing", st.slice)
	}
	return exits[st.slice][st.offset+first[at] : st.offset+first[at+1]], nil
}

// put finds the best merits of the sets of some rows where goats are put on the board.
func (s *scratch) put(st *stage, at, upper, until int, exits [][]byte) error {
	values, err := s.valuesOf(counts{st.hand - 1, st.captured, hunters}, at, exits)
	if err != nil {
		return err
	}
	if bytes.IndexByte(values, 255) >= 0 {
		return fmt.Errorf("behind stage %q, a loss takes 254 plies, and the kind byte cannot hold the win before it", st.String())
	}
	rows, larger := s.rows[st.goats], s.rows[st.goats+1]
	next := s.next[:larger[len(larger)-1]]
	s.unfold(next, values, &s.orbits[at], st.goats+1)
	for ; upper < until; upper++ {
		row := s.best[rows[upper]:rows[upper+1]]
		if len(row) == 0 {
			continue
		}
		members := st.goats - bits.OnesCount(uint(upper))
		behind, ranks := next[larger[upper]:larger[upper+1]], s.larger[members]
		for n := range row {
			best := byte(0)
			for _, rank := range ranks[n*(s.low-members):][:s.low-members] {
				best = max(best, behind[rank])
			}
			row[n] = best
		}
		for free := (1<<(s.free-s.low) - 1) &^ upper; free != 0; free &= free - 1 {
			raise(row, next[larger[upper|free&-free]:])
		}
	}
	return nil
}

// raise sets each byte of a row to the greater one of itself and the byte of another row.
func raise(row, other []byte) {
	const high = 0x8080808080808080
	other = other[:len(row)]
	for ; len(row) >= 8; row, other = row[8:], other[8:] {
		a, b := binary.LittleEndian.Uint64(row), binary.LittleEndian.Uint64(other)
		// The highest bit of each byte tells whether that of a is at least that of b.
		least := (a&^b | ^(a^b)&((a|high)-b&^high)) & high
		keep := least >> 7 * 255
		binary.LittleEndian.PutUint64(row, a&keep|b&^keep)
	}
	for n, m := range other {
		row[n] = max(row[n], m)
	}
}

// unfold stores the merits of all sets of goats of an orbit, whose values are those of the least twins.
func (s *scratch) unfold(dst, values []byte, o *orbit, goats int) {
	if o.images == nil {
		for n, v := range values {
			dst[n] = merits[v]
		}
		return
	}
	rank, at := 0, 0
	for upper := range len(s.rows[goats]) - 1 {
		for _, half := range s.row(goats, upper) {
			set := uint32(upper)<<s.low | uint32(half)
			if least := o.smallest(s.subsets, set); least < set {
				dst[rank] = dst[s.rank(least, goats)]
			} else {
				dst[rank] = merits[values[at]]
				at++
			}
			rank++
		}
	}
}

// hunt finds the best merits of the sets of some rows where tigers move.
func (s *scratch) hunt(st *stage, o *orbit, upper, until int, exits [][]byte) error {
	rows := s.rows[st.goats]
	clear(s.best[rows[upper]:rows[until]])
	for rest := o.tigers; rest != 0; rest &= rest - 1 {
		from := bits.TrailingZeros32(rest)
		for _, w := range s.ways[from] {
			h := hunt{stage: st, orbit: o, tigers: o.tigers ^ 1<<from ^ 1<<w.to, to: 1 << w.to, over: 1 << w.over}
			if o.tigers&(h.to|h.over) != 0 || h.over != 0 && st.goats == 0 {
				continue
			}
			if err := s.move(h, upper, until, exits); err != nil {
				return err
			}
		}
	}
	return nil
}

// hunt is a move of a tiger, from all sets of goats beside an orbit's tigers where it is possible.
type hunt struct {
	*stage
	*orbit
	tigers   uint32 // after it
	to, over uint32 // the point that the tiger comes to, and that of the goat that it captures, or 0
}

// move raises the merits of the sets of some rows where a tiger has a move.
func (s *scratch) move(h hunt, upper, until int, exits [][]byte) error {
	free, full := multiset.Squeeze(h.to, h.orbit.tigers), multiset.Squeeze(h.over, h.orbit.tigers)
	to := s.turnedOf(h.tigers)
	target := &s.orbits[to.orbit]
	s.fill(&s.image, h.orbit.tigers, int(to.symmetry), target.tigers, h.over)
	s.list(free, full)
	captured, goats := h.captured, h.goats
	if h.over != 0 {
		captured, goats = captured+1, goats-1
	}
	var values []byte
	if captured < s.captures {
		var err error
		if values, err = s.valuesOf(counts{h.hand, captured, 0}, int(to.orbit), exits); err != nil {
			return err
		}
	}
	rows := s.rows[h.goats]
	for ; upper < until; upper++ {
		set := uint32(upper) << s.low
		members := h.goats - bits.OnesCount(uint(upper))
		if members < 0 || members > s.low || set&free != 0 || ^set&full>>s.low<<s.low != 0 {
			continue
		}
		row, list := s.best[rows[upper]:rows[upper+1]], s.lists[s.starts[members]:s.starts[members+1]]
		switch {
		case captured == s.captures:
			for _, e := range list {
				row[e.at] = merits[1]
			}
		case target.images == nil:
			s.look(row, list, s.upper[upper], values, goats)
		default:
			for _, e := range list {
				least := target.smallest(s.subsets, s.upper[upper]|e.image)
				row[e.at] = max(row[e.at], merits[values[s.rankIn(target, least, goats)]])
			}
		}
	}
	return nil
}

// look raises the merits of a row by those of the images of its sets.
func (s *scratch) look(row []byte, list []entry, upper uint32, values []byte, goats int) {
	rows, ranks, low := s.rows[goats], s.ranks, s.low
	mask := uint32(len(ranks) - 1)
	for _, e := range list {
		set := upper | e.image
		row[e.at] = max(row[e.at], merits[values[rows[set>>(low&31)]+uint32(ranks[set&mask])]])
	}
}

// list lists the lower halves that have no member of free, and all of full.
func (s *scratch) list(free, full uint32) {
	s.lists = s.lists[:0]
	full &= 1<<s.low - 1
	for members, halves := range s.halves {
		s.starts[members] = len(s.lists)
		for n, half := range halves {
			if set := uint32(half); set&free == 0 && ^set&full == 0 {
				s.lists = append(s.lists, entry{uint16(n), s.lower[set]})
			}
		}
	}
	s.starts[len(s.halves)] = len(s.lists)
}

// tooLate is the merit of a position that the opponent wins in 253 plies.
const tooLate = 127

// merits ranks the value of a position for the player who moves there. worths maps the best merit to the value of the
// position before the move: without one it is lost at once.
var merits, worths = fast.Merits(1)
