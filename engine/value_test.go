package engine

import (
	"fmt"
	"strconv"
	"testing"
)

func TestByteValues(t *testing.T) {
	// The table of DESIGN: 0 is a draw, odd a loss, even a win, in n-1 plies.
	for v, want := range map[Value]string{0: "T", 1: "L0", 2: "W1", 3: "L1", 4: "W2", 5: "L2", 64: "W32", 254: "W127", 255: "L127"} {
		if got := Byte.Text(v); got != want {
			t.Errorf("Text(%d) = %s, want %s", v, got, want)
		}
	}
	for v := range Value(256) {
		checkRoundTrip(t, Byte, v)
		plies, ok := Byte.Plies(v)
		if ok != (v > 0) || ok && plies != int(v)-1 {
			t.Errorf("Plies(%d) = %d, %v", v, plies, ok)
		}
		if !ok {
			continue
		}
		if got, err := Byte.Decided(Byte.Outcome(v) == Win, plies); err != nil || got != v {
			t.Errorf("Decided(%v, %d) = %d, %v, want %d", Byte.Outcome(v), plies, got, err, v)
		}
		if _, err := Byte.Decided(Byte.Outcome(v) != Win, plies); err == nil {
			t.Errorf("Decided accepts the wrong outcome at %d plies", plies)
		}
		back, err := Byte.Back(v)
		if v == 255 {
			if err == nil {
				t.Errorf("Back(L127) = %d, want an error: remoteness 255 does not fit", back)
			}
		} else if err != nil || back != v+1 {
			t.Errorf("Back(%d) = %d, %v, want %d", v, back, err, v+1)
		}
	}
	for _, plies := range []int{-1, 255, 256, 1 << 40} {
		if v, err := Byte.Decided(plies%2 != 0, plies); err == nil {
			t.Errorf("Decided(%d plies) = %d, want an error", plies, v)
		}
	}
}

func TestWideValues(t *testing.T) {
	for v, want := range map[Value]string{0: "draw", 1: "loss-0", 2: "win-0", 3: "loss-1", 4: "win-1", 16: "win-7", 17: "loss-8", 65534: "win-32766"} {
		if got := Wide.Text(v); got != want {
			t.Errorf("Text(%d) = %s, want %s", v, got, want)
		}
	}
	for v := Value(0); v <= 65534; v++ {
		checkRoundTrip(t, Wide, v)
	}
	for _, win := range []bool{false, true} {
		if v, err := Wide.Decided(win, 32767); err == nil {
			t.Errorf("Decided(%v, 32767) = %d, want an error", win, v)
		}
	}
	for v, want := range map[Value]Value{0: 0, 1: 4, 2: 3, 3: 6, 4: 5} {
		if back, err := Wide.Back(v); err != nil || back != want {
			t.Errorf("Back(%s) = %s, %v, want %s", Wide.Text(v), Wide.Text(back), err, Wide.Text(want))
		}
	}
}

func TestScores(t *testing.T) {
	for points, want := range map[int]string{0: "0", 2: "+2", -3: "-3", 127: "+127", -128: "-128"} {
		v := Value(uint8(int8(points)))
		if got := Score.Text(v); got != want {
			t.Errorf("Text of %d points = %s, want %s", points, got, want)
		}
		if got := Score.Points(v); got != points {
			t.Errorf("Points = %d, want %d", got, points)
		}
	}
	for v := range Value(256) {
		checkRoundTrip(t, Score, v)
		back, err := Score.Back(v)
		if Score.Points(v) == -128 {
			continue // +128 is no int8
		}
		if err != nil || Score.Points(back) != -Score.Points(v) {
			t.Errorf("Back(%s) = %s, %v", Score.Text(v), Score.Text(back), err)
		}
	}
}

func checkRoundTrip(t *testing.T, k Kind, v Value) {
	t.Helper()
	if got, err := k.Parse(k.Text(v)); err != nil || got != v {
		t.Errorf("%v: Parse(%q) = %d, %v, want %d", k, k.Text(v), got, err, v)
	}
}

func TestParseValueRefuses(t *testing.T) {
	for k := Byte; k.Known(); k++ {
		for _, text := range []string{"", "W", "L", "W0", "L128", "W128", "L00", "W+1", "t", "win", "win-", "win-32767", "win-01",
			"loss--1", "Draw", "+128", "-129", "1.5", "W1 "} {
			if _, number := strconv.ParseFloat(text, 64); number == nil && k.Outcome(0) == Average {
				continue
			}
			if v, err := k.Parse(text); err == nil || !IsInput(err) {
				t.Errorf("%v: Parse(%q) = %d, %v, want an InputError", k, text, v, err)
			}
		}
	}
}

