package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// openBytes opens a table from data, as a file or as a mapping.
func openBytes(name string, data []byte, o ReaderOptions) (*Reader, error) {
	r, err := open(name, bytes.NewReader(data), int64(len(data)), o.index())
	if err != nil {
		return nil, err
	}
	if o.Access == Mapped {
		r.data = data
	}
	r.prepare(o)
	return r, nil
}

// answers opens a table, and reads and checks all of it. It returns the first error of each step,
// and the values of steps without one.
func answers(data []byte, access Access) (values []byte, openErr, getErr, readErr, checkErr error) {
	r, err := openBytes("table", data, ReaderOptions{Access: access})
	if err != nil {
		return nil, err, err, err, err
	}
	defer r.Close()
	for i := range r.header.Positions {
		v, err := r.Get(i)
		if err != nil {
			getErr = err
			break
		}
		values = le.AppendUint16(values, uint16(v))[:len(values)+int(r.width)]
	}
	readErr = r.ReadValues(make([]byte, r.header.Positions*r.width), 0)
	return values, nil, getErr, readErr, r.Check(context.Background(), nil)
}

// A change of any byte of a table is detected.
func TestBitFlips(t *testing.T) {
	for _, compression := range []string{Zstd, None} {
		path, _ := build(t, header(300, compression, 64), sample(300, 5), WriterOptions{})
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, access := range []Access{OnFile, Mapped} {
			if _, _, _, _, err := answers(good, access); err != nil {
				t.Fatal(err)
			}
			for i := range good {
				for bit := i % 3; bit < 8; bit += 3 {
					bad := bytes.Clone(good)
					bad[i] ^= 1 << bit
					_, openErr, getErr, readErr, checkErr := answers(bad, access)
					for _, err := range []error{getErr, readErr, checkErr} {
						if !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "table") {
							t.Fatalf("%s: bit %d of byte %d: open %v, get %v, read %v, check %v", compression, bit, i, openErr, getErr, readErr, checkErr)
						}
					}
				}
			}
		}
	}
}

func TestTruncation(t *testing.T) {
	for _, compression := range []string{Zstd, None} {
		path, _ := build(t, header(300, compression, 64), sample(300, 5), WriterOptions{})
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n := range good {
			if _, err, _, _, _ := answers(good[:n], OnFile); !errors.Is(err, kv.ErrCorrupt) {
				t.Fatalf("%s: cut to %d bytes: %v", compression, n, err)
			}
		}
		for _, n := range []int{1, 7, 100, len(good)} {
			if _, err, _, _, _ := answers(append(bytes.Clone(good), good[:n]...), OnFile); !errors.Is(err, kv.ErrCorrupt) {
				t.Fatalf("%s: %d bytes too many: %v", compression, n, err)
			}
		}
	}
}

// rebuilt returns a table with changed fixed parts, header and summary, and matching checksums.
func rebuilt(t testing.TB, good []byte, change func(start *prefix, header, summary *[]byte, index *[]entry, end *trailer)) []byte {
	t.Helper()
	start, _ := parsePrefix(good[:prefixSize])
	end, _ := parseTrailer(good[len(good)-trailerSize:])
	head := bytes.Clone(good[prefixSize:][:start.headerLen])
	summary := bytes.Clone(good[len(good)-trailerSize-int(end.summaryLen):][:end.summaryLen])
	var index []entry
	for b := range int(end.blocks) {
		index = append(index, parseEntry(good[int(end.indexAt)+entrySize*b:]))
	}
	blocks := good[prefixSize+int(start.headerLen) : end.indexAt]
	before, claimed := start, end
	change(&start, &head, &summary, &index, &end)
	if start.headerLen == before.headerLen {
		start.headerLen = uint32(len(head))
	}
	start.headerCRC = durable.Checksum(head)
	out := append(start.append(nil), head...)
	shift := uint64(len(out)) - uint64(prefixSize) - uint64(before.headerLen)
	out = append(out, blocks...)
	if end.indexAt == claimed.indexAt {
		end.indexAt += shift
	}
	at := len(out)
	for _, e := range index {
		e.offset += shift
		out = e.append(out)
	}
	end.indexCRC = durable.Checksum(out[at:])
	if end.summaryLen == claimed.summaryLen {
		end.summaryLen = uint32(len(summary))
	}
	end.summaryCRC = durable.Checksum(summary)
	out = append(out, summary...)
	if end.length == claimed.length {
		end.length = uint64(len(out) + trailerSize)
	}
	return end.append(out)
}

