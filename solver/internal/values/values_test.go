package values

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// TestRangeFile checks that reading the values of exits fails if a bit of the file has flipped.
func TestRangeFile(t *testing.T) {
	list := []engine.Slice{{Size: 700}, {First: 700, Size: 100, Exits: []int{0}}}
	v := &Values{Slices: list, Codec: phase.CodecOf(engine.Byte), Shift: 6, Crew: &crew.Crew{Workers: []*crew.Worker{{}, {ID: 1}}}}
	x, err := v.NewRangeFile(t.TempDir(), list[1])
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	size := list[0].Size
	values := make([]byte, size)
	for i := range values {
		values[i] = byte(i * 7)
	}
	at := Range{0, 64, size}
	x.sums[at] = durable.Checksum(values[64:])
	for _, flip := range []int{-1, 64, 129, len(values) - 1} {
		stored := bytes.Clone(values)
		if flip >= 0 {
			stored[flip] ^= 8
		}
		if _, err := x.file.WriteAt(stored, x.begin[0]); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, size-64)
		switch err := x.read(t.Context(), at, got); {
		case flip < 0:
			if err != nil || !bytes.Equal(got, values[64:]) {
				t.Errorf("read: %v, equal: %v", err, bytes.Equal(got, values[64:]))
			}
		case !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), x.file.Name()):
			t.Errorf("bit of %d flipped: %v", flip, err)
		}
	}
}

// Exits find their values in a slice that is in memory whole, in part or not at all.
func TestExits(t *testing.T) {
	list := []engine.Slice{{First: 0, Size: 10}, {First: 10, Size: 0}, {First: 10, Size: 20}, {First: 30, Size: 5}, {First: 35, Size: 5, Exits: []int{3, 1, 2}}}
	for _, kind := range []engine.Kind{engine.Byte, engine.Wide} {
		v := New(Values{Slices: list, Codec: phase.CodecOf(kind)})
		put := func(slice int, offset, n uint64) {
			values := make([]byte, n*v.Codec.Width())
			for o := range n {
				v.Codec.Put(values, o, engine.Value(list[slice].First+offset+o))
			}
			v.Put(slice, offset, values)
		}
		put(0, 0, 10) // no exit
		put(2, 4, 8)  // a range
		put(3, 0, 5)
		v.Enter(list[4])
		for i := range uint64(50) {
			want := uint32(phase.Missing)
			if i >= 14 && i < 22 || i >= 30 && i < 35 {
				want = uint32(i)
			}
			if got := v.AppendExits(nil, []uint64{i}); len(got) != 1 || got[0] != want {
				t.Errorf("%v: the value of %d is %d, want %d", kind, i, got, want)
			}
		}
		v.Enter(list[0])
		if got := v.AppendExits(nil, []uint64{3, 12}); len(got) != 2 || got[0] != phase.Missing || got[1] != phase.Missing {
			t.Errorf("%v: without exits: %d", kind, got)
		}
	}
}
