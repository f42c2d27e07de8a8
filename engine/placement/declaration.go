package placement

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Limits of a declaration.
const (
	MaxGroups   = 8
	MaxCounters = 8
	maxCount    = 255 // of a counter
)

// Declaration describes the positions of a game and, if that is enough, its moves. It is plain
// data: [Parse] reads it as JSON, with the names of the fields in lower case. Squares are numbered
// from 0, row by row from the top if there is a Width.
type Declaration struct {
	// Squares is the number of squares, 1 … [MaxSquares].
	Squares int `json:"squares"`
	// Width is the number of squares in a row of the written board; 0: there is one row.
	Width int `json:"width,omitempty"`
	// Groups are the groups of like pieces, 1 … [MaxGroups]. Positions are numbered by the squares
	// of the first group, then by those of the second, and so on.
	Groups []Group `json:"groups"`
	// Counters are numbers that are not on the board, such as pieces in hand.
	Counters []Counter `json:"counters,omitempty"`
	// Bounds limit the combinations of counts. A class is all positions with the same counts of
	// pieces and the same counters. It exists if all bounds hold.
	Bounds []Bound `json:"bounds,omitempty"`
	// Symmetries are permutations of the squares that generate the group of symmetries. Square s
	// goes to element s. Of symmetric positions one is stored.
	Symmetries [][]int `json:"symmetries,omitempty"`
	// Sides distinguishes positions by the player to move. Without it a position is the mover's
	// view: groups and counters of side 0 are his. After a turn the players change places: the
	// first group of side 0 becomes the first of side 1, and so on.
	Sides bool `json:"sides,omitempty"`
	// View is the permutation of the squares that a turn applies if players change places. It is
	// its own inverse.
	View []int `json:"view,omitempty"`
	// Moves are the kinds of moves. A game without them generates its own moves:
	// [Declaration.Rules] returns rules without AppendMoves, the game sets it, and [Keyed] makes
	// the game from these rules. Programs in other languages supply their moves through package
	// foreign.
	Moves []Move `json:"moves,omitempty"`
	// Changes are the changes of the counts by moves, as the mover names them, for games with their
	// own moves. Slices follow from them and from the moves: no move leads back into a slice
	// that play has left. Without either there is one slice.
	Changes []map[string]int `json:"changes,omitempty"`
	// Ends are the conditions that end play. Finished positions are not stored.
	Ends []End `json:"ends,omitempty"`
	// Stuck is the mover's outcome in a position without a move: "lost", "drawn" or "won"; "" means
	// "lost".
	Stuck string `json:"stuck,omitempty"`
	// Start is the first position, in the notation of the game; "" if there is none.
	Start string `json:"start,omitempty"`
}

// Group is a group of like pieces.
type Group struct {
	Name string `json:"name"` // one character, which stands for a piece on a square
	// Side is the owner. 0 is the mover, or the first player if the declaration has Sides. 1 is the
	// opponent, or the second player. 2 is neither.
	Side    int   `json:"side"`
	Min     int   `json:"min,omitempty"` // pieces on the board
	Max     int   `json:"max"`
	Squares []int `json:"squares,omitempty"` // where they may stand; nil: everywhere
}

// Counter is a number that is not on the board.
type Counter struct {
	Name string `json:"name"`
	Side int    `json:"side"` // as in Group
	Min  int    `json:"min,omitempty"`
	Max  int    `json:"max"` // at most 255
}

// Bound holds if a weighted sum of counts is within limits. Sum has the weights, by the names of
// groups and counters.
type Bound struct {
	Sum map[string]int `json:"sum"`
	Min int            `json:"min"`
	Max int            `json:"max"`
}

