package enginetest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

// randomGame is a game given by the list of its moves. Keys are indices.
type randomGame struct {
	engine.Game // without the parts below
	slices      []engine.Slice
	moves       [][]uint64
	unmoves     [][]uint64 // those within the slice
	ends        []engine.Ends
	scores      []int // of finished positions, in games of scores
}

// play makes the game of the lists.
func (g *randomGame) play(spec engine.Spec, kind engine.Kind) (err error) {
	rules := &engine.Rules{
		AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
			return append(dst, g.moves[key]...), g.ends[key]
		},
		Slice: func(key uint64) int { return g.sliceOf(key) }, Notation: g,
	}
	if kind == engine.Score {
		rules.Score = func(key uint64) int { return g.scores[key] }
	}
	var parts []discover.Slice
	for n, s := range g.slices {
		parts = append(parts, discover.Slice{Number: n, Size: s.Size, Keys: discover.Span{First: s.First, Size: s.Size}})
	}
	g.Game, err = discover.Keyed(spec, kind, rules, parts)
	return err
}

func (g *randomGame) Slices() []engine.Slice { return g.slices }

func (g *randomGame) NewScratch() engine.Scratch {
	s := randomScratch{g}
	if g.Kind() == engine.Score {
		return engine.Scratch{Generator: s, Unmover: s, Score: s.Score}
	}
	return engine.Scratch{Generator: s, Unmover: s, OpenUnmover: s, WinScanner: s, Seeder: s, Searcher: s}
}

func (g *randomGame) Parts() engine.Parts {
	most := 0
	for _, list := range g.moves {
		most = max(most, len(list))
	}
	return engine.Parts{MaxSuccessors: most}
}

// ParseKey implements [engine.KeyNotation].
func (g *randomGame) ParseKey(text string) (uint64, error) {
	digits, ok := strings.CutPrefix(text, "n")
	i, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil || i >= g.Size() || text != g.KeyText(i) {
		return 0, engine.InputErrorf("%q is not a position: want n0 to n%d", text, g.Size()-1)
	}
	return i, nil
}

// KeyText implements [engine.KeyNotation].
func (g *randomGame) KeyText(key uint64) string { return "n" + strconv.FormatUint(key, 10) }

type randomScratch struct{ g *randomGame }

func (s randomScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	return append(dst, s.g.moves[i]...), s.g.ends[i]
}

func (s randomScratch) Score(i uint64) int { return s.g.scores[i] }

func (s randomScratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return append(dst, s.g.unmoves[i]...)
}

func (s randomScratch) AppendOpenPredecessors(dst []uint64, i uint64) []uint64 {
	for _, j := range s.g.unmoves[i] {
		if s.g.ends[j]&engine.WinsNow == 0 {
			dst = append(dst, j)
		}
	}
	return dst
}

func (s randomScratch) ScanWins(wins *fast.Set, first, n uint64) {
	for i := first; i < first+n; i++ {
		if s.g.ends[i]&engine.WinsNow != 0 {
			wins.Add(i)
		}
	}
}

func (s randomScratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	own := s.g.sliceOf(i)
	for _, j := range s.g.moves[i] {
		switch {
		case s.g.sliceOf(j) != own:
			dst = append(dst, j)
		case s.g.ends[j]&engine.WinsNow == 0:
			inside++
			open++
		default:
			inside++
		}
	}
	return dst, inside, open, s.g.ends[i]
}

func (g *randomGame) sliceOf(i uint64) int {
	return slices.IndexFunc(g.slices, func(s engine.Slice) bool { return i-s.First < s.Size })
}

func (s randomScratch) Outside(i uint64, set *fast.Set) (uint64, bool) {
	for _, j := range s.g.moves[i] {
		if set.Lacks(j) {
			return j, true
		}
	}
	return i, s.g.ends[i]&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0
}

func (s randomScratch) AnyIn(i uint64, set *fast.Set) bool {
	return slices.ContainsFunc(s.g.moves[i], set.Has)
}

// endsText returns ends as text.
func endsText(ends engine.Ends) string {
	var words []string
	for _, e := range []struct {
		ends engine.Ends
		word string
	}{
		{engine.WinsNow, "a move wins"}, {engine.DrawsNow, "a move draws"}, {engine.LosesNow, "a move loses"},
		{engine.IsDrawn, "finished drawn"}, {engine.IsLost, "finished lost"}, {engine.IsWon, "finished won"},
	} {
		if ends&e.ends != 0 {
			words = append(words, e.word)
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}

// name writes a position for a message: its index and notation.
func name(g engine.Game, i uint64) string {
	if i >= g.Size() {
		return "#" + strconv.FormatUint(i, 10) + " (out of range)"
	}
	return "#" + strconv.FormatUint(i, 10) + " " + strconv.Quote(g.Text(g.At(i)))
}
