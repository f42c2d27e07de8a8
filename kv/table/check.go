package table

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/foregone-db/foregone/kv"
)

// checkRun is the least number of bytes of values between two reports.
const checkRun = 4 << 20

// Check reads the whole table from the file, without cache and mapping, and checks every checksum,
// the digest and the counts. It cannot check weighted counts, which need the game, nor in a table with
// an order the digest and the first indices, which need the order; the digest of the file stands for them. In a table
// that leaves values out, it cannot check counts either. It calls
// progress, unless that is nil, with the positions done and in all. It returns [kv.ErrCorrupt] for
// the first fault, or the context's error.
func (r *Reader) Check(ctx context.Context, progress func(done, total uint64)) error {
	if r.closed.Load() {
		return fmt.Errorf("check %s: %w", r.path, kv.ErrClosed)
	}
	// Read the fixed parts again: they may have changed.
	most := uint64(len(r.index.whole))
	onFile, err := open(r.path, r.file, r.length, most)
	if err != nil {
		return err
	}
	if most == 0 {
		onFile.prepareIndex()
	}
	if err := onFile.checkDistant(ctx); err != nil {
		return err
	}
	onFile.decoder = r.decoder
	s := r.scratch.Get().(*scratch)
	defer r.scratch.Put(s)
	digest := sha256.New()
	count := newTally(r.Kind(), one)
	reported := uint64(0)
	for b := range r.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		values := s.values[:r.blockBytes(b)]
		if r.header.leftOut(b) {
			values = nil
		} else if err := onFile.load(values, s.stored, b); err != nil {
			return err
		}
		digest.Write(values)
		count.add(values, b*r.block)
		if done := min((b+1)*r.block, r.header.Positions); progress != nil && ((done-reported)*r.width >= checkRun || b+1 == r.blocks) {
			progress(done, r.header.Positions)
			reported = done
		}
	}
	ordered, want := r.header.Order != "", cmp.Or(r.summary.FileSHA256, r.summary.SHA256)
	if sum := hex.EncodeToString(digest.Sum(nil)); sum != want {
		return kv.Corruptf(r.path, "the digest of its values is %s, want %s", sum, want)
	}
	if r.header.Derives() {
		return nil
	}
	counts, err := count.counts()
	if err != nil || len(counts) != len(r.summary.Counts) {
		return kv.Corruptf(r.path, "it holds %d different values, want %d", len(counts), len(r.summary.Counts))
	}
	for i, c := range counts {
		want := r.summary.Counts[i]
		if c.Value != want.Value || c.Positions != want.Positions || !ordered && c.First != want.First {
			return kv.Corruptf(r.path, "value %d stands in %d positions from index %d on, want value %d in %d from %d on",
				c.Value, c.Positions, c.First, want.Value, want.Positions, want.First)
		}
	}
	return nil
}