type changer = func(start *prefix, header, summary *[]byte, index *[]entry, end *trailer)

// replace changes text in the header or the summary.
func replace(old, new string) changer {
	return func(_ *prefix, header, summary *[]byte, _ *[]entry, _ *trailer) {
		*header = bytes.Replace(*header, []byte(old), []byte(new), 1)
		*summary = bytes.Replace(*summary, []byte(old), []byte(new), 1)
	}
}

// formatField returns the field of the header that gives the version of new tables, or a later one.
func formatField(later int) string {
	h := header(0, Zstd, 64)
	return fmt.Sprintf(`"format":%d`, h.earliest()+later)
}

// hostile are changes with matching checksums.
var hostile = map[string]changer{
	"block size":      replace(`"block":64`, `"block":63`),
	"great block":     replace(`"block":64`, `"block":99999999`),
	"no block":        replace(`"block":64`, `"block":0`),
	"positions":       replace(`"positions":300`, `"positions":301`),
	"many positions":  replace(`"positions":300`, `"positions":18446744073709551615`),
	"kind":            replace(`"kind":"byte"`, `"kind":"wide"`),
	"unknown kind":    replace(`"kind":"byte"`, `"kind":"bit"`),
	"unknown field":   replace(`{"format"`, `{"x":1,"format"`),
	"format":          replace(formatField(0), formatField(1)),
	"format of old":   func(p *prefix, _, _ *[]byte, _ *[]entry, _ *trailer) { p.format = 0 },
	"blanks":          replace(`{"format"`, `{ "format"`),
	"not JSON":        replace(`{"format"`, `"format"`),
	"slices":          replace(`"first":100`, `"first":101`),
	"digest":          replace(`"sha256":"`, `"sha256":"00`),
	"counts":          replace(`"counts":[{"value":0,`, `"counts":[{"value":1,`),
	"count":           replace(`{"value":0,"positions":1`, `{"value":0,"positions":2`),
	"no summary":      func(_ *prefix, _, s *[]byte, _ *[]entry, _ *trailer) { *s = nil },
	"no header":       func(_ *prefix, h, _ *[]byte, _ *[]entry, _ *trailer) { *h = nil },
	"long header":     func(p *prefix, _, _ *[]byte, _ *[]entry, _ *trailer) { p.headerLen = 1<<32 - 1 },
	"header to index": func(p *prefix, _, _ *[]byte, _ *[]entry, _ *trailer) { p.headerLen++ },
	"index at 0":      func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.indexAt = 0 },
	"index far":       func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.indexAt = 1<<64 - 1 },
	"many blocks":     func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.blocks = 1 << 60 },
	"a block more":    func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.blocks++ },
	"long summary":    func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.summaryLen = 1<<32 - 1 },
	"length":          func(_ *prefix, _, _ *[]byte, _ *[]entry, e *trailer) { e.length++ },
	"block elsewhere": func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { (*x)[2].offset++ },
	"block outside":   func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { (*x)[2].offset = 1 << 63 },
	"empty block":     func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { (*x)[2].length = 0 },
	"long block":      func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { (*x)[4].length = 1<<32 - 1 },
	"shifted boundary": func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) {
		(*x)[1].length--
		(*x)[2].offset--
		(*x)[2].length++
	},
	"blocks swapped": func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { (*x)[1], (*x)[2] = (*x)[2], (*x)[1] },
	"index short":    func(_ *prefix, _, _ *[]byte, x *[]entry, _ *trailer) { *x = (*x)[:4] },
}

