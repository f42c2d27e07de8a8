package table

import "github.com/foregone-db/foregone/kv"

// expectRemote is Expect for a remote file: it reads the parts of the index that the blocks need,
// then the blocks, each in as few requests as possible.
func (r *Reader) expectRemote(indices []uint64) error {
	places, err := r.places(indices)
	if err != nil {
		return err
	}
	return r.expectPlaces(places)
}

// expectPlaces is expectRemote for ascending places in the file.
func (r *Reader) expectPlaces(places []uint64) error {
	var blocks []uint64
	for _, i := range places {
		if block := i / r.block; (len(blocks) == 0 || blocks[len(blocks)-1] != block) && !r.cache.Has(block) {
			blocks = append(blocks, block)
		}
	}
	if r.index.whole == nil {
		if err := r.expectEntries(blocks); err != nil {
			return err
		}
	}
	spans := make([]kv.Span, 0, len(blocks))
	for _, block := range blocks {
		e, err := r.entry(block)
		if err != nil {
			return err
		}
		if e.length > 0 {
			spans = append(spans, kv.Span{Offset: int64(e.offset), Length: int(e.length)})
		}
	}
	return r.remote.Expect(spans)
}

// expectEntries reads the groups of entries of ascending blocks.
func (r *Reader) expectEntries(blocks []uint64) error {
	x := &r.index
	var groups []uint64
	for _, block := range blocks {
		if group := block / x.group; (len(groups) == 0 || groups[len(groups)-1] != group) && !x.groups.Has(group) {
			groups = append(groups, group)
		}
	}
	var spans []kv.Span
	for _, group := range groups {
		first, last := r.around(group*x.group, min((group+1)*x.group, r.blocks))
		spans = append(spans, kv.Span{Offset: int64(x.at + first*entrySize), Length: int((last - first) * entrySize)})
	}
	return r.remote.Expect(spans)
}

// remoteRun is the number of blocks that a sequential read of a remote table reads ahead.
const remoteRun = 256

// expectRun reads ahead the blocks of n values from index first on, if that is more than a block.
func (r *Reader) expectRun(first, n uint64) error {
	if r.remote == nil || n <= r.block {
		return nil
	}
	var indices []uint64
	for i := first; i < first+n; i += r.block - i%r.block {
		indices = append(indices, i)
	}
	return r.expectRemote(indices)
}
