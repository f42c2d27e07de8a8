package slabs

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/kv/durable"
)

// FuzzLog opens arbitrary logs of a phase. The records that it accepts are within the file.
func FuzzLog(f *testing.F) {
	l := &log{shift: 3}
	record := func(chunk uint32, body string) []byte {
		b := binary.LittleEndian.AppendUint32(nil, chunk)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
		b = append(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, 1), 2), body...)
		return binary.LittleEndian.AppendUint32(b, durable.Checksum(b))
	}
	whole := append(append(l.head(0), record(0, "abc")...), record(endChunk, "")...)
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add(l.head(0))
	f.Add(l.head(1))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		content = slices.Clone(content)
		if len(content) > fileHead { // the fuzzer does not find checksums
			binary.LittleEndian.PutUint32(content[16:], durable.Checksum(content[:16]))
			for rest := content[fileHead:]; len(rest) > recordHead; {
				end := recordHead + int(binary.LittleEndian.Uint32(rest[4:]))
				if end+4 > len(rest) {
					break
				}
				binary.LittleEndian.PutUint32(rest[end:], durable.Checksum(rest[:end]))
				rest = rest[end+4:]
			}
		}
		path := phaseFile(dir, 0)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := openLog(dir)
		if err != nil {
			return
		}
		for _, phase := range l.places {
			for chunk, p := range phase {
				if p.at < 0 || p.at+int64(p.length) > int64(len(content)) {
					t.Errorf("chunk %d is at %+v of %d bytes", chunk, p, len(content))
				}
			}
		}
		if l.file != nil {
			l.file.Close()
		}
		names, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(names) != 1 {
			t.Errorf("the folder has %v, %v", names, err)
		}
	})
}

// TestTornRecord opens a log whose last record says that it has a gigabyte, and ends. Only what is in the file
// is read into memory.
func TestTornRecord(t *testing.T) {
	dir := t.TempDir()
	content := binary.LittleEndian.AppendUint32((&log{shift: 3}).head(0), 5)
	content = append(binary.LittleEndian.AppendUint32(content, 1<<30), make([]byte, 16)...)
	if err := os.WriteFile(phaseFile(dir, 0), content, 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := openLog(dir)
	runtime.ReadMemStats(&after)
	if err != nil || l.at != fileHead || after.TotalAlloc-before.TotalAlloc > 8<<20 {
		t.Errorf("%v, the log ends at %d, %d bytes were allocated", err, l.at, after.TotalAlloc-before.TotalAlloc)
	}
	l.close()
}