// Wrong sizes and offsets are detected before the reader uses them.
func TestHostile(t *testing.T) {
	for _, compression := range []string{Zstd, None} {
		path, _ := build(t, header(300, compression, 64), sample(300, 5), WriterOptions{})
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if same := rebuilt(t, good, replace("", "")); !bytes.Equal(same, good) {
			t.Fatal("rebuilding without a change changes the file")
		}
		for name, change := range hostile {
			bad := rebuilt(t, good, change)
			if bytes.Equal(bad, good) {
				t.Fatalf("%s: no change", name)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, _, _, err := answers(bad, Mapped)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, kv.ErrCorrupt) {
				t.Errorf("%s: %s: %v", compression, name, err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 3<<20 { // half of it is counters of wide values
				t.Errorf("%s: %s: %d bytes were allocated for a file of %d", compression, name, n, len(bad))
			}
		}
	}
}

func TestNewer(t *testing.T) {
	path, _ := build(t, header(300, Zstd, 64), sample(300, 5), WriterOptions{})
	good, _ := os.ReadFile(path)
	newer := rebuilt(t, good, func(start *prefix, _, _ *[]byte, _ *[]entry, _ *trailer) { start.format = 9 })
	_, err := openBytes("/some/table", newer, ReaderOptions{})
	if !errors.Is(err, kv.ErrNewer) || errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "/some/table") || !strings.Contains(err.Error(), "format 9") {
		t.Error(err)
	}
	// A later format may have another end.
	if _, err := openBytes("t", append(newer, make([]byte, 100)...), ReaderOptions{}); !errors.Is(err, kv.ErrNewer) {
		t.Error(err)
	}
}

func TestForeignFile(t *testing.T) {
	for _, content := range []string{"", "x", "hello\n", magic, strings.Repeat("some text ", 100)} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, ReaderOptions{}); !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// If a file is cut short while it is open, lookups return errors or values from the cache. They
// never crash or return wrong values.
func TestTruncatedUnderneath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be cut short there")
	}
	values := sample(200_000, 5)
	for i := range values {
		values[i] |= 1 // a lost byte reads as 0
	}
	for _, compression := range []string{Zstd, None} {
		for _, access := range []Access{Mapped, OnFile} {
			for _, touched := range []bool{false, true} {
				for _, cut := range []int64{0, 1, 5000, -1, -10, -3000, -30_000} {
					t.Run(fmt.Sprintf("%s/%d/%v/%d", compression, access, touched, cut), func(t *testing.T) {
						path, _ := build(t, header(uint64(len(values)), compression, 512), values, WriterOptions{})
						r, err := Open(path, ReaderOptions{Access: access, Cache: -1})
						if err != nil {
							t.Fatal(err)
						}
						defer r.Close()
						for i := 0; touched && i < len(values); i += 100 {
							if _, err := r.Get(uint64(i)); err != nil {
								t.Fatal(err)
							}
						}
						info, _ := os.Stat(path)
						if cut < 0 {
							cut += info.Size()
						}
						if err := os.Truncate(path, cut); err != nil {
							t.Fatal(err)
						}
						failed := 0
						for i := 0; i < len(values); i += 99 {
							v, err := r.Get(uint64(i))
							if err == nil && byte(v) != values[i] {
								t.Fatalf("value of %d is %d, want %d", i, v, values[i])
							}
							if err != nil && (!errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), path)) {
								t.Fatal(err)
							}
							if err != nil {
								failed++
							}
						}
						if cut <= 5000 && failed < 1000 {
							t.Errorf("only %d errors", failed)
						}
						if err := r.Check(t.Context(), nil); !errors.Is(err, kv.ErrCorrupt) {
							t.Errorf("check: %v", err)
						}
					})
				}
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, compression := range []string{Zstd, None} {
		for _, n := range []uint64{0, 1, 300} {
			path, _ := build(f, header(n, compression, 64), sample(int(n), 5), WriterOptions{})
			good, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(good)
			f.Add(good[:len(good)-1])
			for _, change := range [][2]string{{formatField(0), formatField(1)}, {`"kind":"byte"`, `"kind":"bite"`}, {`"block":64`, `"block":00`}, {`"sha256":"`, `"sha256":""`}} {
				f.Add(bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1))
			}
			last := bytes.Clone(good)
			le.PutUint64(last[len(last)-trailerSize+8:], 1<<60) // blocks
			f.Add(last)
		}
	}
	fixtures, err := filepath.Glob(filepath.Join("testdata", "[0-9]*", "*.foregone"))
	if err != nil || len(fixtures) < 5*(Format-1) {
		f.Fatal(fixtures, err)
	}
	for _, fixture := range fixtures {
		old, err := os.ReadFile(fixture)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(old)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, access := range []Access{OnFile, Mapped} {
			fuzzOne(t, data, access)
			if fixed := withChecksums(data); fixed != nil {
				fuzzOne(t, fixed, access)
			}
		}
	})
}

