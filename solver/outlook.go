package solver

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// outlook is what the successors of a position tell before the phases run.
type outlook struct {
	offset uint64 // of the position in its chunk
	wins   bool   // a move wins at once
	saved  bool   // a draw or an exit keeps it from being lost
	least  int    // the phase of the quickest winning exit, 0: none
	most   int    // the phase of the slowest losing exit, 0: none
	inside int    // successors within the slice
	left   int    // of these, the ones not known to win at once
}

// lookout finds the outlooks of some positions of a chunk. All successors are listed
// before the first is looked up, so that many reads of memory are on their way at once.
type lookout struct {
	outlooks []outlook
	inside   []uint64 // successors within the slice to look up
	insideOf []uint16 // by these: the place of the outlook
	exits    []uint64 // the other ones
	exitsOf  []uint16
	values   []uint32 // by exits: the value, or notHeld; of a layer, by successors
}

// lookoutSize is the number of positions that are looked at together, at most 1<<16, or
// fewer where they have more successors than lookoutMoves.
const (
	lookoutSize  = 256
	lookoutMoves = 16 * lookoutSize
)

// full reports whether it is time to resolve.
func (l *lookout) full() bool {
	return len(l.outlooks) == lookoutSize || len(l.inside)+len(l.exits) >= lookoutMoves
}

// begin forgets the positions before.
func (l *lookout) begin() {
	l.outlooks = l.outlooks[:0]
	l.inside, l.insideOf = l.inside[:0], l.insideOf[:0]
	l.exits, l.exitsOf = l.exits[:0], l.exitsOf[:0]
}

// wins reports whether the last position looked at wins at once.
func (l *lookout) wins() bool { return l.outlooks[len(l.outlooks)-1].wins }

// look lists the successors of position i, which has some offset in its chunk, for the
// next resolve. Whether those within the slice win at once is looked up only if count is
// set and all immediate wins are known; else all of them are left.
func (s *sliceRun) look(w *worker, i, offset uint64, count bool) error {
	l := &w.lookout
	l.outlooks = append(l.outlooks, outlook{offset: offset})
	o := &l.outlooks[len(l.outlooks)-1]
	place := uint16(len(l.outlooks) - 1)
	if w.seeder != nil && s.instant && s.reverse == nil {
		from := len(l.exits)
		var ends engine.Ends
		l.exits, o.inside, o.left, ends = w.seeder.AppendExits(l.exits, i)
		for range len(l.exits) - from {
			l.exitsOf = append(l.exitsOf, place)
		}
		over, err := s.lookEnds(o, i, ends)
		if over {
			l.exits, l.exitsOf = l.exits[:from], l.exitsOf[:from]
		}
		return err
	}
	var ends engine.Ends
	w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i)
	if over, err := s.lookEnds(o, i, ends); over || err != nil {
		return err
	}
	for _, j := range w.indices {
		if j-s.slice.First >= s.slice.Size {
			l.exits, l.exitsOf = append(l.exits, j), append(l.exitsOf, place)
			continue
		}
		o.inside++
		if count && s.instant {
			l.inside, l.insideOf = append(l.inside, j), append(l.insideOf, place)
		} else { // nothing is known of it
			o.left++
		}
	}
	return nil
}

// lookEnds enters the ends of the moves of position i. They may be all that counts.
func (s *sliceRun) lookEnds(o *outlook, i uint64, ends engine.Ends) (over bool, err error) {
	if ends&(engine.LosesNow|engine.IsWon) != 0 && !s.wide {
		return true, fmt.Errorf("position #%d is finished and won for its mover, or a move loses at once: the byte kind has no value for that", i)
	}
	switch {
	case ends&engine.IsWon != 0:
		o.least, o.saved = s.winPhase(0), true
		return true, nil
	case ends&engine.WinsNow != 0:
		o.wins = true
		return true, nil
	case ends&engine.LosesNow != 0:
		o.most = s.lossPhase(1)
	}
	o.saved = ends&(engine.DrawsNow|engine.IsDrawn) != 0
	return false, nil
}

// resolve completes the outlooks since begin. Exits that are not held are passed over.
func (s *sliceRun) resolve(w *worker) []outlook {
	l := &w.lookout
	won, first := s.won.Words(), s.slice.First
	for n, j := range l.inside {
		j -= first
		l.outlooks[l.insideOf[n]].left += int(won[j>>6]>>(j&63)&1 ^ 1)
	}
	l.values = s.appendExitValues(l.values[:0], l.exits)
	kind := s.game.Kind()
	for n, held := range l.values {
		if held == notHeld {
			continue
		}
		o := &l.outlooks[l.exitsOf[n]]
		v := engine.Value(held)
		plies, _ := kind.Plies(v)
		switch kind.Outcome(v) {
		case engine.Loss:
			o.saved = true
			if phase := s.winPhase(plies + 1); o.least == 0 || phase < o.least {
				o.least = phase
			}
		case engine.Win:
			o.most = max(o.most, s.lossPhase(plies+1))
		default:
			o.saved = true
		}
	}
	return l.outlooks
}
