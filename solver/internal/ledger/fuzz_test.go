package ledger

import (
	"encoding/binary"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// sealed puts the checksum before a text, as the value of the manifest has it.
func sealed(text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, durable.Checksum(text)), text...)
}

// FuzzManifest reads arbitrary manifests with the right checksum. One that is accepted is written
// and read again.
func FuzzManifest(f *testing.F) {
	m := manifest{Format: Format, Game: "toy", Kind: "byte", Positions: 10, Chunk: 4, Slices: []table.Slice{{Name: "a", First: 0, Size: 10}}}
	if value, err := m.marshal(); err == nil {
		f.Add(value[durable.ChecksumSize:])
	}
	f.Add([]byte(`{"format":1,"game":"toy","positions":18446744073709551615,"chunk":1}`))
	f.Add([]byte(`{"format":99}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var m, again manifest
		if m.unmarshal("store", sealed(text)) != nil {
			return
		}
		value, err := m.marshal()
		if err == nil {
			err = again.unmarshal("store", value)
		}
		if err != nil {
			t.Errorf("the manifest %+v is accepted, and not again: %v", m, err)
		}
	})
}

// FuzzRecord reads arbitrary records under arbitrary keys. One that is accepted has positions of its
// chunk alone. The checksum stays as it is: bitmaps are not validated, because it proves that this
// package wrote them.
func FuzzRecord(f *testing.F) {
	m := manifest{Format: Format, Chunk: 1 << 17, Positions: 3 << 17, Slices: []table.Slice{{First: 0, Size: 3 << 17}}}
	for _, b := range []*roaring.Bitmap{roaring.New(), roaring.BitmapOf(1, 70000, 131071), roaring.BitmapOf(131072)} {
		for _, runs := range []bool{false, true} {
			if runs {
				b.AddRange(100, 4000)
				b.RunOptimize()
			}
			text, err := b.ToBytes()
			if err != nil {
				f.Fatal(err)
			}
			f.Add([]byte{byte(records[0]), 0, 0, 0, 1, 0, 0, 0, 2}, binary.LittleEndian.AppendUint32(text, durable.Checksum(text)))
		}
	}
	f.Fuzz(func(t *testing.T, key, value []byte) {
		if len(key) != keySize {
			return
		}
		k := parseKey(key)
		if m.check(k) != nil {
			return
		}
		l := Ledger{manifest: m, folder: &folder{fs: vfs.Default}}
		b, err := l.parse(k, value)
		if err == nil && !b.IsEmpty() && b.Maximum() >= 1<<17 {
			t.Errorf("%v has the offset %d", k, b.Maximum())
		}
	})
}
