package phases

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// prospect is what the successors of a position tell before the phases run.
type prospect struct {
	phase.Fold
	offset uint64 // of the position in its chunk
	inside int    // successors within the slice
	left   int    // of these, the ones not known to win at once
}

// lookups find the prospects of some positions of a chunk. All successors are listed
// before the first is looked up, so that many reads of memory are on their way at once.
type lookups struct {
	s         *slice
	w         *crew.Worker
	prospects []prospect
	inside    []uint64 // successors within the slice to look up
	insideOf  []uint16 // by these: the place of the prospect
	exits     []uint64 // the other ones
	exitsOf   []uint16
	values    []uint32 // by exits: the value, or phase.Missing
}

// Positions are looked up together in groups of lookupPositions, at most 1<<16, or of
// fewer where they have more successors than lookupMoves.
const (
	lookupPositions = 256
	lookupMoves     = 16 * lookupPositions
)

// full reports whether it is time to resolve.
func (l *lookups) full() bool {
	return len(l.prospects) == lookupPositions || len(l.inside)+len(l.exits) >= lookupMoves
}

// begin forgets the positions before.
func (l *lookups) begin() {
	l.prospects = l.prospects[:0]
	l.inside, l.insideOf = l.inside[:0], l.insideOf[:0]
	l.exits, l.exitsOf = l.exits[:0], l.exitsOf[:0]
}

// wins reports whether the last position listed wins at once.
func (l *lookups) wins() bool { return l.prospects[len(l.prospects)-1].Wins }

// list lists the successors of position i, which has some offset in its chunk, for the
// next resolve. Whether those within the slice win at once is looked up only if count is
// set and all immediate wins are known; else all of them are left.
func (l *lookups) list(i, offset uint64, count bool) error {
	w := l.w
	l.prospects = append(l.prospects, prospect{offset: offset})
	o := &l.prospects[len(l.prospects)-1]
	place := uint16(len(l.prospects) - 1)
	if w.Seeder != nil && l.s.reverse == nil && (l.s.instant || l.s.Codec.LossesWait()) {
		from := len(l.exits)
		var ends engine.Ends
		l.exits, o.inside, o.left, ends = w.Seeder.AppendExits(l.exits, i)
		if !l.s.instant { // nothing is known of them
			o.left = o.inside
		}
		for range len(l.exits) - from {
			l.exitsOf = append(l.exitsOf, place)
		}
		over, err := l.addEnds(o, i, ends)
		if over {
			l.exits, l.exitsOf = l.exits[:from], l.exitsOf[:from]
		}
		return err
	}
	var ends engine.Ends
	w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	if over, err := l.addEnds(o, i, ends); over || err != nil {
		return err
	}
	first, size, look := l.s.region.Slice.First, l.s.region.Slice.Size, count && l.s.instant
	for _, j := range w.Indices {
		if j-first >= size {
			l.exits, l.exitsOf = append(l.exits, j), append(l.exitsOf, place)
			continue
		}
		o.inside++
		if look {
			l.inside, l.insideOf = append(l.inside, j), append(l.insideOf, place)
		} else { // nothing is known of it
			o.left++
		}
	}
	return nil
}

// addEnds adds the ends of the moves of position i. They may be all that counts.
func (l *lookups) addEnds(o *prospect, i uint64, ends engine.Ends) (over bool, err error) {
	if ends == 0 {
		return false, nil
	}
	over, err = l.s.Codec.AddEnds(&o.Fold, ends)
	if err != nil {
		err = fmt.Errorf("position #%d: %w", i, err)
	}
	return over, err
}

// resolve completes the prospects since begin. Exits whose values are not in memory are
// passed over.
func (l *lookups) resolve() []prospect {
	won, first := l.s.region.Won.Words(), l.s.region.Slice.First
	for n, j := range l.inside {
		j -= first
		l.prospects[l.insideOf[n]].left += int(won[j>>6]>>(j&63)&1 ^ 1)
	}
	l.values = l.s.Values.AppendExits(l.values[:0], l.exits)
	for n, v := range l.values {
		if v != phase.Missing {
			l.s.Codec.Add(&l.prospects[l.exitsOf[n]].Fold, engine.Value(v))
		}
	}
	return l.prospects
}
