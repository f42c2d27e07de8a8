package uci

import (
	"strings"
	"testing"
)

// boards returns various boards, each with positions.
func boards(t testing.TB) map[*board][]string {
	chess := []piece{{"P", ""}, {"N", ""}, {"B", ""}, {"R", ""}, {"Q", ""}, {"K", ""}}
	list := map[*board][]string{}
	for _, c := range []struct {
		pieces    []piece
		start     string
		positions []string
	}{
		{chess, "4k3/8/8/8/8/8/P6p/R3K2R w KQ - 0 1", []string{
			"4k3/8/8/8/P7/8/7p/R3K2R b KQ a3", "4k3/8/8/8/8/8/8/R3K2R w K -", "8/8/8/8/8/8/8/K6k b - -", "4k3/8/8/8/8/8/P6p/R3K2R w KQ - 17 33",
			"8/8/8/8/8/8/8/K6k b - h8", "8/8/8/8/8/8/8/K6k b - a1",
		}},
		{chess, "4k3/8/8/8/8/8/8/4K2Q w - - 3+2 0 1", []string{"4k3/8/8/8/8/8/8/4K2Q b - - 1+0"}},
		{[]piece{{"C", ""}, {"+C", ""}, {"L", ""}}, "1l1/1c1/1C1/1L1[] w 0 1", []string{
			"1l1/3/3/1L1[Cc] w - -", "1l1/1+C1/3/1L1[C] b - -", "1l1/3/3/1LC~[c] b - -",
		}},
		{[]piece{{"P", ""}}, "3/3/3[PPPPPpppp] w - -", []string{"P2/1p1/2P[PPPppp] b - -", "PPP/ppp/PP1[p] w - -"}},
		{[]piece{{"K", ""}}, "12/12/K10k w - -", []string{"12/12/10Kk b - -"}},
	} {
		b, err := newBoard(c.pieces, c.start)
		if err != nil {
			t.Fatal(c.start, err)
		}
		list[b] = append(c.positions, c.start)
	}
	return list
}

// TestPacking packs and unpacks positions, and all keys of a small board.
func TestPacking(t *testing.T) {
	for b, positions := range boards(t) {
		seen := map[uint64]string{}
		for _, text := range positions {
			p, err := b.parse(text)
			if err != nil {
				t.Fatal(text, err)
			}
			key, err := b.pack(p)
			if err != nil {
				t.Fatal(text, err)
			}
			back, ok := b.unpack(key)
			if !ok || b.text(back) != b.text(p) {
				t.Errorf("%s is unpacked as %s, %v", text, b.text(back), ok)
			}
			if other, twice := seen[key]; twice && other != b.text(p) {
				t.Errorf("%s and %s have the key %#x", text, other, key)
			}
			seen[key] = b.text(p)
		}
	}
	b, err := newBoard([]piece{{"K", ""}, {"P", ""}}, "Kp/2[P] w - -")
	if err != nil {
		t.Fatal(err)
	}
	keys := uint64(0)
	seen := map[string]bool{}
	for ; ; keys++ {
		p, ok := b.unpack(keys)
		if !ok {
			break
		}
		if key, err := b.pack(p); err != nil || key != keys || seen[b.text(p)] {
			t.Fatalf("key %d is of %s, whose key is %d, %v", keys, b.text(p), key, err)
		}
		seen[b.text(p)] = true
	}
	// The pieces are K, k, P, p and their marked forms, on 4 squares. The first four can be in hand.
	// There are 8^on contents of the occupied squares, and hands are multisets of 4 letters. The other
	// digits have 5 en passant squares and 2 sides.
	if want := uint64(2 * 5 * ((1 + 4 + 10 + 20) + 4*8*(1+4+10) + 6*64*(1+4) + 4*512)); keys != want {
		t.Errorf("%d keys, want %d", keys, want)
	}
	for name, start := range map[string]string{
		"too many": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "no rows": " w", "half": "8/8",
		"too wide": strings.Repeat("9/", 20) + "9 w", "a row of nothing": "3//3 w", "rights twice": "k2/3/K2 w KK -",
	} {
		if _, err := newBoard([]piece{{"P", ""}, {"N", ""}, {"B", ""}, {"R", ""}, {"Q", ""}, {"K", ""}}, start); err == nil {
			t.Errorf("%s: %s is a board", name, start)
		}
	}
}

// TestTooMuch checks that a position with more than the start has gets no key, and that squares
// beside the board are refused.
func TestTooMuch(t *testing.T) {
	kings, hands := []piece{{"K", ""}, {"Q", ""}}, []piece{{"P", ""}}
	const chess, drops = "4k3/8/8/8/8/8/8/4K2Q w - - 3+2 0 1", "3/3/3[PPPPPpppp] w - -"
	for _, c := range []struct {
		pieces      []piece
		start, text string
		read        bool // only the key is refused
	}{
		{kings, chess, "4k3/8/8/8/8/8/8/4K1QQ w - - 3+2", true},
		{kings, chess, "4k3/8/8/8/8/8/8/4K2Q w - - 4+2", true},
		{kings, chess, "4k3/8/8/8/8/8/8/4K2Q w - - 3+3", true},
		{kings, chess, "4k3/8/8/8/8/8/8/4K2Q w - a9 3+2", false},
		{kings, chess, "4k3/8/8/8/8/8/8/4K2Q w - a0 3+2", false},
		{kings, chess, "4k3/8/8/8/8/8/8/4K2Q w - i3 3+2", false},
		{hands, drops, "3/3/3[PPPPPppppp] w - -", true},
		{hands, drops, "PPP/ppp/PPP[p] w - -", true},
	} {
		b, err := newBoard(c.pieces, c.start)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.parse(c.text)
		if (err == nil) != c.read {
			t.Errorf("%s is read: %v", c.text, err)
		}
		if err != nil {
			continue
		}
		if key, err := b.pack(p); err == nil {
			t.Errorf("%s has the key %d", c.text, key)
		}
	}
}

// FuzzFEN checks that each position read from any text can be written, packed and read again.
func FuzzFEN(f *testing.F) {
	var list []*board
	for b, positions := range boards(f) {
		list = append(list, b)
		for _, text := range positions {
			f.Add(text)
		}
	}
	f.Add("1l1/3/3/1L1[" + strings.Repeat("C", 300) + "] w - -")
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range list {
			p, err := b.parse(text)
			if err != nil {
				continue
			}
			again, err := b.parse(b.text(p))
			if err != nil || b.text(again) != b.text(p) {
				t.Fatalf("%q is written as %q, and read as %v, %v", text, b.text(p), again, err)
			}
			b.drawing(p)
			key, err := b.pack(p)
			if err != nil {
				continue
			}
			if back, ok := b.unpack(key); !ok || b.text(back) != b.text(p) {
				t.Fatalf("%q is unpacked as %q", b.text(p), b.text(back))
			}
		}
	})
}
