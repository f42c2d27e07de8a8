// Package cube2 is the 2×2×2 cube. One corner stays where it is, so that turns of three faces are all
// there are. A position is numbered by the order of the other corners and their twists.
package cube2

import (
	_ "embed"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// metrics say which turns are one move.
var metrics = []string{"half", "quarter"}

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "cube2",
		Title:   "2×2×2 cube",
		Variant: func(s engine.Spec) string { return "counted in " + s.Word("metric") + " turns" },
		Summary: "the 2×2×2 cube by half or quarter turns, one player",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "-",
		Kind:    engine.Moves,
		Params:  []engine.Param{{Name: "metric", Type: engine.WordParam, Default: "half", Canonical: engine.OneOf(metrics...), Help: "half: a half turn is one move, quarter: two"}},
		New: func(spec engine.Spec) (engine.Game, error) {
			return reversible.New(spec, engine.Moves, newRules(spec.Word("metric") == "half").puzzle())
		},
	}
}

const (
	corners = 7    // that move
	orders  = 5040 // of the corners
	twists  = 729  // of six corners; the seventh follows
)

// turn is a quarter turn of a face: which corner comes to each place, and its twist on the way.
type turn struct {
	from  [corners]uint8
	twist [corners]uint8
}

// quarters are the quarter turns of U, R and F. The places are URF, UFL, ULB, UBR, DFR, DLF, DRB.
var quarters = [...]turn{
	{[corners]uint8{3, 0, 1, 2, 4, 5, 6}, [corners]uint8{}},
	{[corners]uint8{4, 1, 2, 0, 6, 5, 3}, [corners]uint8{2, 0, 0, 1, 1, 0, 2}},
	{[corners]uint8{1, 5, 2, 3, 0, 4, 6}, [corners]uint8{1, 2, 0, 0, 2, 1, 0}},
}

// rules are the moves as tables. A key is a rank of the order times 729, plus the twists as a number
// of base 3. Twists move without regard to the corners that have them.
type rules struct {
	names  []string
	orders [][orders]uint16 // by move
	twists [][twists]uint16
}

func newRules(half bool) *rules {
	r := &rules{}
	for face, q := range quarters {
		var o [orders]uint16
		var w [twists]uint16
		for n := range o {
			var before, after [corners]uint8
			multiset.Permutation(before[:], uint64(n))
			for place, from := range q.from {
				after[place] = before[from]
			}
			o[n] = uint16(multiset.PermutationRank(after[:]))
		}
		for n := range w {
			before, after := twistsOf(n), [corners]uint8{}
			for place, from := range q.from {
				after[place] = (before[from] + q.twist[place]) % 3
			}
			w[n] = uint16(twistNumber(after[:]))
		}
		twiceO, twiceW := over(o[:], o[:]), over(w[:], w[:])
		thriceO, thriceW := over(o[:], twiceO), over(w[:], twiceW)
		r.add("URF"[face:face+1], o[:], w[:])
		if half {
			r.add("URF"[face:face+1]+"2", twiceO, twiceW)
		}
		r.add("URF"[face:face+1]+"'", thriceO, thriceW)
	}
	return r
}

// over returns a table applied to another.
func over(table, first []uint16) []uint16 {
	list := make([]uint16, len(first))
	for n, to := range first {
		list[n] = table[to]
	}
	return list
}

func (r *rules) add(name string, o, w []uint16) {
	r.names = append(r.names, name)
	r.orders, r.twists = append(r.orders, [orders]uint16(o)), append(r.twists, [twists]uint16(w))
}

func twistsOf(n int) (list [corners]uint8) {
	sum := 0
	for place := corners - 2; place >= 0; place-- {
		list[place] = uint8(n % 3)
		sum += n % 3
		n /= 3
	}
	list[corners-1] = uint8((3 - sum%3) % 3)
	return list
}

func twistNumber(list []uint8) (n int) {
	for _, twist := range list[:corners-1] {
		n = 3*n + int(twist)
	}
	return n
}

func (r *rules) puzzle() *reversible.Puzzle {
	start := uint64(0)
	for _, name := range []string{"R", "U", "F", "R", "U", "F"} {
		for move := range r.names {
			if r.names[move] == name {
				start = r.after(start, move)
				break
			}
		}
	}
	return &reversible.Puzzle{
		Rules:            engine.Rules{Start: start, Notation: r, MaxSuccessors: len(r.names), Board: board, MoveText: r.moveText, Depiction: depiction()},
		AppendNeighbours: r.appendNeighbours,
		IsGoal:           func(key uint64) bool { return key == 0 },
		Keys:             discover.Span{Size: orders * twists},
	}
}

