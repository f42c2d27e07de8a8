package party

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/task"
)

func example() *Outcome {
	key := func(r ledger.Record, chunk int) ledger.Key {
		return ledger.Key{Record: r, Slice: 3, Phase: 7, Chunk: chunk}
	}
	long := roaring.New()
	long.AddRange(5, 70000)
	return &Outcome{
		Unit: Unit{Slice: 3, Phase: 7, Kind: task.Forward, From: 4, To: 8, Decided: 99},
		Changes: []Change{
			{4, ledger.Change{Unite: []ledger.Set{{Key: key(ledger.Frontier, 4), Bits: roaring.BitmapOf(1, 5, 1000)}}, Remove: []ledger.Key{key(ledger.Seeds, 4)}}},
			{7, ledger.Change{Unite: []ledger.Set{{Key: key(ledger.Rescued, 7), Bits: roaring.New()}, {Key: key(ledger.Waits, 7), Bits: long}}}},
		},
		Marks:  []Mark{{0, roaring.BitmapOf(3)}, {9, long}},
		Values: bytes.Repeat([]byte{1, 2, 2, 3}, 5000),
	}
}

// An outcome survives encoding and decoding, and equal outcomes have equal bytes.
func TestOutcome(t *testing.T) {
	for _, want := range []*Outcome{example(), {Unit: Unit{Kind: task.Send, To: 1}}} {
		raw, err := want.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(raw, 20000)
		if err != nil {
			t.Fatal(err)
		}
		again, err := got.Encode()
		if err != nil || !bytes.Equal(again, raw) {
			t.Errorf("the second encoding differs (%v)", err)
		}
		if !reflect.DeepEqual(got.Unit, want.Unit) || len(got.Changes) != len(want.Changes) || !bytes.Equal(got.Values, want.Values) {
			t.Errorf("%+v is read as %+v", want, got)
		}
		for n, c := range want.Changes {
			for m, s := range c.Unite {
				if g := got.Changes[n].Unite[m]; g.Key != s.Key || !g.Bits.Equals(s.Bits) {
					t.Errorf("set %v is read as %v", s, g)
				}
			}
		}
	}
}

// Outcomes that are cut, too long or have too many values are refused.
func TestOutcomeRefused(t *testing.T) {
	raw, err := example().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range raw {
		if _, err := Decode(raw[:n], 20000); !errors.Is(err, ErrOutcome) {
			t.Fatalf("%d of %d bytes: %v", n, len(raw), err)
		}
	}
	if _, err := Decode(append(raw, 0), 20000); !errors.Is(err, ErrOutcome) {
		t.Errorf("one byte more: %v", err)
	}
	if _, err := Decode(raw, 19999); !errors.Is(err, ErrOutcome) {
		t.Errorf("too many values: %v", err)
	}
}

// Any bytes decode to an outcome or an error.
func FuzzOutcome(f *testing.F) {
	raw, err := example().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Fuzz(func(t *testing.T, raw []byte) {
		o, err := Decode(raw, 1<<16)
		if err != nil {
			if !errors.Is(err, ErrOutcome) {
				t.Error(err)
			}
			return
		}
		if _, err := o.Encode(); err != nil {
			t.Error(err)
		}
	})
}
