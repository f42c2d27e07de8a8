package enginetest

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/games"
)

// row is a game on a row of squares. A turn takes a free square. With ends it can take both end
// squares of the empty row. The player who takes the last square wins. Mirror images are one
// position.
type row struct {
	squares int
	look    drawing.Depiction
	ends    bool // the rule about both ends applies
	weight  func(key, mirrored uint64) uint64
}

func (r row) mirrored(key uint64) uint64 { return bits.Reverse64(key) >> (64 - r.squares) }

func (r row) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	all := uint64(1)<<r.squares - 1
	for free := all &^ key; free != 0; free &= free - 1 {
		dst = append(dst, key|free&-free)
	}
	if both := uint64(1) | 1<<(r.squares-1); r.ends && key == 0 {
		dst = append(dst, both)
	}
	return dst, 0
}

func (r row) Canonical(key uint64) uint64 { return min(key, r.mirrored(key)) }

func (r row) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	from := len(dst)
	dst, ends := r.AppendMoves(dst, key)
	for i, to := range dst[from:] {
		dst[from+i] = r.Canonical(to)
	}
	return dst, ends
}

func (r row) KeyWeight(key uint64) uint64 { return r.weight(key, r.mirrored(key)) }

func (r row) open(t *testing.T, start uint64) engine.Game {
	return OpenIn(t, games.NewRegistry(engine.Definition{
		Name: "row", Summary: "a test", Level: engine.LevelRules, Kind: engine.Byte,
		NewRules: func(engine.Spec) (*engine.Rules, error) {
			return &engine.Rules{Start: start, AppendMoves: r.AppendMoves, Symmetry: r, Depiction: r.look}, nil
		},
	}), "row")
}

// failuresOf returns the failures that a check reports.
func failuresOf(g engine.Game, o Options, check func(*checker)) (found []string) {
	c := newChecker(g, o)
	c.report = func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	check(c)
	return found
}

// TestWrongKeyWeights checks that weights that are too small or too large are found.
func TestWrongKeyWeights(t *testing.T) {
	right := func(key, mirrored uint64) uint64 {
		if key == mirrored {
			return 1
		}
		return 2
	}
	always := func(w uint64) func(uint64, uint64) uint64 { return func(uint64, uint64) uint64 { return w } }
	relative := drawing.Depiction{Relative: true}
	for _, test := range []struct {
		name   string
		start  uint64
		weight func(key, mirrored uint64) uint64
		o      Options
		want   string // in the failures; "": none
		look   drawing.Depiction
	}{
		{name: "right", weight: right},
		{name: "always one", weight: always(1), want: "has weight 1, and play leads to 2 positions"},
		{name: "always two", weight: always(2), want: "has weight 2, and play leads to 1 positions"},
		{name: "always one, of a game too large to be gone through", weight: always(1), o: Options{Exhaustive: 1, Samples: 20}, want: "has weight 1, and play leads to 2 positions"},
		{name: "right, but not to be seen", start: 0b00001, weight: right, want: "say Options.Twins"},
		{name: "right, and they are told", start: 0b00001, weight: right, o: Options{Twins: func(p engine.Position) []engine.Position { return nil }}},
		{name: "right, of a game that looks the same with colours swapped", weight: right, look: relative},
		{name: "right, and such twins counted", weight: func(key, mirrored uint64) uint64 { return 2 * right(key, mirrored) }, look: relative},
		{name: "always two, of a game that looks the same with colours swapped", weight: always(2), look: relative, want: "has weight 2, and play leads to 1 positions"},
		{name: "always one, of such a game", weight: always(1), look: relative, want: "has weight 1, and play leads to 2 positions"},
	} {
		found := failuresOf(row{squares: 5, weight: test.weight, look: test.look}.open(t, test.start), test.o, checkReachedTwins)
		if text := strings.Join(found, "\n"); test.want == "" && text != "" || !strings.Contains(text, test.want) {
			t.Errorf("%s: %q, want %q", test.name, text, test.want)
		}
	}
}

// TestDepiction checks that labels that change with every turn are found.
func TestDepiction(t *testing.T) {
	for label, want := range map[string]int{"P": 0, "p": 1} {
		look := drawing.Depiction{Relative: true, Looks: map[rune]drawing.Look{'P': {Label: "P"}, 'p': {Second: true, Label: label}}}
		g := row{squares: 3, weight: func(key, mirrored uint64) uint64 { return 1 + min(1, key^mirrored) }, look: look}.open(t, 0)
		if found := failuresOf(g, Options{}, checkDepiction); len(found) != want {
			t.Errorf("%q and %q give %q, want %d failures", "P", label, found, want)
		}
	}
}

// TestOccurs checks that a rule that never occurs is found.
func TestOccurs(t *testing.T) {
	g := func(ends bool) engine.Game {
		return row{squares: 4, ends: ends, weight: func(key, mirrored uint64) uint64 { return 1 + min(1, key^mirrored) }}.open(t, 0)
	}
	o := Options{Occurs: map[string]func(Situation) bool{
		"a square is taken": func(s Situation) bool { return len(s.Moves) > 0 },
		"no square is left": func(s Situation) bool { return len(s.Moves) == 0 },
		"both ends are taken": func(s Situation) bool {
			return s.Text == "0x0" && slices.ContainsFunc(s.Moves, func(m engine.Move) bool { return g(true).Text(m.To) == "0x9" })
		},
	}}
	if found := failuresOf(g(true), o, checkOccurs); found != nil {
		t.Errorf("failures of a game without a fault: %q", found)
	}
	if found := failuresOf(g(false), o, checkOccurs); len(found) != 1 || !strings.Contains(found[0], `"both ends are taken" does not come up in any position of row`) {
		t.Errorf("without the rule: %q", found)
	}
}
