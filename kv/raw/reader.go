package raw

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// Reader reads the values of a file in place. It is safe for concurrent use, except that nothing
// may run during or after [Reader.Close].
type Reader struct {
	file        *File
	description Description
	kind        engine.Kind
	known       Ranges
}

// Open opens the file that the description in the folder dir names. It fails with [kv.ErrNotFound]
// if the description or the file is missing, with [kv.ErrNewer], and with [kv.ErrCorrupt] if either
// is damaged or the file is not the described one.
func Open(dir string, o Options) (*Reader, error) {
	d, err := ReadDescription(dir)
	if err != nil {
		return nil, err
	}
	r := &Reader{description: d}
	bad := func(err error) (*Reader, error) { return nil, kv.Corruptf(DescriptionPath(dir), "%v", err) }
	if r.kind, err = engine.ParseKind(d.Kind); err != nil {
		return bad(err)
	}
	if r.known, err = ParseRanges(d.Known); err != nil {
		return bad(err)
	}
	if top := r.known[len(r.known)-1].Last; r.kind.Width() != 1 || top >= d.Positions {
		return bad(fmt.Errorf("index %d of %d %s values cannot be known", top, d.Positions, d.Kind))
	}
	if r.file, err = OpenFile(d.Path, o); err != nil {
		// The file was valid once, so its fault is not an input of the caller.
		if engine.IsInput(err) {
			return nil, kv.Corruptf(d.Path, "it is not the file that %s describes (%v)", DescriptionPath(dir), err)
		}
		return nil, fmt.Errorf("%w (named by %s)", err, DescriptionPath(dir))
	}
	if err := r.recognise(dir); err != nil {
		r.file.Close()
		return nil, err
	}
	return r, nil
}

// recognise checks that the file is the described one.
func (r *Reader) recognise(dir string) error {
	d, f := r.description, r.file
	changed := func(what string, now, then any) error {
		return kv.Corruptf(d.Path, "its %s is %v and was %v when %s was made: it was changed or replaced; if that is right, remove the description and import it again",
			what, now, then, DescriptionPath(dir))
	}
	switch {
	case f.Encoding() != d.Encoding:
		return changed("encoding", f.Encoding(), d.Encoding)
	case f.Bytes() != d.Bytes:
		return changed("size in bytes", f.Bytes(), d.Bytes)
	case r.known[len(r.known)-1].Last >= f.Length():
		return changed("number of values", f.Length(), "greater")
	case f.Encoding() == Plain && f.modified.Equal(d.Modified):
		return nil // unchanged: skip the samples
	}
	fingerprint, err := f.fingerprint(r.known)
	if err != nil {
		return err
	}
	if fingerprint != d.Fingerprint {
		return changed("content", fingerprint[:min(len(fingerprint), 16)], d.Fingerprint[:min(len(d.Fingerprint), 16)])
	}
	return nil
}

// Path returns the path of the file of values.
func (r *Reader) Path() string { return r.description.Path }

// Description returns the description. Do not change its map.
func (r *Reader) Description() Description { return r.description }

// Kind returns how the values are coded.
func (r *Reader) Kind() engine.Kind { return r.kind }

// Known returns the indices that the file holds.
func (r *Reader) Known() Ranges { return r.known }

// CheckGame returns a [kv.ErrGameMismatch] unless the file belongs to spec.
func (r *Reader) CheckGame(spec engine.Spec) error {
	return table.CheckGame(r.Path(), r.description.Game, r.description.Files, spec.String(), spec.Files())
}

// Get returns the value of index i, or false if the file does not hold it. It fails with an
// [engine.InputError] if i is out of range, and with [kv.ErrCorrupt] if the block is damaged.
func (r *Reader) Get(i uint64) (v engine.Value, known bool, err error) {
	if i >= r.description.Positions {
		return 0, false, engine.InputErrorf("index %d is out of range: there are %d positions", i, r.description.Positions)
	}
	if !r.known.Has(i) {
		return 0, false, nil
	}
	var b [1]byte
	err = r.file.ReadValues(b[:], i)
	return engine.Value(b[0]), err == nil, err
}

// ReadValues fills dst with the values of the indices from first on, all of which must be known.
func (r *Reader) ReadValues(dst []byte, first uint64) error {
	if !r.known.Covers(first, uint64(len(dst))) {
		return engine.InputErrorf("indices %d to %d of %s are not all known", first, first+uint64(len(dst))-1, r.Path())
	}
	return r.file.ReadValues(dst, first)
}

// Close closes the file and frees the memory.
func (r *Reader) Close() error { return r.file.Close() }