// Move is a kind of move: a piece steps or slides, or is put on the board. It is legal if When
// holds and the class after the move exists.
type Move struct {
	Group string `json:"group"` // of the piece; without Sides, not of side 1
	// Steps are the squares to which a piece can step, by the square that it comes from.
	Steps [][]int `json:"steps,omitempty"`
	// Rays are the lines along which a piece can slide over empty squares, by the square that it
	// comes from.
	Rays [][][]int `json:"rays,omitempty"`
	// Puts are the squares on which a new piece can be put.
	Puts []int `json:"puts,omitempty"`
	// Takes is the group of the piece that the move takes on its target; "": the target is empty.
	Takes  string         `json:"takes,omitempty"`
	When   []Bound        `json:"when,omitempty"`
	Change map[string]int `json:"change,omitempty"` // of counters
}

// End describes finished positions. In these, the pieces of a group stand on all squares of a
// pattern or, without a group, the counts satisfy the bounds.
type End struct {
	Group    string  `json:"group,omitempty"`
	Patterns [][]int `json:"patterns,omitempty"`
	When     []Bound `json:"when,omitempty"`
	// Result is the outcome for the player to move in the position: "lost", "drawn" or "won"; ""
	// means "lost".
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

// setOf returns the set of the given squares, or of all squares if the list is nil. It returns
// false if a square does not exist.
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

// columns returns the groups without their squares, then the counters, then the side to move.
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

// MaxWireCount is the largest count of a counter in [Numbering.AppendWire]: its byte is "~".
const MaxWireCount = '~' - '0'

// WireBytes returns the size of a position in bytes: see [Numbering.AppendWire].
func (n *Numbering) WireBytes() int { return n.Squares + len(n.columns) - len(n.Groups) }

// AppendWire appends the positions of keys as programs in other languages receive them. Each has a
// byte for each square, the name of the group or ".", and a byte for each counter and then for the
// side to move, "0" and above. n is the numbering of [Declaration.Rules].
func (n *Numbering) AppendWire(dst []byte, keys []uint64) []byte {
	cursor, empty := n.NewCursor(), bytes.Repeat([]byte("."), n.Squares)
	for _, key := range keys {
		p, _ := cursor.Seek(key)
		dst = append(dst, empty...)
		for g := range n.Groups {
			for set := p.At[g]; set != 0; set &= set - 1 {
				dst[len(dst)-n.Squares+bits.TrailingZeros64(set)] = n.Groups[g].Name[0]
			}
		}
		for c := range n.columns[len(n.Groups):] {
			dst = append(dst, '0'+p.Counter[c])
		}
	}
	return dst
}

// ReadWire appends the keys of positions that AppendWire could have written.
func (n *Numbering) ReadWire(dst []uint64, wire []byte) ([]uint64, error) {
	for text := range slices.Chunk(wire, n.WireBytes()) {
		var p Position
		bad := len(text) < n.WireBytes() || n.put(&p, text[:n.Squares]) >= 0
		for c := 0; !bad && c < len(n.columns)-len(n.Groups); c++ {
			p.Counter[c] = text[n.Squares+c] - '0'
		}
		key, ok := n.Index(&p)
		if bad || !ok {
			return dst, fmt.Errorf("it has the position %q, which its placement excludes", text)
		}
		dst = append(dst, key)
	}
	return dst, nil
}

// Settle applies a declaration's rules about ends and slices to the keys that moves from a key lead
// to. It appends those at which play goes on to dst, which may begin the array of list, and returns
// the ends of the others, or the end of a position without moves. n is the numbering of
// [Declaration.Rules].
func (n *Numbering) Settle(dst []uint64, key uint64, list []uint64) ([]uint64, engine.Ends, error) {
	if len(list) == 0 {
		return dst, results[n.Stuck][1], nil
	}
	cursor := n.NewCursor()
	_, from := cursor.Seek(key)
	var ends engine.Ends
	for _, to := range list {
		p, c := cursor.Seek(to)
		end := c.over
		if end == 0 {
			end = n.result(p)
		}
		switch ends |= end; {
		case end != 0:
		case c.Slice != from.Slice && !slices.Contains(n.Slices[from.Slice].Exits, c.Slice):
			return dst, 0, fmt.Errorf("it moves from %s to %s: no changes of its placement lead there", n.name(from.Counts), n.name(c.Counts))
		default:
			dst = append(dst, to)
		}
	}
	return dst, ends, nil
}
