package placement

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Limits of a declaration.
const (
	MaxGroups   = 8
	MaxCounters = 8
	maxCount    = 255 // of a counter
	maxClasses  = 1 << 16
)

// Declaration says what a position consists of and, where that is enough, what the moves are. It
// is plain data: [Parse] reads it as JSON, by the names of the fields in small letters. Squares
// are numbers from 0 on, row by row from the top where there is a Width.
type Declaration struct {
	// Squares is the number of squares, 1 … [MaxSquares].
	Squares int `json:"squares"`
	// Width is the number of squares of a row of the board as it is written; 0: one row.
	Width int `json:"width,omitempty"`
	// Groups are the groups of like pieces, 1 … [MaxGroups]. Positions are numbered by the
	// squares of the first group, then by those of the second, and so on.
	Groups []Group `json:"groups"`
	// Counters are numbers beside the board, such as pieces in hand.
	Counters []Counter `json:"counters,omitempty"`
	// Bounds limit the counts that go together. A class is all positions with the same counts of
	// pieces and the same counters; it exists where all bounds hold.
	Bounds []Bound `json:"bounds,omitempty"`
	// Symmetries are permutations of the squares, by square where it goes, that generate the
	// group of symmetries. Positions that a symmetry makes equal are stored once.
	Symmetries [][]int `json:"symmetries,omitempty"`
	// Sides tells positions apart by the player to move. Without it the mover sees every position
	// as his own: groups and counters of side 0 are his, and after a turn the players change
	// places: the first group of side 0 with the first of side 1, and so on.
	Sides bool `json:"sides,omitempty"`
	// View is the permutation of the squares that a turn applies where players change places.
	View []int `json:"view,omitempty"`
	// Moves are the kinds of moves. Without them the game brings [Rules].
	Moves []Move `json:"moves,omitempty"`
	// Changes are what moves change in the counts, as the mover names them, where the game
	// brings [Rules]. Slices follow from them; without them there is one slice.
	Changes []map[string]int `json:"changes,omitempty"`
	// Slices lists the classes of each slice, as counts of the groups, then the counters. Without
	// it slices follow from the changes: no move leads back into a slice that play has left.
	Slices [][][]int `json:"slices,omitempty"`
	// Ends are the ends of play, by positions. Positions that are over are not stored.
	Ends []End `json:"ends,omitempty"`
	// Stuck is the outcome of a position without a move, for the mover: "lost", which is also the
	// meaning of "", "drawn" or "won".
	Stuck string `json:"stuck,omitempty"`
	// Start is the first position, in the notation of the game; "": there is none.
	Start string `json:"start,omitempty"`
}

// Group is a group of like pieces.
type Group struct {
	Name string `json:"name"` // one character, which stands for a piece on a square
	// Side is the owner: 0 the mover, or the first player of a declaration with Sides; 1 the
	// opponent, or the second player; 2 neither.
	Side    int   `json:"side"`
	Min     int   `json:"min,omitempty"` // pieces on the board
	Max     int   `json:"max"`
	Squares []int `json:"squares,omitempty"` // where they may stand; nil: everywhere
}

// Counter is a number beside the board.
type Counter struct {
	Name string `json:"name"`
	Side int    `json:"side"` // as of a group
	Min  int    `json:"min,omitempty"`
	Max  int    `json:"max"` // at most 255
}

// Bound holds where the weighted sum of the counts, by the names of groups and counters, is
// within limits.
type Bound struct {
	Sum map[string]int `json:"sum"`
	Min int            `json:"min"`
	Max int            `json:"max"`
}

// Move is a kind of moves: a piece steps, or is put on the board. It is legal where When holds
// and the class that it leads to exists.
type Move struct {
	Group string `json:"group"` // of the piece, which is the mover's or nobody's
	// Steps are the squares that a piece steps to, by the square where it stands.
	Steps [][]int `json:"steps,omitempty"`
	// Rays are lines, by the square where a piece stands: it slides along one, over empty squares.
	Rays [][][]int `json:"rays,omitempty"`
	// Puts are the squares on which a piece is put that was not on the board.
	Puts []int `json:"puts,omitempty"`
	// Takes is the group of the piece that the move takes on its target; "": the target is empty.
	Takes  string         `json:"takes,omitempty"`
	When   []Bound        `json:"when,omitempty"`
	Change map[string]int `json:"change,omitempty"` // of counters
}

// End says which positions are over: those in which the pieces of a group stand on all squares of
// a pattern.
type End struct {
	Group    string  `json:"group"`
	Patterns [][]int `json:"patterns"`
	// Result is the outcome for the player who is to move in the position: "lost", which is also
	// the meaning of "", "drawn" or "won".
	Result string `json:"result,omitempty"`
}

