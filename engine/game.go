package engine

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine/fast"
)

// Game is a game with a dense numbering of its positions.
//
// All methods are REQUIRED. OPTIONAL parts are fields of [Parts] and [Scratch], nil where the game
// does not have them.
type Game interface {
	// Spec returns the canonical spec of the variant.
	Spec() Spec
	// Kind returns how the variant's values are coded.
	Kind() Kind
	// Size returns the number of stored positions.
	Size() uint64
	// Slices returns the slices in the order of their indices. They cover 0 ≤ index < Size without
	// gaps. A game without irreversible moves has one. The caller must not change them.
	Slices() []Slice
	// NewScratch returns the working memory of a new worker: the moves, and the optional parts
	// that need memory.
	NewScratch() Scratch
	// Parts returns the optional parts that need no working memory.
	Parts() Parts
	// Weight returns the number of positions that share index i by symmetry, itself included.
	Weight(i uint64) uint64
	Notation
}

// Slice is a contiguous range of indices that play can leave but not re-enter.
type Slice struct {
	Name  string // such as "4 stones"; unique within the game
	First uint64 // the lowest index
	Size  uint64 // positions
	Exits []int  // the other slices (numbers in [Game.Slices]) that a move can lead to
	// Weight is the [Game.Weight] that all positions of the slice share, or 0 where it varies.
	Weight uint64
	// Layer means that no move stays within the slice. One pass over its positions solves it,
	// after the slices of its Exits.
	Layer bool
	// Points, in games of scores, is the number of points that remain in all positions of the
	// slice, such as the stones on the board. A move to a slice with fewer points earns the
	// difference. It is 0 where scores count at the end only.
	Points int
	// Side, in games of scores, is the player who moves in all positions of the slice, 1 or 2. A
	// move to a slice of the same side keeps the turn. Slices with a side are layers. 0: turns
	// alternate.
	Side int
	// Converts means that an exit ends the count of turns: a position behind the exit counts by
	// its outcome only, as if the game had ended there ([Kind.Converted]). In a game of the wide
	// kind either all slices convert or none.
	Converts bool
}

// Conversion reports whether exits end the count of turns ([Slice.Converts]) in a game with these
// slices.
func Conversion(slices []Slice) bool { return len(slices) > 0 && slices[0].Converts }

// Worth returns the score of a move for the player who makes it: a move from s to the slice to,
// where the mover's score is points.
func (s *Slice) Worth(to *Slice, points int) int {
	if s.Side == 0 || s.Side != to.Side {
		points = -points
	}
	return points + s.Points - to.Points
}

// Plain reports whether no move earns points and none keeps the turn. Then the worth of a move is
// the negated score of the successor.
func Plain(list []Slice) bool {
	return !slices.ContainsFunc(list, func(s Slice) bool { return s.Side != 0 || s.Points != list[0].Points })
}

// KeepsTurn reports whether the same player moves at from and at to. A move must lead from one to
// the other.
func KeepsTurn(g Game, from, to Position) bool {
	all := g.Slices()
	i, stored := g.Index(from)
	j, leads := g.Index(to)
	if !stored || !leads {
		return false
	}
	side := all[SliceOf(all, i)].Side
	return side != 0 && side == all[SliceOf(all, j)].Side
}

// SliceOf returns the number of the slice that an index is in.
func SliceOf(slices []Slice, i uint64) int {
	return sort.Search(len(slices), func(n int) bool { return slices[n].First+slices[n].Size > i })
}

// Ends is a set of bits: the ways in which the game can end at a position. WinsNow, DrawsNow and
// LosesNow report moves that end the game at once and lead to no stored position. IsDrawn, IsLost
// and IsWon report that the position itself is finished. A position without bits and without moves
// is lost for the mover. [Kind.Ends] is the set that a kind can hold. Package fast defines the type
// because its parts use it, too.
type Ends = fast.Ends

// The bits of [Ends].
const (
	WinsNow  = fast.WinsNow  // a move wins at once
	DrawsNow = fast.DrawsNow // a move ends the game drawn
	LosesNow = fast.LosesNow // a move loses at once
	IsDrawn  = fast.IsDrawn  // the position is finished and drawn
	IsLost   = fast.IsLost   // the position is finished and lost for the mover
	IsWon    = fast.IsWon    // the position is finished and won for the mover
	Over     = fast.Over     // the bits of finished positions
)

// Position is a position in the game's own form. It is never nil. Positions of one game are
// comparable with ==; symmetric twins are unequal.
type Position any

// Result is a result of a turn: a distinct resulting position.
type Result struct {
	To    Position
	Turns uint64 // the number of different turns that lead there, at least 1
	Ended bool   // the turn ended the game, To is finished and not stored
	End   Value  // where Ended: the value for the player who moved
}

// Move is a distinct resulting position with the notation of a turn that leads to it: the shortest,
// and of equally short ones the first in byte order.
type Move struct {
	Result
	Turn string
}

// Notation reads and writes positions and turns for people and other programs.
type Notation interface {
	// Parse reads a position in any of the game's notations. Errors are [InputError]s that say
	// what was expected. A finished position that the game does not store is an error.
	Parse(text string) (Position, error)
	// Text returns the canonical one-line notation of p.
	Text(p Position) string
	// Board draws p in lines of text, each ended by "\n".
	Board(p Position) string
	// Index returns the index of p, or false where p is valid but not stored.
	Index(p Position) (uint64, bool)
	// At returns the position of an index below Size; of symmetric twins the stored one.
	At(i uint64) Position
	// Start returns the start position, or false where the game has no single one.
	Start() (Position, bool)
	// AppendResults appends the distinct results of all turns at p, in any order. It appends
	// nothing where p is finished or cannot move.
	AppendResults(dst []Result, p Position) []Result
	// Moves returns the distinct results of all turns at p with their notation,
	// in byte order of the notation.
	Moves(p Position) []Move
	// Play returns the result of the turn written in turn, or an [InputError]
	// that says why it is not legal.
	Play(p Position, turn string) (Result, error)
	// Finished reports whether p itself is finished, and its value then.
	Finished(p Position) (Value, bool)
}

// ParsePosition reads a position of g: #N is the stored position of index N, all other text is the
// game's own notation. The notation may begin with #, unless a digit or a sign follows. A game
// without stored positions reads all text itself.
func ParsePosition(g Game, text string) (Position, error) {
	if rest, ok := strings.CutPrefix(text, "#"); ok && g.Size() > 0 && (rest == "" || strings.Contains("+-0123456789", rest[:1])) {
		i, err := strconv.ParseUint(rest, 10, 64)
		if err != nil || i >= g.Size() {
			return nil, InputErrorf("%q is not an index: want #0 to #%d", text, g.Size()-1)
		}
		return g.At(i), nil
	}
	return g.Parse(text)
}
