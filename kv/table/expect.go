package table

import "os"

// pageBytes is the least number of bytes that the system reads.
const pageBytes = 4 << 10

// Expect asks the system to read ahead the parts of the file that [Reader.Get] needs for the
// indices. They must be ascending and in range. A disk serves many requests at once in the time of
// a few, so Expect pays for hundreds of distant indices.
func (r *Reader) Expect(indices []uint64) error {
	if r.remote != nil {
		return r.expectRemote(indices)
	}
	file, ok := r.closer.(*os.File)
	if !ok || r.closed.Load() {
		return nil
	}
	indices, err := r.places(indices)
	if err != nil {
		return err
	}
	a := ahead{file: file}
	defer a.flush()
	last := ^uint64(0)
	for _, i := range indices {
		block := i / r.block
		if block == last {
			continue
		}
		e, err := r.entry(block)
		if err != nil {
			return err
		}
		a.add(e.offset, uint64(e.length))
		last = block
	}
	return nil
}

// ahead asks the system to read parts of a file ahead, and joins parts in adjacent pages.
type ahead struct {
	file     *os.File
	from, to uint64
}

// add adds a part after the last one.
func (a *ahead) add(offset, length uint64) {
	from, to := offset&^(pageBytes-1), (offset+length+pageBytes-1)&^(pageBytes-1)
	if from > a.to || a.to == 0 {
		a.flush()
		a.from = from
	}
	a.to = to
}

func (a *ahead) flush() {
	if a.to > a.from {
		advise(a.file, a.from, a.to-a.from)
	}
}
