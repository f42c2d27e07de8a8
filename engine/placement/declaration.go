package placement

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Limits of a declaration.
const (
	MaxGroups   = 8
	MaxCounters = 8
	maxCount    = 255 // of a counter
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
	// Applied twice it moves nothing.
	View []int `json:"view,omitempty"`
	// Moves are the kinds of moves. Without them the game brings [Rules].
	Moves []Move `json:"moves,omitempty"`
	// Changes are what moves change in the counts, as the mover names them, where the game
	// brings [Rules]. Slices follow from them and from the moves: no move leads back into a slice
	// that play has left. Without either there is one slice.
	Changes []map[string]int `json:"changes,omitempty"`
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
// a pattern or, without a group, those whose counts keep the bounds.
type End struct {
	Group    string  `json:"group,omitempty"`
	Patterns [][]int `json:"patterns,omitempty"`
	When     []Bound `json:"when,omitempty"`
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
	return slices.IndexFunc(d.Groups, func(g Group) bool { return g.Name == name })
}

// columns returns the groups without their squares, then the counters, the side to move last.
func (d *Declaration) columns() (list []Counter) {
	for _, g := range d.Groups {
		list = append(list, Counter{g.Name, g.Side, g.Min, g.Max})
	}
	list = append(list, d.Counters...)
	if d.Sides {
		list = append(list, Counter{sideName, 2, 0, 1})
	}
	return list
}