func (r *rules) after(key uint64, move int) uint64 {
	return uint64(r.orders[move][key/twists])*twists + uint64(r.twists[move][key%twists])
}

func (r *rules) appendNeighbours(dst []uint64, key uint64) []uint64 {
	for move := range r.names {
		dst = append(dst, r.after(key, move))
	}
	return dst
}

func (r *rules) moveText(from, to uint64) string {
	for move, name := range r.names {
		if r.after(from, move) == to {
			return name
		}
	}
	panic("cube2: no turn leads there")
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	var order [corners]uint8
	multiset.Permutation(order[:], key/twists)
	text := make([]byte, 0, 2*corners+1)
	for _, corner := range order {
		text = append(text, '1'+corner)
	}
	text = append(text, '/')
	for _, twist := range twistsOf(int(key % twists)) {
		text = append(text, '0'+twist)
	}
	return string(text)
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	var order, twist [corners]uint8
	places, turned, ok := strings.Cut(text, "/")
	ok = ok && len(places) == corners && len(turned) == corners
	seen, sum := 0, 0
	for n := 0; ok && n < corners; n++ {
		order[n], twist[n] = places[n]-'1', turned[n]-'0'
		ok = order[n] < corners && seen>>order[n]&1 == 0 && twist[n] < 3
		seen |= 1 << (order[n] & 7)
		sum += int(twist[n])
	}
	switch {
	case !ok:
		return 0, engine.InputErrorf("%q is not a position: want each of 1 to 7 once, /, and a twist of 0 to 2 for each, such as 1234567/0000000", text)
	case sum%3 != 0:
		return 0, engine.InputErrorf("%q cannot be reached: the sum of its twists is %d, want a multiple of 3", text, sum)
	}
	return multiset.PermutationRank(order[:])*twists + uint64(twistNumber(twist[:])), nil
}

// faces are the colours of the corners, each from its U or D side on clockwise, and the places of these
// on the net: row and column. The last corner stays.
var (
	colours = [corners + 1]string{"URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL"}
	places  = [corners + 1][3][2]int{
		{{1, 3}, {2, 4}, {2, 3}}, {{1, 2}, {2, 2}, {2, 1}}, {{0, 2}, {2, 0}, {2, 7}}, {{0, 3}, {2, 6}, {2, 5}},
		{{4, 3}, {3, 3}, {3, 4}}, {{4, 2}, {3, 1}, {3, 2}}, {{5, 3}, {3, 5}, {3, 6}}, {{5, 2}, {3, 7}, {3, 0}},
	}
)

// board draws the net of the cube: the upper face, then left, front, right and back, then the bottom.
func board(key uint64) string {
	var order [corners + 1]uint8
	order[corners] = corners
	multiset.Permutation(order[:corners], key/twists)
	twist := twistsOf(int(key % twists))
	const width, height = 8, 6
	net := []byte(strings.Repeat(" ", width*height))
	for place, corner := range order {
		turned := 0
		if place < corners {
			turned = int(twist[place])
		}
		for side, at := range places[place] {
			net[at[0]*width+at[1]] = colours[corner][(side+3-turned)%3]
		}
	}
	return engine.Grid(width, height, func(square int) byte { return net[square] })
}

// depiction shows the faces of the small cubes in the usual colours.
func depiction() drawing.Depiction {
	d := drawing.Depiction{Color: "#3c4045", Unnamed: true, Goal: "Turn the faces until each one has a single colour. The letters are the faces up, right, front, down, left and back.",
		Click: "Choose a turn from the list: F, R and U turn the front, the right and the upper face clockwise, 2 is half a turn, ' is backwards. The corner of D, B and L stays.", Looks: drawing.Looks{}}
	for face, color := range map[rune]string{'U': "#f7f5ee", 'R': "#d0312d", 'F': "#3f9b53", 'D': "#f4d03f", 'L': "#ef8a2a", 'B': "#4a7fd0"} {
		d.Looks[face] = drawing.Look{Shape: drawing.Block, Neutral: true, Label: string(face), Color: color}
	}
	return d
}
