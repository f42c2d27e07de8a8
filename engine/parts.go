package engine

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// Scratch is the working memory of a worker. It has the moves, which every game has, and the
// optional parts that need memory. A nil field means that the game does not have the part; its
// comment says what the solver does instead. All parts of a scratch share its memory and belong to
// one goroutine. Every scratch of a game has the same parts.
//
// A game that wraps another one takes its scratch, and sets or clears fields.
type Scratch struct {
	Generator // REQUIRED

	// Unmover lists predecessors. Without it the solver builds a reverse graph if memory or disk
	// has room for one. Otherwise it scans all undecided positions in every phase.
	Unmover fast.Unmover
	// OpenUnmover lists predecessors without those that win at once. The solver uses it in place
	// of the Unmover, which must be present as well.
	OpenUnmover fast.OpenUnmover
	// WinScanner finds the immediate wins of a run of positions at once. Without it the
	// seed scan lists the successors of every position.
	WinScanner fast.WinScanner
	// Seeder lists the exits of a position and counts its other moves. It needs a WinScanner.
	// Without it the seed scan lists all successors.
	Seeder fast.Seeder
	// Searcher searches successors and stops early. Without it the solver lists all of them.
	Searcher fast.Searcher
	// Score returns the mover's margin at a finished position. REQUIRED in games of scores and of
	// expected scores, nil in all others.
	Score func(i uint64) int
	// Roller lists rolls and the moves that they allow. REQUIRED in games of chance, nil in all
	// others. [RolledGenerator] makes the Generator of it.
	Roller fast.Roller
	// LayerEvaluator solves many positions of a layer at a time. Without it the solver takes
	// them one by one, from their successors. With Closed of [Parts] it also solves slices with moves inside.
	LayerEvaluator fast.LayerEvaluator
}

// Parts are the optional parts of a game that need no working memory. The zero value of a field
// means that the game does not have the part. All are safe for concurrent use.
type Parts struct {
	// Depiction describes pictures of positions.
	Depiction drawing.Depiction
	// MaxSuccessors is an upper bound on a position's successors; 0: unknown. Below 255 the
	// solver counts them in one byte for each position, else in two.
	MaxSuccessors int
	// Resident is the memory that the game keeps, in bytes, such as the keys of its positions. It
	// may leave out some megabytes.
	Resident uint64
	// AppendTurns appends the notation of every turn from one position to one of its results.
	// Play accepts all of them. Without it, or where they are too many to list, Moves has the
	// one that is shown.
	AppendTurns func(dst []string, from, to Position) []string
	// TurnText returns the notation that Moves has for one of the results, without those of all others.
	TurnText func(from, to Position) string
	// Indices returns the numbers of a position in the game's own ways of counting, each after
	// its name. The notation of such a game reads a bare number.
	Indices func(p Position) [][2]string
	// WeightRun returns the weight of position i and the end of a run from i on with the same
	// weight. Without it the counts of values call Weight for each position.
	WeightRun func(i uint64) (weight, end uint64)
	// Sections returns runs of indices with statistics of their own, such as the positions of one
	// player to move. They need not cover all positions.
	Sections func() []Section
	// Features are numbers that each position has, for users looking for patterns in the values.
	// Export writes a column for each.
	Features []Feature[Position]
	// NewReplier makes a goroutine's own [fast.Replier]. Without it [Notation] lists results.
	NewReplier func() fast.Replier
	// Slabs splits turns into steps. A solve by slabs calls it once. Only games of the kind byte
	// have slabs.
	Slabs func() fast.Slabs
	// Closed returns the numbers of positions of the runs of indices that make up a slice, in order. Moves
	// lead from a run to itself and to other slices only. The LayerEvaluator solves a whole run at a time, with its loops.
	Closed func(slice int) []uint64
	// Dice describes the rolls. REQUIRED in games of chance, nil in all others.
	Dice *Dice
	// Spreads finds neighbours for whole bitmaps of positions. Only games of one player have them.
	Spreads func() fast.Spreads
	// Sweeps finds predecessors for whole bitmaps of positions. Only games of the kind wide have
	// sweeps.
	Sweeps func() fast.Sweeps
	// Order is the order of the positions in files that are read over a network. A caller keeps what it
	// returns. Without it such files have the order of the indices.
	Order func() fast.Order
}

