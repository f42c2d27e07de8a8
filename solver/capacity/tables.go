package capacity

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv/table"
)

// tables times look-ups in tables of the size that a sample of runs has, and
// measures what is stored of it.
func (m *meter) tables(r *rates) error {
	const run, runs = 1 << 16, 48
	values := make([]byte, 0, run*runs)
	stored := uint64(0)
	draw := m.drawOthers()
	for range runs {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		first := m.rng.Uint64N(m.game.Size()-run) &^ 63
		wins := fast.NewSet(first, run)
		m.scanner.ScanWins(wins, first, run)
		bitmap := roaring.FromDense(wins.Words(), false)
		bitmap.RunOptimize()
		stored += bitmap.GetSerializedSizeInBytes()
		for i := first; i < first+run; i++ {
			v := byte(2)
			if !wins.Has(i) {
				v = draw()
			}
			values = append(values, v)
		}
	}
	r.winBytes = float64(stored) / float64(len(values))
	dir, err := os.MkdirTemp("", "foregone-measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, kind := range []struct {
		compression string
		seconds     *float64
	}{{table.Zstd, &r.packed}, {table.None, &r.plain}} {
		path := filepath.Join(dir, kind.compression)
		header := table.Header{
			Game: "sample", Kind: engine.Byte.String(), Positions: uint64(len(values)),
			Slices: []table.Slice{{Name: "all", Size: uint64(len(values))}}, Compression: kind.compression,
		}
		if err := m.table(path, header, values, r); err != nil {
			return err
		}
		if *kind.seconds, err = m.lookUps(path, uint64(len(values))); err != nil {
			return err
		}
	}
	return nil
}

// drawOthers returns a function that draws a value of a position that is not won at
// once, with the shares that the values have.
func (m *meter) drawOthers() func() byte {
	c := totalsOf(m.counts)
	return func() byte {
		n := m.rng.Uint64N(c.positions - c.inOne)
		for v, count := range m.counts {
			if v == 2 {
				continue
			}
			if n < count {
				return byte(v)
			}
			n -= count
		}
		panic("capacity: the counts do not add up")
	}
}

// table writes a table, and notes its size and the time where it is compressed.
func (m *meter) table(path string, h table.Header, values []byte, r *rates) error {
	write := func() error {
		w, err := table.Create(path, h, table.WriterOptions{Workers: 1, UniformWeight: 2, Replace: true})
		if err != nil {
			return err
		}
		defer w.Abort()
		if err := w.Append(values); err != nil {
			return err
		}
		_, err = w.Finish()
		return err
	}
	if h.Compression == table.None {
		return write()
	}
	var failed error
	seconds, err := m.median(func() int {
		if failed == nil {
			failed = write()
		}
		return len(values)
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	r.compress, r.tableBytes = seconds, float64(info.Size())/float64(len(values))
	return nil
}

// lookUps times random look-ups in a table, without a cache.
func (m *meter) lookUps(path string, positions uint64) (float64, error) {
	t, err := table.Open(path, table.ReaderOptions{Cache: -1})
	if err != nil {
		return 0, err
	}
	defer t.Close()
	var failed error
	seconds, err := m.median(func() int {
		const n = 64
		for range n {
			v, err := t.Get(m.rng.Uint64N(positions))
			if err != nil {
				failed = err
			}
			m.sink += uint64(v)
		}
		return n
	})
	return seconds, cmp.Or(err, failed)
}