// Parse reads a declaration as JSON and checks it. Errors are [engine.InputError]s.
func Parse(text []byte) (*Declaration, error) {
	d := &Declaration{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil {
		return nil, engine.InputErrorf("declaration of a placement: %v", err)
	}
	if decoder.More() {
		return nil, engine.InputErrorf("declaration of a placement: want one object, and more follows")
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	return d, nil
}

// check returns an [engine.InputError] where the declaration is wrong.
func (d *Declaration) check() error {
	bad := func(format string, args ...any) error {
		return engine.InputErrorf("declaration of a placement: "+format, args...)
	}
	if d.Squares < 1 || d.Squares > MaxSquares {
		return bad("%d squares: want 1 to %d", d.Squares, MaxSquares)
	}
	if d.Width < 0 || d.Width > d.Squares || d.Width > 0 && d.Squares%d.Width != 0 {
		return bad("rows of %d squares: want a divisor of %d", d.Width, d.Squares)
	}
	if len(d.Groups) < 1 || len(d.Groups) > MaxGroups {
		return bad("%d groups: want 1 to %d", len(d.Groups), MaxGroups)
	}
	if len(d.Counters) > MaxCounters || d.Sides && len(d.Counters) == MaxCounters {
		return bad("%d counters: want at most %d, the side to move included", len(d.Counters), MaxCounters)
	}
	if d.View != nil && (d.Sides || !isPermutation(d.View, d.Squares)) {
		return bad("the view %v: want each square from 0 to %d once, and no sides", d.View, d.Squares-1)
	}
	if err := d.checkNames(bad); err != nil {
		return err
	}
	return d.checkParts(bad)
}

// complaint makes an error of a declaration.
type complaint func(format string, args ...any) error

// checkNames checks groups and counters.
func (d *Declaration) checkNames(bad complaint) error {
	names, sides := map[string]bool{}, [3]int{}
	for _, g := range d.Groups {
		if len(g.Name) != 1 || g.Name[0] <= ' ' || g.Name[0] > '~' || strings.Contains("./#", g.Name) || names[g.Name] {
			return bad("a group %q: want a name of one letter or sign, each once, and not \".\", \"/\" or \"#\"", g.Name)
		}
		if g.Side < 0 || g.Side > 2 || g.Min < 0 || g.Max < g.Min || g.Max > d.Squares {
			return bad("group %q has side %d and %d to %d pieces: want side 0 to 2 and 0 to %d pieces", g.Name, g.Side, g.Min, g.Max, d.Squares)
		}
		if set, ok := d.setOf(g.Squares); !ok || g.Squares != nil && set == 0 {
			return bad("group %q may stand on %v: want squares from 0 to %d", g.Name, g.Squares, d.Squares-1)
		}
		names[g.Name] = true
		sides[g.Side]++
	}
	counters := [3]int{}
	for _, c := range d.Counters {
		if c.Name == "" || strings.ContainsAny(c.Name, " =") || names[c.Name] || c.Name == sideName {
			return bad("a counter %q: want a name without blanks and \"=\", each once, and not %q", c.Name, sideName)
		}
		if c.Side < 0 || c.Side > 2 || c.Min < 0 || c.Max < c.Min || c.Max > maxCount {
			return bad("counter %q has side %d and is %d to %d: want side 0 to 2 and 0 to %d", c.Name, c.Side, c.Min, c.Max, maxCount)
		}
		names[c.Name] = true
		counters[c.Side]++
	}
	if !d.Sides && (sides[0] != sides[1] || counters[0] != counters[1]) {
		return bad("the players have %d and %d groups, and %d and %d counters: want as many of both, since they change places", sides[0], sides[1], counters[0], counters[1])
	}
	sums := append([]Bound{}, d.Bounds...)
	for _, c := range d.Changes {
		sums = append(sums, Bound{Sum: c})
	}
	for _, m := range d.Moves {
		sums = append(append(sums, Bound{Sum: m.Change}), m.When...)
	}
	names[sideName] = d.Sides
	for _, b := range sums {
		for name := range b.Sum {
			if !names[name] {
				return bad("no group and no counter is called %q", name)
			}
		}
	}
	return nil
}

// checkParts checks moves and ends.
func (d *Declaration) checkParts(bad complaint) error {
	for n, m := range d.Moves {
		if fault := d.moveFault(&m); fault != "" {
			return bad("move %d %s", n, fault)
		}
	}
	for n, e := range d.Ends {
		if d.group(e.Group) < 0 || results[e.Result] == [2]engine.Ends{} {
			return bad("end %d has group %q and result %q: want a group, and lost, drawn or won", n, e.Group, e.Result)
		}
		for _, p := range e.Patterns {
			if set, ok := d.setOf(p); !ok || set == 0 {
				return bad("end %d has the pattern %v: want squares from 0 to %d", n, p, d.Squares-1)
			}
		}
	}
	if results[d.Stuck] == [2]engine.Ends{} {
		return bad("stuck is %q: want lost, drawn or won", d.Stuck)
	}
	return nil
}

// moveFault says what is wrong with a move, or "".
func (d *Declaration) moveFault(m *Move) string {
	g := d.group(m.Group)
	if g < 0 || !d.Sides && d.Groups[g].Side == 1 {
		return fmt.Sprintf("has the group %q: want one of the mover's", m.Group)
	}
	if m.Takes != "" && (d.group(m.Takes) < 0 || d.group(m.Takes) == g) {
		return fmt.Sprintf("takes %q: want another group", m.Takes)
	}
	if len(m.Steps) > d.Squares || len(m.Rays) > d.Squares {
		return fmt.Sprintf("has steps from %d squares: want at most %d", max(len(m.Steps), len(m.Rays)), d.Squares)
	}
	for from, lines := range append(append([][][]int{{m.Puts}}, m.Rays...), m.Steps) {
		for _, to := range lines {
			if _, ok := d.setOf(to); !ok {
				return fmt.Sprintf("leads to %v (list %d): want squares from 0 to %d", to, from, d.Squares-1)
			}
		}
	}
	return ""
}

// setOf returns the set of some squares, all where the list is nil, or false.
func (d *Declaration) setOf(squares []int) (set uint64, ok bool) {
	if squares == nil {
		return ^uint64(0) >> (MaxSquares - d.Squares), true
	}
	for _, s := range squares {
		if s < 0 || s >= d.Squares {
			return 0, false
		}
		set |= 1 << s
	}
	return set, true
}

// group returns the number of a group, or -1.
func (d *Declaration) group(name string) int {
	for n := range d.Groups {
		if d.Groups[n].Name == name {
			return n
		}
	}
	return -1
}