// Feature is a number that each position has, such as the count of the mover's pieces. P is the
// form of the position: a [Position] or a key.
type Feature[P any] struct {
	Name string // in small letters, digits and "_", unique within the game
	Of   func(p P) int64
}

// Section is a run of indices that has a name.
type Section struct {
	Name        string // unique within the game
	First, Size uint64
}

// Generator generates moves by index.
type Generator interface {
	// AppendSuccessors appends the indices of the stored positions that the moves of position i
	// lead to, and returns the extended slice with the ways in which the game can end. An index
	// may appear more than once; it appears as often as i does among its predecessors. Finished
	// positions append nothing.
	AppendSuccessors(dst []uint64, i uint64) ([]uint64, Ends)
}

// CheckParts returns an error for a game whose parts contradict each other. Callers that open games
// must call it.
func CheckParts(g Game) error {
	if fault := partsFault(g.Kind(), g.Slices(), g.Parts(), g.NewScratch()); fault != "" {
		return fmt.Errorf("the parts of %v make no sense together: %s", g.Spec(), fault)
	}
	return nil
}

// partsFault returns the contradiction between the parts, or "".
func partsFault(kind Kind, all []Slice, p Parts, s Scratch) string {
	scores, layers, converts, aside := kind == Score, 0, 0, false
	for _, sl := range all {
		if sl.Layer {
			layers++
		}
		aside = aside || sl.Side < 0 || sl.Side > 2 || sl.Side != 0 && !sl.Layer
		if sl.Converts {
			converts++
		}
	}
	for _, f := range []struct {
		wrong    bool
		sentence string
	}{
		{s.Generator == nil, "it has no Generator, and a game must have moves"},
		{s.OpenUnmover != nil && s.Unmover == nil, "it has an OpenUnmover and no Unmover, which is asked where all predecessors count"},
		{s.Seeder != nil && s.WinScanner == nil, "it has a Seeder and no WinScanner, which is asked first where positions are seeded"},
		{chanceFault(kind, p, s) != "", chanceFault(kind, p, s)},
		{p.Dice != nil && p.Dice.Places > 0 && layers < len(all), "it has places within turns, and slices that are not layers"},
		{scores && s.Score == nil, "its values are scores, and it has no Score for finished positions"},
		{!scores && !kind.Uncertain() && s.Score != nil, "it has a Score, and its values are not scores"},
		{aside, "a slice has a side, and is not a layer, or the side is neither 1 nor 2"},
		{!scores && !Plain(all), "a slice has points or a side, and its values are not scores"},
		{scores && s.WinScanner != nil, "it has a WinScanner, and in games of scores no move wins at once"},
		{scores && s.OpenUnmover != nil, "it has an OpenUnmover, and in games of scores no move wins at once"},
		{scores && s.Searcher != nil, "it has a Searcher, and positions of scores are neither won nor lost"},
		{s.LayerEvaluator != nil && layers == 0 && p.Closed == nil, "it has a LayerEvaluator, and no slice is a layer or has runs for it"},
		{p.Closed != nil && (s.LayerEvaluator == nil || scores || converts > 0), "it has Closed without a LayerEvaluator, or its values are scores or count turns to conversion"},
		{converts > 0 && kind != Wide, "a slice says that exits end the count of turns, and its values are not of the kind wide"},
		{converts > 0 && converts < len(all), "exits end the count of turns in some slices, and not in all"},
		{p.Sweeps != nil && (kind != Wide || converts > 0), "it has Sweeps, and its values are not of the kind wide, or count turns to conversion"},
		{p.Spreads != nil && !kind.Single(), "it has Spreads, and two players"},
		{p.Slabs != nil && kind != Byte, "it has Slabs, and its values are not of the kind byte"},
		{slices.ContainsFunc(p.Features, func(f Feature[Position]) bool { return f.Name == "" || f.Of == nil }), "a feature has no name, or nothing that tells it"},
		{p.NewReplier != nil && (scores || converts > 0), "it has a Replier, and its values are scores or count turns to conversion"},
		{p.MaxSuccessors < 0, fmt.Sprintf("no position has more than %d successors", p.MaxSuccessors)},
	} {
		if f.wrong {
			return f.sentence
		}
	}
	return ""
}
