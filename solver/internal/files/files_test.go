package files

import (
	"bytes"
	"errors"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
)

// TestPacked writes files, packed and not, and reads them. Files that are damaged or too short are refused.
func TestPacked(t *testing.T) {
	want := make([]byte, 3<<20+77)
	for i := range want {
		want[i] = byte(i / 1000 * (i % 3))
	}
	for _, packed := range []bool{false, true} {
		disk := vfs.NewMem()
		crc, err := Write(disk, "d/f", true, packed, func(write func(part []byte) error) error {
			return errors.Join(write(want[:1000]), write(nil), write(want[1000:]))
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		read := func(size int) error {
			got = nil
			return Each(disk, "d/f", uint64(size), packed, crc, func(part []byte) error { got = append(got, part...); return nil })
		}
		if err := read(len(want)); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("packed: %v: read %d bytes: %v", packed, len(got), err)
		}
		if err := read(len(want) - 1); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("packed: %v: a byte too many: %v", packed, err)
		}
		if err := read(len(want) + 1); err == nil {
			t.Errorf("packed: %v: a byte too few", packed)
		}
		info, err := disk.Stat("d/f")
		if err != nil || packed != (info.Size() < int64(len(want)/4)) {
			t.Fatalf("packed: %v: the file has %d bytes of %d: %v", packed, info.Size(), len(want), err)
		}
		content := make([]byte, info.Size())
		f, _ := disk.Open("d/f")
		if _, err := f.ReadAt(content, 0); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(content); at += 1 + len(content)/40 {
			content[at] ^= 64
			if _, err := Write(disk, "d/f", false, false, func(write func(part []byte) error) error { return write(content) }); err != nil {
				t.Fatal(err)
			}
			if err := read(len(want)); !errors.Is(err, kv.ErrCorrupt) {
				t.Errorf("packed: %v: byte %d changed: %v", packed, at, err)
			}
			content[at] ^= 64
		}
	}
}