func TestLess(t *testing.T) {
	for k, ascending := range map[Kind][]string{
		Byte:  {"L0", "L1", "L127", "T", "W127", "W2", "W1"},
		Moves: {"unsolvable", "254", "11", "1", "0"},
		Wide:  {"loss-0", "loss-8", "loss-32766", "draw", "win-32766", "win-7", "win-0"},
		Score: {"-128", "-3", "0", "+2", "+127"},
	} {
		for i, a := range ascending {
			for j, b := range ascending {
				v, _ := k.Parse(a)
				w, _ := k.Parse(b)
				if got := k.Less(v, w); got != (i < j) {
					t.Errorf("%v: Less(%s, %s) = %v", k, a, b, got)
				}
			}
		}
	}
}

// TestEveryKind checks that the functions of each kind agree with one another.
func TestEveryKind(t *testing.T) {
	for k := Byte; k.Known(); k++ {
		if got, err := ParseKind(k.String()); err != nil || got != k || k.About() == "" {
			t.Errorf("ParseKind(%q) = %v, %v; about it: %q", k.String(), got, err, k.About())
		}
		most := k.MaxRemoteness()
		for plies := range most {
			for _, win := range []bool{false, true} {
				v, err := k.Decided(win, plies)
				if err != nil {
					continue // some kinds have wins in odd numbers of plies only
				}
				checkRoundTrip(t, k, v)
				got, ok := k.Plies(v)
				if !ok || got != plies || (k.Outcome(v) == Win) != win || k.Outcome(v) == Draw || int(v) >= 1<<(8*k.Width()) {
					t.Fatalf("%v: %d plies, won %v, is %d: %v in %d plies, %v", k, plies, win, v, k.Outcome(v), got, ok)
				}
				if k.Less(v, Tie) == win || k.Less(Tie, v) != win {
					t.Fatalf("%v: %s and a draw are in the wrong order", k, k.Text(v))
				}
				back, err := k.Back(v)
				if got, _ := k.Plies(back); err != nil || got != plies+1 || (k.Outcome(back) == Win) == (win != k.Single()) {
					t.Fatalf("%v: a move to %s is worth %s, %v", k, k.Text(v), k.Text(back), err)
				}
			}
		}
	}
}

// One player: outcomes have words of their own, and a move keeps them.
func TestMoves(t *testing.T) {
	for text, want := range map[string]Value{"unsolvable": 0, "0": 1, "11": 12, "254": 255} {
		v, err := Moves.Parse(text)
		if err != nil || v != want {
			t.Errorf("Parse(%s) = %d, %v, want %d", text, v, err, want)
		}
	}
	if got := Moves.Word(Moves.Outcome(12)) + " " + Moves.Word(Moves.Outcome(0)) + " " + Byte.Word(Win); got != "solvable unsolvable win" {
		t.Error(got)
	}
	if v, err := Moves.Back(12); err != nil || v != 13 {
		t.Errorf("a move to 11 is worth %d, %v", v, err)
	}
	if v, err := Moves.Back(255); err == nil {
		t.Errorf("a move to 254 is worth %d, want an error", v)
	}
}

func TestKindNames(t *testing.T) {
	for k, width := range map[Kind]int{Byte: 1, Wide: 2, Score: 1, Moves: 1, Moves16: 2} {
		if got, err := ParseKind(k.String()); err != nil || got != k {
			t.Errorf("ParseKind(%q) = %v, %v", k.String(), got, err)
		}
		if k.Width() != width {
			t.Errorf("%v has width %d, want %d", k, k.Width(), width)
		}
	}
	if _, err := ParseKind("bytes"); err == nil {
		t.Error("ParseKind accepts bytes")
	}
	if got := fmt.Sprint(Kind(99), Draw, Loss, Win, Scored, Unknown); got != "kind(99) draw loss win score unknown" {
		t.Error(got)
	}
}

// FuzzValue reads values of all kinds. One that is accepted is written and read again.
func FuzzValue(f *testing.F) {
	for _, text := range []string{"T", "W127", "L0", "win-32767", "loss-2", "draw", "+127", "-1", "51.54%", "100%", "254.5896", "1e-9", "unsolvable", "12", "NaN", "0x1p3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ParseKind(text); err == nil {
			return
		}
		for k := range codings {
			kind := Kind(k)
			v, err := kind.Parse(text)
			if err != nil {
				continue
			}
			if again, err := kind.Parse(kind.Text(v)); err != nil || kind.Text(again) != kind.Text(v) {
				t.Errorf("%v: %q is written as %q, and that is %v, %v", kind, text, kind.Text(v), again, err)
			}
			kind.Plies(v)
			kind.Outcome(v)
		}
	})
}
