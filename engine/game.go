package engine

import (
	"sort"

	"github.com/foregone-db/foregone/engine/fast"
)

// Game is a game with a dense numbering of its positions.
//
// REQUIRED are all methods here. What a game can do besides is OPTIONAL and stands in two
// structs, [Parts] of the game and [Scratch] of a worker, in which nil says that it cannot.
type Game interface {
	// Spec returns the canonical spec of the variant.
	Spec() Spec
	// Kind returns how the variant's values are coded.
	Kind() Kind
	// Size returns the number of stored positions.
	Size() uint64
	// Slices returns the slices in the order of their indices; they cover
	// 0 ≤ index < Size without gaps. A game without irreversible moves has one.
	Slices() []Slice
	// NewScratch returns a worker's own working memory, with the moves and the optional
	// parts that need such memory.
	NewScratch() Scratch
	// Parts returns the optional parts that do not.
	Parts() Parts
	// Weight returns the number of positions that share index i by symmetry,
	// itself included.
	Weight(i uint64) uint64
	Notation
}

// Slice is a contiguous range of indices that play can leave but not re-enter.
type Slice struct {
	Name  string // such as "4 stones"; unique within the game
	First uint64 // the lowest index
	Size  uint64 // positions
	Exits []int  // the other slices (numbers in [Game.Slices]) that a move can lead to
	// Weight is [Game.Weight] where that is the same for the whole slice, or 0.
	Weight uint64
	// Layer says that no move stays within the slice, so that one pass over its
	// positions solves it once the slices of its Exits are solved.
	Layer bool
	// Points is, in games of scores, what is still to be had in all positions of the slice,
	// such as the stones on the board. A move to a slice with fewer is worth the difference
	// to who makes it. Where scores are counted at the end alone it is 0.
	Points int
	// Side says, in games of scores, which player moves in all positions of the slice, 1 or
	// 2: a move to a slice of the same side keeps the turn. Slices with a side are layers.
	// 0: turns alternate.
	Side int
	// Converts says that an exit ends the count of turns: what it leads to counts by its
	// outcome alone, as if the game had ended there ([Kind.Converted]). All slices of a game
	// of the wide kind say so, or none.
	Converts bool
}

// Conversion reports whether exits end the count of turns ([Slice.Converts]) in a game with
// such slices.
func Conversion(slices []Slice) bool { return len(slices) > 0 && slices[0].Converts }

// Worth returns what a move from a position of s to one of the slice to, whose mover's score
// is points, is worth to the player who makes it.
func (s *Slice) Worth(to *Slice, points int) int {
	if s.Side == 0 || s.Side != to.Side {
		points = -points
	}
	return points + s.Points - to.Points
}

// Plain reports whether no move gains points by itself and none keeps the turn, so that a
// successor's score turned round is what the move there is worth.
func Plain(slices []Slice) bool {
	for _, s := range slices {
		if s.Side != 0 || s.Points != slices[0].Points {
			return false
		}
	}
	return true
}

// KeepsTurn reports whether the player who moves at one position does so at the other, that
// his move leads to, too.
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

// Ends says how the game can end at a position; see [fast.Ends].
type Ends = fast.Ends

// The bits of [Ends].
const (
	WinsNow  = fast.WinsNow
	DrawsNow = fast.DrawsNow
	LosesNow = fast.LosesNow
	IsDrawn  = fast.IsDrawn
	IsLost   = fast.IsLost
	IsWon    = fast.IsWon
	Over     = fast.Over
)

// Position is a position in the game's own form. Positions of one game are
// comparable with ==, equal exactly when they are the same before symmetry, and
// never nil.
type Position any

// Result is a result of a turn: a distinct resulting position.
type Result struct {
	To    Position
	Turns uint64 // how many different turns lead there; at least 1
	Ended bool   // the turn ended the game, To is finished and not stored
	End   Value  // where Ended: the value for the player who moved
}

// Move is a distinct resulting position with the notation of a turn that leads
// to it: a shortest one, of those the first in byte order.
type Move struct {
	Result
	Turn string
}

// Notation is how people and other programs write positions and turns.
type Notation interface {
	// Parse reads a position in any of the game's notations. Errors are
	// [InputError]s that say what was expected. A finished position that the
	// game does not store is an error that says so.
	Parse(text string) (Position, error)
	// Text returns the canonical one-line notation of p.
	Text(p Position) string
	// Board returns p drawn in lines of text for people, each ended by "\n".
	Board(p Position) string
	// Index returns the index of p, or false where p is valid but not stored.
	Index(p Position) (uint64, bool)
	// At returns the position of an index, of symmetric twins the one stored.
	// The index must be below Size.
	At(i uint64) Position
	// Start returns the position the game starts from, or false where the game
	// has no single one.
	Start() (Position, bool)
	// AppendResults appends the distinct results of all turns at p, in no
	// particular order; none where p is finished or cannot move.
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
