package values

import (
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Whole is values as those see them who find all of a slice together: of a layer, or in games
// of scores of any slice. They lie in a file ([Layers]).
type Whole struct{ *Values }

// whole reports whether the values of a slice are found so.
func whole(v *Values, slice int) bool {
	return v.Slices[slice].Layer || v.Codec.Kind() == engine.Score
}

// Recall returns the note of a slice that an earlier run solved whole, or false. It checks
// the file, and returns its values where load is set. With an error the slice is to be
// solved again.
func (v Whole) Recall(slice int, load bool) (note ledger.LayerNote, values []byte, done bool, err error) {
	if done, err = v.Ledger.Note(ledger.LayerName(slice), &note); err != nil || !done {
		return note, nil, false, err
	}
	if !load {
		err = v.Layers.Each(slice, func([]byte) error { return nil })
		return note, nil, err == nil, err
	}
	values = v.New(slice)
	if err = v.Layers.Read(slice, values); err != nil {
		v.GiveBack(values)
		return note, nil, false, err
	}
	return note, values, true, nil
}

// Store writes all values of a slice, and notes that it is solved.
func (v Whole) Store(slice int, values []byte, took time.Duration, elapsed float64) (note ledger.LayerNote, err error) {
	if err := v.Stored(); err != nil {
		return note, err
	}
	note = ledger.LayerNote{Counts: v.Codec.Tally(values), Seconds: took.Seconds()}
	err = v.store(slice, values, &note, elapsed, true)
	return note, err
}

// short is how long a slice takes that need not outlive the machine: it would be solved again.
const short = time.Second

// StoreSoon is Store that goes on while other slices are solved, until [Whole.Stored] is asked or
// another slice is stored. The values must not be changed before. What took a [short] time outlives the process, and
// the machine soon after, or is solved again.
func (v Whole) StoreSoon(slice int, values []byte, took time.Duration, elapsed float64) (note ledger.LayerNote, err error) {
	if err := v.Stored(); err != nil {
		return note, err
	}
	note = ledger.LayerNote{Counts: v.Codec.Tally(values), Seconds: took.Seconds()}
	done := make(chan error, 1)
	v.storing = done
	go func(note ledger.LayerNote) { done <- v.store(slice, values, &note, elapsed, took >= short) }(note)
	return note, nil
}

// store writes all values of a slice and the note, but for its checksum.
func (v Whole) store(slice int, values []byte, note *ledger.LayerNote, elapsed float64, sync bool) (err error) {
	if note.CRC, err = v.Layers.Write(slice, values, sync); err != nil {
		return err
	}
	_, err = v.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.LayerName(slice): *note, ledger.ElapsedNote: elapsed}, Sync: sync,
	})
	return err
}

// Stored waits until what [Whole.StoreSoon] began has ended, and returns its error.
func (v Whole) Stored() error {
	if v.storing == nil {
		return nil
	}
	err := <-v.storing
	v.storing = nil
	return err
}

// Settle is [Values.Hand] of values of [Values.New] where they are to be kept, else
// [Values.GiveBack]. There may be none.
func (v Whole) Settle(slice int, values []byte, keep bool) {
	switch {
	case keep:
		v.Hand(slice, values)
	case values != nil:
		v.GiveBack(values)
	}
}

// BestScore returns the greatest of what exits are worth to the player who moves there, in
// points, and false where the value of one is not in memory.
func (v Whole) BestScore(exits []uint64) (best int, ok bool) {
	best = phase.WorstScore
	if len(v.gates) == 0 {
		return best, len(exits) == 0
	}
	for _, i := range exits {
		g := v.gates.to(i)
		value := v.Codec.At(g.loaded.values, i-g.loaded.first)
		if value == phase.Missing {
			return best, false
		}
		best = v.Codec.MoreScore(best, engine.Value(value), g.sign, g.gain)
	}
	return best, true
}
