package solver

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv/table"
)

// A bit of the values of exits that the disk changes is found.
func TestExitFile(t *testing.T) {
	g := enginetest.RandomGame(1, enginetest.Eventful(engine.Byte, 700, 2))
	r := &run{game: g, slices: g.Slices(), plan: plan{value: 1}, shift: 6, scratch: t.TempDir(), crew: newCrew(2, g)}
	leaf := 0
	if len(r.slices[0].Exits) > 0 {
		leaf = 1
	}
	s := &sliceRun{run: r, number: 1 - leaf, slice: r.slices[1-leaf]}
	x, err := s.newExitFile()
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	size := r.slices[leaf].Size
	values := make([]byte, size)
	for i := range values {
		values[i] = byte(i * 7)
	}
	for chunk := range x.sums[leaf] {
		if from := uint64(chunk) << r.shift; from < size {
			x.sums[leaf][chunk] = checksum(values[from:min(from+1<<r.shift, size)])
		}
	}
	at := span{leaf, 64, size}
	for _, flip := range []int{-1, 64, 129, len(values) - 1} {
		stored := bytes.Clone(values)
		if flip >= 0 {
			stored[flip] ^= 8
		}
		if _, err := x.file.WriteAt(stored, x.begin[leaf]); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, size-64)
		switch err := x.read(t.Context(), at, got); {
		case flip < 0:
			if err != nil || !bytes.Equal(got, values[64:]) {
				t.Errorf("read: %v, equal: %v", err, bytes.Equal(got, values[64:]))
			}
		case !errors.Is(err, table.ErrCorrupt) || !strings.Contains(err.Error(), x.file.Name()):
			t.Errorf("bit of %d flipped: %v", flip, err)
		}
	}
}

// Exits are looked up in whatever is held of the slices they lead to.
func TestExitValues(t *testing.T) {
	list := []engine.Slice{{First: 0, Size: 10}, {First: 10, Size: 0}, {First: 10, Size: 20}, {First: 30, Size: 5}, {First: 35, Size: 5, Exits: []int{3, 1, 2}}}
	for _, wide := range []bool{false, true} {
		r := &run{slices: list, finished: make([]held, len(list)), wide: wide}
		store := func(from, n uint64) held {
			h := held{first: from}
			for i := from; i < from+n; i++ {
				if h.values = append(h.values, byte(i)); wide {
					h.values = append(h.values, 1)
				}
			}
			return h
		}
		r.setHeld(0, store(0, 10)) // no exit
		r.setHeld(2, store(14, 8)) // a range
		r.setHeld(3, store(30, 5))
		r.openGates(list[4])
		for i := range uint64(50) {
			want := uint32(notHeld)
			if i >= 14 && i < 22 || i >= 30 && i < 35 {
				if want = uint32(i); wide {
					want += 1 << 8
				}
			}
			if got := r.appendExitValues(nil, []uint64{i}); len(got) != 1 || got[0] != want {
				t.Errorf("wide %v: the value of %d is %d, want %d", wide, i, got, want)
			}
		}
		r.openGates(list[0])
		if got := r.appendExitValues(nil, []uint64{3, 12}); len(got) != 2 || got[0] != notHeld || got[1] != notHeld {
			t.Errorf("wide %v: without exits: %d", wide, got)
		}
	}
}

// Advice on any array leaves it as it is.
func TestLargePages(t *testing.T) {
	for _, n := range []uint64{0, 1, 1 << 20, 4<<20 - 3, 8 << 20, 9<<20 + 5} {
		a := newArray[uint16](n)
		for _, part := range [][]uint16{a, a[n/3:]} {
			for i := range part {
				part[i]++
			}
			largePages(part)
		}
		for i, v := range a {
			if (uint64(i) < n/3) != (v == 1) || v > 2 {
				t.Fatalf("%d of %d is %d", i, n, v)
			}
		}
	}
}
