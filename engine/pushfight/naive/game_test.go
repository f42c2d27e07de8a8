package naive

import (
	"fmt"
	"math/big"
	"strings"
)

// symbols in the order of the index.
const symbols = ".oOxXY"

// Counts holds the number of each symbol in a position, in the order of symbols.
type Counts [6]int

// Game is one member of the family. Movers and Pushers are per side.
type Game struct {
	Board           Board
	Movers, Pushers int
}

// NewGame checks that a game has at least one pusher a side and that its pieces
// fit on the board.
func NewGame(b Board, movers, pushers int) (Game, error) {
	if movers < 0 || pushers < 1 {
		return Game{}, fmt.Errorf("%d movers and %d pushers a side: want at least 0 and 1", movers, pushers)
	}
	if pieces := 2 * (movers + pushers); pieces > b.Squares() {
		return Game{}, fmt.Errorf("%d pieces do not fit on %d squares", pieces, b.Squares())
	}
	return Game{b, movers, pushers}, nil
}

// Counts returns the symbol counts of a position in progress.
func (g Game) Counts() Counts {
	empty := g.Board.Squares() - 2*(g.Movers+g.Pushers)
	return Counts{empty, g.Movers, g.Pushers, g.Movers, g.Pushers - 1, 1}
}

// countsOf counts the symbols of a string; ok is false if it has any other.
func countsOf(pos string) (c Counts, ok bool) {
	for _, s := range []byte(pos) {
		i := strings.IndexByte(symbols, s)
		if i < 0 {
			return c, false
		}
		c[i]++
	}
	return c, true
}

// State is the kind of a position.
type State int

const (
	Invalid    State = iota
	InProgress       // all pieces, one of the opponent's pushers under the anchor
	Started          // all pieces, no anchor yet
	Finished         // exactly one piece gone, the anchor present
)

// State classifies a string.
func (g Game) State(pos string) State {
	have, ok := countsOf(pos)
	if !ok || len(pos) != g.Board.Squares() {
		return Invalid
	}
	want := g.Counts()
	if have == want {
		return InProgress
	}
	started := want
	started[4], started[5] = g.Pushers, 0
	if have == started {
		return Started
	}
	for piece := 1; piece <= 4; piece++ { // the piece that is gone; never Y
		finished := want
		finished[piece]--
		finished[0]++
		if have == finished {
			return Finished
		}
	}
	return Invalid
}

// Normalize converts a string with `P` (the mover's own pusher under the anchor) and without `Y` to
// the other side's view. It returns other strings unchanged.
func Normalize(pos string) string {
	if strings.Contains(pos, "Y") || strings.Count(pos, "P") != 1 {
		return pos
	}
	return swapColours(pos)
}

// swapColours converts a position to the other side's view. `P` stands for the mover's own pusher
// under the anchor.
func swapColours(pos string) string { return colourSwap.Replace(pos) }

var colourSwap = strings.NewReplacer("o", "x", "O", "X", "x", "o", "X", "O", "P", "Y", "Y", "P")

// Rotate returns a position of a symmetric board rotated by 180°.
func Rotate(pos string) string {
	turned := []byte(pos)
	for i := range turned {
		turned[len(turned)-1-i] = pos[i]
	}
	return string(turned)
}

// Reachable reports whether a position in progress passes the anchor test: for at
// least one axis through the anchor's square both neighbours exist and exactly one
// of them is empty.
func (g Game) Reachable(pos string) bool {
	anchor := strings.IndexByte(pos, 'Y')
	return g.Board.pushedAlong(pos, anchor, Left, Right) || g.Board.pushedAlong(pos, anchor, Up, Down)
}

func (b Board) pushedAlong(pos string, anchor int, one, other Direction) bool {
	before, okBefore := b.Neighbour(anchor, one)
	after, okAfter := b.Neighbour(anchor, other)
	return okBefore && okAfter && (pos[before] == '.') != (pos[after] == '.')
}

// Multinomial returns the number of strings with these counts, 0 if one is negative.
func (c Counts) Multinomial() *big.Int {
	n, total := big.NewInt(1), 0
	for _, k := range c {
		if k < 0 {
			return new(big.Int)
		}
		total += k
		n.Mul(n, new(big.Int).Binomial(int64(total), int64(k)))
	}
	return n
}

// Rank returns the place of a string among all strings with the same counts, in
// lexicographic order of symbols, first character most significant.
func Rank(s string) uint64 {
	counts, ok := countsOf(s)
	if !ok {
		panic("naive: a symbol that does not exist in " + s)
	}
	rank := new(big.Int)
	for _, c := range []byte(s) {
		symbol := strings.IndexByte(symbols, c)
		for smaller := range symbol {
			rest := counts
			rest[smaller]--
			rank.Add(rank, rest.Multinomial())
		}
		counts[symbol]--
	}
	return rank.Uint64()
}

// Unrank is the inverse of [Rank].
func Unrank(rank uint64, counts Counts) string {
	left := new(big.Int).SetUint64(rank)
	length := 0
	for _, k := range counts {
		length += k
	}
	var s strings.Builder
	for range length {
		for symbol := range counts {
			rest := counts
			rest[symbol]--
			n := rest.Multinomial()
			if left.Cmp(n) < 0 {
				s.WriteByte(symbols[symbol])
				counts = rest
				break
			}
			left.Sub(left, n)
		}
	}
	return s.String()
}

// Permutations returns the number of positions in progress, reachable or not.
func (g Game) Permutations() uint64 { return g.Counts().Multinomial().Uint64() }

// Index returns the permutation index of a position in progress.
func (g Game) Index(pos string) uint64 {
	if g.State(pos) != InProgress {
		panic("naive: not in progress: " + pos)
	}
	return Rank(pos)
}

// Position is the inverse of [Game.Index].
func (g Game) Position(index uint64) string { return Unrank(index, g.Counts()) }

// arrangements calls visit with every string of these counts, in the order of
// [Rank].
func arrangements(counts Counts, visit func(string)) {
	var extend func(prefix []byte, left Counts)
	extend = func(prefix []byte, left Counts) {
		if left == (Counts{}) {
			visit(string(prefix))
			return
		}
		for symbol, k := range left {
			if k > 0 {
				rest := left
				rest[symbol]--
				extend(append(prefix[:len(prefix):len(prefix)], symbols[symbol]), rest)
			}
		}
	}
	extend(nil, counts)
}
