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

// tables times lookups in a table of sampled runs, and measures its size.
func (m *meter) tables(r *rates) {
	const run, runs = 1 << 16, 48
	values := make([]byte, 0, run*runs)
	stored := uint64(0)
	draw := m.drawOthers()
	for range runs {
		if m.stopped() {
			return
		}
		first := m.rng.Uint64N(m.game.Size()-run) &^ 63
		wins := fast.NewSet(first, run)
		m.scratch.WinScanner.ScanWins(wins, first, run)
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
		m.err = err
		return
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
		m.table(path, header, values, r)
		*kind.seconds = m.lookUps(path, uint64(len(values)))
	}
}

// drawOthers returns a function that draws the value of a position not won at once, with the
// published shares.
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

// table writes a table. If it is compressed, table notes its size and the time.
func (m *meter) table(path string, h table.Header, values []byte, r *rates) {
	write := func() int {
		m.err = cmp.Or(m.err, writeTable(path, h, values))
		return len(values)
	}
	if h.Compression == table.None {
		write()
		return
	}
	r.compress = m.median(write)
	if info, err := os.Stat(path); err == nil {
		r.tableBytes = float64(info.Size()) / float64(len(values))
	} else {
		m.err = cmp.Or(m.err, err)
	}
}

func writeTable(path string, h table.Header, values []byte) error {
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

// lookUps times random lookups in a table, without a cache.
func (m *meter) lookUps(path string, positions uint64) float64 {
	t, err := table.Open(path, table.ReaderOptions{Cache: -1})
	if err != nil {
		m.err = cmp.Or(m.err, err)
		return 0
	}
	defer t.Close()
	return m.median(func() int {
		const n = 64
		for range n {
			v, err := t.Get(m.rng.Uint64N(positions))
			m.err = cmp.Or(m.err, err)
			m.sink += uint64(v)
		}
		return n
	})
}
