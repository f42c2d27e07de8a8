package values

import (
	"time"

	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// Recall returns the note of a slice that an earlier run solved into a file, or false. It checks
// the file, and returns its values if load is set. After an error the slice must be solved again.
func (v *Values) Recall(slice int, load bool) (note ledger.LayerNote, values []byte, done bool, err error) {
	if done, err = v.Ledger.Note(ledger.LayerName(slice), &note); err != nil || !done {
		return note, nil, false, err
	}
	if !load {
		err = v.EachOfFile(slice, func([]byte) error { return nil })
		return note, nil, err == nil, err
	}
	values = v.New(slice)
	if err = v.readFile(Range{slice, 0, v.Slices[slice].Size}, values); err != nil {
		v.GiveBack(values)
		return note, nil, false, err
	}
	return note, values, true, nil
}

// Store writes all values of a slice to its file and commits the note that it is solved.
func (v *Values) Store(slice int, values []byte, took time.Duration, elapsed float64) (note ledger.LayerNote, err error) {
	if err := v.Stored(); err != nil {
		return note, err
	}
	note = ledger.LayerNote{Counts: v.Codec.Tally(values), Seconds: took.Seconds()}
	err = v.store(slice, values, &note, elapsed, true)
	return note, err
}

// short is the time of a slice that may be solved again after a failure of the machine.
const short = time.Second

// StoreSoon is [Values.Store] in the background. It ends before [Values.Stored] returns or the next
// slice is stored; until then the caller must not change the values. A slice that took less than
// [short] is not synced to disk: it survives the process, and is solved again if the machine fails.
func (v *Values) StoreSoon(slice int, values []byte, took time.Duration, elapsed float64) (note ledger.LayerNote, err error) {
	if err := v.Stored(); err != nil {
		return note, err
	}
	note = ledger.LayerNote{Counts: v.Codec.Tally(values), Seconds: took.Seconds()}
	done := make(chan error, 1)
	v.storing = done
	go func(note ledger.LayerNote) { done <- v.store(slice, values, &note, elapsed, took >= short) }(note)
	return note, nil
}

// store writes the file of a slice, and the note with the checksum.
func (v *Values) store(slice int, values []byte, note *ledger.LayerNote, elapsed float64, sync bool) (err error) {
	note.CRC, err = files.Write(v.Disk, v.Path(slice), sync, func(write func(part []byte) error) error { return write(values) })
	if err != nil {
		return err
	}
	_, err = v.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.LayerName(slice): *note, ledger.ElapsedNote: elapsed}, Sync: sync,
	})
	return err
}

// Stored waits for [Values.StoreSoon] and returns its error.
func (v *Values) Stored() error {
	if v.storing == nil {
		return nil
	}
	err := <-v.storing
	v.storing = nil
	return err
}

// SolvedInFile records that the file of a slice has its values. An array of [Values.New] may hold
// them, too: it stays in memory if later slices exit here and memory has room, else it is given back.
func (v *Values) SolvedInFile(slice int, values []byte) {
	v.solved[slice] = solved{inFile: true}
	switch {
	case values == nil:
	case v.Keeps(slice):
		v.loaded[slice] = loaded{v.Slices[slice].First, values, true}
	default:
		v.GiveBack(values)
	}
}