// sameOrder is the order of the indices. It stands for that of any game.
type sameOrder struct{ fast.Order }

func (sameOrder) Place(i uint64) uint64 { return i }

func fuzzOne(t *testing.T, data []byte, access Access) {
	r, err := openBytes("table", data, ReaderOptions{Access: access})
	if err != nil {
		return
	}
	defer r.Close()
	if r.header.Order != "" {
		r.order = sameOrder{}
	}
	if r.header.Positions == 3000 && slices.ContainsFunc(r.header.Slices, func(s Slice) bool { return s.Derived && s.First < 1000 }) {
		r.game = toyGame{}
	}
	known := func(err error) {
		if err != nil && !errors.Is(err, kv.ErrCorrupt) && (r.game != nil || !r.header.Derives()) {
			t.Fatal(err)
		}
	}
	n := r.header.Positions
	for i := range min(n, 3) {
		for _, i := range []uint64{i, n / (i + 1), n - 1 - i} {
			if i < n {
				_, err := r.Get(i)
				known(err)
			}
		}
	}
	if n < 1<<20 {
		known(r.ReadValues(make([]byte, n*r.width), 0))
		known(r.Check(t.Context(), nil))
	}
}

// withChecksums returns the file with matching checksums, so that fuzzing gets beyond them, or nil
// if the parts exceed the file.
func withChecksums(data []byte) []byte {
	n := uint64(len(data))
	if n < prefixSize+trailerSize {
		return nil
	}
	data = bytes.Clone(data)
	tail := data[n-trailerSize:]
	headerLen, indexAt := uint64(le.Uint32(data[12:])), le.Uint64(tail)
	blocks, summaryLen := le.Uint64(tail[8:]), uint64(le.Uint32(tail[20:]))
	room := n - trailerSize
	if prefixSize+headerLen > room || indexAt > room || blocks > (room-indexAt)/entrySize || indexAt+blocks*entrySize+summaryLen > room {
		return nil
	}
	copy(data, magic)
	le.PutUint32(data[16:], durable.Checksum(data[prefixSize:][:headerLen]))
	le.PutUint32(data[20:], durable.Checksum(data[:20]))
	for b := range blocks {
		e := data[indexAt+b*entrySize:]
		if at, length := le.Uint64(e), uint64(le.Uint32(e[8:])); at <= room && length <= room-at {
			le.PutUint32(e[12:], durable.Checksum(data[at:][:length]))
		}
	}
	le.PutUint32(tail[16:], durable.Checksum(data[indexAt:][:blocks*entrySize]))
	le.PutUint32(tail[24:], durable.Checksum(data[room-summaryLen:][:summaryLen]))
	le.PutUint64(tail[28:], n)
	le.PutUint32(tail[36:], durable.Checksum(tail[:36]))
	copy(tail[40:], endMagic)
	return data
}
