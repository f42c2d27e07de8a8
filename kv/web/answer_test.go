package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv"
)

// FuzzRange reads the headers of answers. A range that is accepted is within the file, and two stamps are
// the same one in either order.
func FuzzRange(f *testing.F) {
	f.Add("bytes 0-99/400", `"a"`, `W/"a"`)
	f.Add("bytes 7-9223372036854775807/*", "", "Sun, 22 Nov 2026 10:00:00 GMT")
	f.Add("bytes -1-2/3", "x", "")
	f.Fuzz(func(t *testing.T, ranged, tag, modified string) {
		a := answer{ranged: ranged, stamp: stamp{tag, modified}}
		first, n, total, ok := a.span()
		if ok && (first < 0 || n < 1 || n > total || first > total-n) {
			t.Errorf("%q is %d bytes from %d of %d", ranged, n, first, total)
		}
		if other := (stamp{modified, tag}); a.stamp.same(other) != other.same(a.stamp) || !a.stamp.same(a.stamp) {
			t.Errorf("%+v and %+v", a.stamp, other)
		}
		if s := a.stamp.strong(); s != "" && (s != tag || strings.HasPrefix(s, "W/")) {
			t.Errorf("%q is strong", s)
		}
	})
}

// FuzzSplit opens files in parts by arbitrary descriptions. Those accepted have all of their bytes in
// their parts.
func FuzzSplit(f *testing.F) {
	f.Add([]byte(`{"name":"table","bytes":1000,"part":300,"root":[[0,10],[990,10]]}`), []byte("01234567890123456789"))
	f.Add([]byte(`{"name":"t","bytes":5,"part":9223372036854775807,"root":[[0,5]]}`), []byte("01234"))
	f.Add([]byte(`{"bytes":9223372036854775807,"part":1,"root":[[9223372036854775807,9223372036854775807],[-1,2]]}`), []byte{})
	f.Fuzz(func(t *testing.T, text, root []byte) {
		var s Split
		if json.Unmarshal(text, &s) != nil {
			return
		}
		file, err := (&Host{}).OpenSplit("https://x.test/f", s, root)
		if err != nil {
			if !errors.Is(err, kv.ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		if n := s.Parts(); n < 0 || s.Bytes > 0 && (n < 1 || file.split.bytes(n-1) < 0) {
			t.Errorf("%+v has %d parts", s, n)
		}
		for _, r := range file.fixed {
			if !bytes.Contains(root, r.bytes) || r.at < 0 || r.at+int64(len(r.bytes)) > s.Bytes {
				t.Errorf("%+v has %d bytes at %d", s, len(r.bytes), r.at)
			}
		}
	})
}
