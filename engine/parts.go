package engine

import (
	"fmt"
	"slices"
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
	Unmover Unmover
	// OpenUnmover leaves out predecessors of which everything is known from the start. It
	// needs an Unmover beside it, and is used in its place.
	OpenUnmover OpenUnmover
	// WinScanner finds the immediate wins of a run of positions at once. Without it the
	// seed scan lists the successors of every position.
	WinScanner WinScanner
	// Seeder tells what the rules alone say of a position, without the moves that stay in
	// its slice. It needs a WinScanner beside it.
	Seeder Seeder
	// Searcher looks at no more successors than it needs to. Without it all are listed.
	Searcher Searcher
	// Scorer tells the score of finished positions. Games of scores must have one, and no
	// others can.
	Scorer Scorer
	// LayerEvaluator solves the positions of a layer many at a time. Without it they are
	// solved one by one, from their successors.
	LayerEvaluator LayerEvaluator
}

// Parts are the optional parts of a game that need no working memory. The zero value of a
// field says that the game cannot do it, or does not know. They are safe for concurrent
// use.
type Parts struct {
	// Depiction is what positions look like in pictures.
	Depiction Depiction
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
	Features []Feature
	// NewReplier makes a goroutine's own [Replier]. Without it, results are listed by
	// [Notation].
	NewReplier func() Replier
	// Slabs takes turns apart into steps. A solve by slabs calls it, once. Games of scores
	// and of the wide kind have none.
	Slabs func() Slabs
	// Sweeps finds what leads into a set for whole bitmaps of positions. Games of the kind
	// wide alone have them.
	Sweeps func() Sweeps
}

// Replier lists what the turns of a position lead to, where nobody asks for the turns. Games
// of scores, and those in which exits end the count of turns, have none.
type Replier interface {
	// AppendReplies appends the indices of the distinct results of the turns at p that are
	// stored, and in which the next player cannot win at once, in any order; twins are told
	// apart. It returns how many results, besides these, won the game, and in how many the next
	// player can win at once. There are no others.
	AppendReplies(dst []uint64, p Position) (indices []uint64, won, lost uint64)
}

// Feature is a number that a position has, such as how many pieces the mover has left.
type Feature struct {
	Name string // in small letters, digits and "_", unique within the game
	Of   func(p Position) int64
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

// Unmover is the part of a [Scratch] that lists predecessors.
type Unmover interface {
	// AppendPredecessors appends the indices, in the slice of i, of the stored
	// positions with a move to position i, each as often as i appears among its
	// successors.
	AppendPredecessors(dst []uint64, i uint64) []uint64
}

// OpenUnmover is the part of a [Scratch] that leaves out predecessors with a move that
// wins at once.
type OpenUnmover interface {
	// AppendOpenPredecessors appends what AppendPredecessors does, but for the
	// positions with a move that wins at once ([WinsNow]).
	AppendOpenPredecessors(dst []uint64, i uint64) []uint64
}

// WinScanner is the part of a [Scratch] that finds immediate wins.
type WinScanner interface {
	// ScanWins adds to wins every index i, first ≤ i < first+n, that has a move
	// which wins at once ([WinsNow]). The set must cover the run.
	ScanWins(wins *Set, first, n uint64)
}

// Seeder is the part of a [Scratch] that tells what the rules alone say of a position. It
// is asked in the seed scan, in slices with exits and wherever else that would list all
// successors to count them; not for a reverse graph, which needs them.
type Seeder interface {
	// AppendExits appends those of the successors of position i that lie in other
	// slices. It returns the extended slice together with the number of the other
	// successors, how many of these have no move that wins at once, and the moves
	// that end the game, all as AppendSuccessors lists and counts them.
	AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends Ends)
}

// Searcher is the part of a [Scratch] with tests that look at no more successors than
// they need.
type Searcher interface {
	// Outside returns a successor of i that set covers and that is not in it, or
	// false where there is none. Where a move draws at once, or the position is
	// finished and drawn or won, so that no set of its successors can make it
	// lost, it may return i itself, and must not return false. Positions with a
	// move that wins at once are not asked about: the answer there may be any.
	Outside(i uint64, set *Set) (successor uint64, ok bool)
	// AnyIn reports whether some successor of i is in set.
	AnyIn(i uint64, set *Set) bool
}

// Scorer is the part of a [Scratch] that games of scores must have.
type Scorer interface {
	// Score returns the mover's margin in position i, which is finished.
	Score(i uint64) int
}

// LayerEvaluator is the part of a [Scratch] for games whose layers can be solved faster
// many positions at a time.
type LayerEvaluator interface {
	// EvaluateLayer stores the values of the n positions from first on, all in
	// one slice that is a [Slice.Layer], in dst, as a table stores them: one byte
	// each, or two, low byte first, in the wide kind. exits holds, by number of
	// slice, all values of the slices that this one exits into; they must not be
	// changed. It fails when the kind cannot hold a value.
	EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error
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
		{scores && s.Scorer == nil, "its values are scores, and it has no Scorer for finished positions"},
		{!scores && s.Scorer != nil, "it has a Scorer, and its values are no scores"},
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
		{slices.ContainsFunc(p.Features, func(f Feature) bool { return f.Name == "" || f.Of == nil }), "a feature has no name, or nothing that tells it"},
		{p.NewReplier != nil && (scores || converts > 0), "it has a Replier, and its values are scores or count turns to conversion"},
		{p.MaxSuccessors < 0, fmt.Sprintf("no position has more than %d successors", p.MaxSuccessors)},
	} {
		if f.wrong {
			return f.sentence
		}
	}
	return ""
}
