package budget

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
)

func sizes(n uint64, unmoves bool) Sizes {
	few := func(engine.Slice) float64 { return 8 }
	return Sizes{
		Name: "test", Value: 1, Counter: 1, Unmoves: unmoves, Parted: unmoves, Predecessors: few, Moves: few,
		Slices: []engine.Slice{{Size: n}, {First: n, Size: n, Exits: []int{0}}},
		Ways:   []Needs{Phases{}, Phases{}},
	}
}

// With less memory granted, less stays in memory, and too little is refused.
func TestLessMemory(t *testing.T) {
	const n = 1 << 28
	for _, unmoves := range []bool{true, false} {
		z := sizes(n, unmoves)
		before := Mode{Counting: true, Reverse: true}
		refused := false
		for memory := uint64(64 << 30); memory >= Smallest; memory -= memory / 8 {
			p, err := New(z, Grant{Memory: memory, Workers: 2})
			if err != nil {
				if !engine.IsInput(err) {
					t.Fatal(err)
				}
				refused = true
				continue
			}
			if refused {
				t.Fatalf("%d bytes are enough, and more are not", memory)
			}
			m := p.Mode(1, p.Exits(1))
			switch {
			case m.Counting && !before.Counting, !m.Spilling && before.Spilling:
				t.Errorf("unmoves %v, %d bytes: %+v after %+v", unmoves, memory, m, before)
			case m.Spilling && !unmoves, m.Reverse && unmoves:
				t.Errorf("unmoves %v: %+v", unmoves, m)
			case m.Buffers > p.Working/8:
				t.Errorf("%d bytes of buffers of %d", m.Buffers, p.Working)
			}
			before = m
		}
		if before.Spilling != unmoves || !refused {
			t.Errorf("unmoves %v: the least is %+v, refused: %v", unmoves, before, refused)
		}
	}
}

// Leaves come first. A cycle is an error.
func TestOrder(t *testing.T) {
	order, err := Order([]engine.Slice{{Exits: []int{2, 1}}, {Exits: []int{2}}, {}})
	if err != nil || len(order) != 3 || order[0] != 2 || order[1] != 1 || order[2] != 0 {
		t.Errorf("%v, %v", order, err)
	}
	if _, err := Order([]engine.Slice{{Exits: []int{1}}, {Exits: []int{0}}}); err == nil {
		t.Error("a cycle has an order")
	}
}

// A slice gets its reverse graph with the memory of ReverseLeast, and looks forward with much less.
func TestReverseLeast(t *testing.T) {
	const n = 1 << 29
	z := sizes(n, false)
	z.Slices, z.Ways = z.Slices[:1], z.Ways[:1]
	ask := func(memory uint64) (p *Plan, listed, forward uint64) {
		p, err := New(z, Grant{Memory: memory, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		listed, forward = p.Listed()
		return p, listed, forward
	}
	p, listed, forward := ask(600 << 20)
	if listed != n || forward != n {
		t.Errorf("with little memory %d positions are listed, %d looked forward from: want %d", listed, forward, n)
	}
	least := p.ReverseLeast()
	if p, listed, forward = ask(least); listed != n || forward != 0 || !p.Mode(0, 0).Reverse {
		t.Errorf("with %d MiB %d positions look forward", least>>20, forward)
	}
	if _, _, forward = ask(least * 4 / 5); forward != n {
		t.Errorf("with four fifths of %d MiB %d positions look forward: the least is none", least>>20, forward)
	}
	z = sizes(n, true)
	if _, listed, forward = ask(least); listed != 0 || forward != 0 {
		t.Errorf("of a game that unmoves %d positions are listed", listed)
	}
}

// The reverse graph of a game with 246,803,167 positions, whose keys take 1.6 bytes each, fits into
// 1 GiB. Without it each phase looks at all positions.
func TestTightReverse(t *testing.T) {
	z := sizes(246_803_167, false)
	z.Slices, z.Ways, z.Resident = z.Slices[:1], z.Ways[:1], 395_000_000
	p, err := New(z, Grant{Memory: 1 << 30, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if m := p.Mode(0, 0); !m.Reverse || !m.Counting || m.Buffers < 4<<20 {
		t.Errorf("%+v, with chunks of %d positions", m, p.Chunk)
	}
	if least := p.ReverseLeast(); least > 1<<30 {
		t.Errorf("%d MiB are said to be the least", least>>20)
	}
}

// Machines together solve a slice in parts with less memory than its sets take, if the game lists predecessors.
func TestParts(t *testing.T) {
	for _, unmoves := range []bool{true, false} {
		z := sizes(1<<32, unmoves)
		z.Slices[1].Exits = nil
		grant := Grant{Memory: 1 << 30, Workers: 2, Together: true}
		if _, err := New(z, grant); !engine.IsInput(err) {
			t.Errorf("replicas fit: %v", err)
		}
		grant.Parts = 1 << 32
		if _, err := New(z, grant); (err == nil) != unmoves {
			t.Errorf("unmoves %v: %v", unmoves, err)
		}
		grant.Parts++
		if _, err := New(z, grant); err == nil {
			t.Error("smaller slices are in parts")
		}
	}
}
