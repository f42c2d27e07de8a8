package values

import (
	"context"
	"time"

	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// Recall reports the positions of a slice by value if an earlier run stored the values in a file. It
// checks the file, and returns the values if load is set. It returns false if the slice must be
// solved, because there is no file or the file is damaged.
func (v *Values) Recall(ctx context.Context, slice int, load bool) (values []byte, done bool, err error) {
	var note ledger.ValuesNote
	if done, err = v.Ledger.Note(ledger.ValuesName(slice), &note); err != nil || !done {
		return nil, false, err
	}
	if load {
		values = v.New(slice)
	}
	if err = v.readFile(ctx, Range{Slice: slice}, values); err == nil {
		v.report(note.Counts)
		return values, true, nil
	}
	v.GiveBack(values)
	if ctx.Err() != nil {
		return nil, false, err
	}
	v.Reporter.Warn("a slice is solved again", v.Slices[slice].Name, err)
	return nil, false, nil
}

// report reports the positions of a slice by value.
func (v *Values) report(counts map[int]uint64) {
	for value, n := range counts {
		v.Reporter.Decided(v.Codec.Kind().BucketText(uint16(value)), n)
	}
}

// short is the time of a slice that may be solved again after a failure of the machine.
const short = time.Second

// Store reports the positions of a slice by value, writes all values to its file, and commits the
// note that the slice is solved: by a way, since started.
//
// If soon is set, Store writes in the background. It ends before [Values.Stored] returns or the next
// slice is stored; until then the caller must not change the values. A slice that took less than
// [short] is not synced to disk: it survives the process, and is solved again if the machine fails.
func (v *Values) Store(slice int, way string, values []byte, started time.Time, soon bool) error {
	counts, took := v.Codec.Tally(values), time.Since(started)
	v.report(counts)
	if err := v.Stored(); err != nil {
		return err
	}
	store := func() error {
		write := func(write func(part []byte) error) error { return write(values) }
		return v.store(slice, ledger.ValuesNote{Way: way, Counts: counts, Seconds: took.Seconds()}, !soon || took >= short, write)
	}
	if !soon {
		return store()
	}
	done := make(chan error, 1)
	v.storing = done
	go func() { done <- store() }()
	return nil
}

// StoreParts is [Values.Store] for values that each passes on part by part, in order. The caller has
// counted and reported the positions by value.
func (v *Values) StoreParts(slice int, way string, counts map[int]uint64, started time.Time, each func(write func(part []byte) error) error) error {
	if err := v.Stored(); err != nil {
		return err
	}
	return v.store(slice, ledger.ValuesNote{Way: way, Counts: counts, Seconds: time.Since(started).Seconds()}, true, each)
}

// StoreNumbers is [Values.StoreParts] for the numbers of a slice of a game of chance, with a note that
// lacks checksum and time.
func (v *Values) StoreNumbers(slice int, note ledger.ValuesNote, numbers []byte, started time.Time) error {
	if err := v.Stored(); err != nil {
		return err
	}
	note.Seconds = time.Since(started).Seconds()
	return v.store(slice, note, true, func(write func(part []byte) error) error { return write(numbers) })
}

// PackedFrom is the number of bytes of values from which on the file of a slice is packed.
const PackedFrom = 1 << 20

// store writes the file of a slice, and the note with the checksum.
func (v *Values) store(slice int, note ledger.ValuesNote, sync bool, each func(write func(part []byte) error) error) (err error) {
	note.Packed = !v.Codec.Kind().Uncertain() && v.Slices[slice].Size*v.Codec.Width() >= PackedFrom
	if note.CRC, err = files.Write(v.Disk, v.path(slice), sync, note.Packed, each); err != nil {
		return err
	}
	_, err = v.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.ValuesName(slice): note, ledger.ElapsedNote: v.Reporter.Elapsed()}, Sync: sync,
	})
	return err
}

// Stored waits until a slice that is stored in the background is there, and returns its error.
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
