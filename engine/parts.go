package engine

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// Scratch is a worker's own working memory, seen as what can be done with it: the moves,
// which every game has, and the optional parts of a game that need working memory. A
// part that is nil the game cannot do; the solver does without, see each part. All parts
// of a scratch share its memory and belong to one goroutine. Every scratch of a game has
// the same parts.
//
// A game that is made of another takes the other's scratch and sets or clears fields.
type Scratch struct {
	Generator // REQUIRED

	// Unmover lists predecessors. Without it the solver makes lists of predecessors from
	// those of successors, where memory and disk have room for them, or looks at all
	// undecided positions in every phase.
	Unmover fast.Unmover
	// OpenUnmover leaves out predecessors of which everything is known from the start. It
	// needs an Unmover beside it, and is used in its place.
	OpenUnmover fast.OpenUnmover
	// WinScanner finds the immediate wins of a run of positions at once. Without it the
	// seed scan lists the successors of every position.
	WinScanner fast.WinScanner
	// Seeder tells what the rules alone say of a position, without the moves that stay in
	// its slice. It needs a WinScanner beside it.
	Seeder fast.Seeder
	// Searcher looks at no more successors than it needs to. Without it all are listed.
	Searcher fast.Searcher
	// Score returns the mover's margin in the position of an index, which is finished. REQUIRED
	// in games of scores; nil in all others.
	Score func(i uint64) int
	// LayerEvaluator solves the positions of a layer many at a time. Without it they are
	// solved one by one, from their successors.
	LayerEvaluator fast.LayerEvaluator
}

// Parts are the optional parts of a game that need no working memory. The zero value of a
// field says that the game cannot do it, or does not know. They are safe for concurrent
// use.
type Parts struct {
	// Depiction is what positions look like in pictures.
	Depiction drawing.Depiction
	// MaxSuccessors is what the number of successors of no position exceeds. Below 255
	// the solver counts them in one byte for each position, else in two.
	MaxSuccessors int
	// Resident is how many bytes the game keeps in memory, such as the keys of its
	// positions, beyond some megabytes.
	Resident uint64
	// AppendTurns appends the notation of every turn from one position to a result of its
	// turns, which Play takes, too. Without it, or where there are too many to be listed,
	// Moves has the one that is shown.
	AppendTurns func(dst []string, from, to Position) []string
	// Indices returns the numbers that a position has in the game's own ways of counting,
	// each with a name before it. Where a game has them, its notation reads a bare number.
	Indices func(p Position) [][2]string
	// WeightRun returns the weight of position i, and an index above i up to which all
	// weights are the same. Without it they are asked for one by one when values are counted.
	WeightRun func(i uint64) (weight, end uint64)
	// Sections returns runs of indices that people count apart, such as the positions of one
	// player to move. They need not cover all positions.
	Sections func() []Section
	// Features are numbers that the game can tell of each of its positions, for who looks for
	// patterns in the values: export writes a column for each.
	Features []Feature[Position]
	// NewReplier makes a goroutine's own [fast.Replier]. Without it, results are listed by
	// [Notation].
	NewReplier func() fast.Replier
	// Slabs takes turns apart into steps. A solve by slabs calls it, once. Games of scores
	// and of the wide kind have none.
	Slabs func() fast.Slabs
	// Sweeps finds what leads into a set for whole bitmaps of positions. Games of the kind
	// wide alone have them.
	Sweeps func() fast.Sweeps
}

// Feature is a number that each position has, such as how many pieces the mover has left. P is
// how positions are given: a [Position], or the key of one.
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
	// AppendSuccessors appends the indices of the stored positions that the
	// moves of position i lead to and returns the extended slice together with
	// the moves that end the game. An index may appear more than once; it then
	// must appear as often as i does among its predecessors. Finished positions
	// append nothing.
	AppendSuccessors(dst []uint64, i uint64) ([]uint64, Ends)
}

// CheckParts refuses a game whose parts make no sense together, in a sentence. Whatever
// opens games calls it.
func CheckParts(g Game) error {
	if fault := partsFault(g.Kind(), g.Slices(), g.Parts(), g.NewScratch()); fault != "" {
		return fmt.Errorf("the parts of %v make no sense together: %s", g.Spec(), fault)
	}
	return nil
}

// partsFault says what makes no sense, or "".
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
		{scores && s.Score == nil, "its values are scores, and it has no Score for finished positions"},
		{!scores && s.Score != nil, "it has a Score, and its values are no scores"},
		{aside, "a slice has a side, and is no layer, or the side is neither 1 nor 2"},
		{!scores && !Plain(all), "a slice has points or a side, and its values are no scores"},
		{scores && s.WinScanner != nil, "it has a WinScanner, and in games of scores no move wins at once"},
		{scores && s.OpenUnmover != nil, "it has an OpenUnmover, and in games of scores no move wins at once"},
		{scores && s.Searcher != nil, "it has a Searcher, and positions of scores are neither won nor lost"},
		{s.LayerEvaluator != nil && layers == 0, "it has a LayerEvaluator, and no slice is a layer"},
		{converts > 0 && kind != Wide, "a slice says that exits end the count of turns, and its values are not of the kind wide"},
		{converts > 0 && converts < len(all), "exits end the count of turns in some slices, and not in all"},
		{p.Sweeps != nil && (kind != Wide || converts > 0), "it has Sweeps, and its values are not of the kind wide, or count turns to conversion"},
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
