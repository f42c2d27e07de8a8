package enginetest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// randomGame is a game given by the list of its moves.
type randomGame struct {
	spec    engine.Spec
	kind    engine.Kind
	slices  []engine.Slice
	moves   [][]uint64
	unmoves [][]uint64 // those within the slice
	ends    []engine.Ends
	scores  []int // of finished positions, in games of scores
}

func (g *randomGame) Spec() engine.Spec      { return g.spec }
func (g *randomGame) Kind() engine.Kind      { return g.kind }
func (g *randomGame) Size() uint64           { return uint64(len(g.moves)) }
func (g *randomGame) Slices() []engine.Slice { return g.slices }
func (g *randomGame) Weight(uint64) uint64   { return 1 }

func (g *randomGame) NewScratch() engine.Scratch {
	s := randomScratch{g}
	if g.kind == engine.Score {
		return engine.Scratch{Generator: s, Unmover: s, Score: s.Score}
	}
	return allParts(s)
}

func (g *randomGame) Parts() engine.Parts {
	most := 0
	for _, list := range g.moves {
		most = max(most, len(list))
	}
	return engine.Parts{MaxSuccessors: most}
}

// allParts returns a scratch with all parts that random games can have.
func allParts(s interface {
	engine.Generator
	fast.Unmover
	fast.OpenUnmover
	fast.WinScanner
	fast.Seeder
	fast.Searcher
}) engine.Scratch {
	return engine.Scratch{Generator: s, Unmover: s, OpenUnmover: s, WinScanner: s, Seeder: s, Searcher: s}
}

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

// node is a position of a random game, or with end the mark of a game that ended
// with a move from there.
type node struct {
	index uint64
	end   engine.Ends
}

// endings names the turns that end the game without a stored position.
var endings = []struct {
	move, over engine.Ends
	word       string
}{
	{engine.WinsNow, engine.IsLost, "wins"},
	{engine.DrawsNow, engine.IsDrawn, "draws"},
	{engine.LosesNow, engine.IsWon, "loses"},
}

func (g *randomGame) Parse(text string) (engine.Position, error) {
	digits, ok := strings.CutPrefix(text, "n")
	i, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil || i >= g.Size() || text != nodeText(i) {
		return nil, engine.InputErrorf("%q is no position: want n0 to n%d", text, g.Size()-1)
	}
	return node{index: i}, nil
}

func nodeText(i uint64) string { return "n" + strconv.FormatUint(i, 10) }

func (g *randomGame) Text(p engine.Position) string {
	n := p.(node)
	for _, e := range endings {
		if n.end == e.move {
			return nodeText(n.index) + " " + e.word
		}
	}
	return nodeText(n.index)
}

func (g *randomGame) Board(p engine.Position) string {
	n := p.(node)
	text := g.Text(p)
	if n.end == 0 {
		text += ": " + endsText(g.ends[n.index])
		for _, m := range g.Moves(p) {
			text += " " + m.Turn
		}
	}
	return text + "\n"
}

func (g *randomGame) Index(p engine.Position) (uint64, bool) {
	n := p.(node)
	return n.index, n.end == 0
}

func (g *randomGame) At(i uint64) engine.Position { return node{index: i} }

func (g *randomGame) Start() (engine.Position, bool) { return node{}, true }

func (g *randomGame) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	n := p.(node)
	if n.end != 0 {
		return dst
	}
	turns := map[uint64]uint64{}
	for _, j := range g.moves[n.index] {
		turns[j]++
	}
	for j, count := range turns {
		dst = append(dst, engine.Result{To: node{index: j}, Turns: count})
	}
	for _, e := range endings {
		if g.ends[n.index]&e.move != 0 {
			to := node{n.index, e.move}
			over, _ := g.Finished(to)
			v, err := g.kind.Back(over)
			if err != nil {
				panic(err)
			}
			dst = append(dst, engine.Result{To: to, Turns: 1, Ended: true, End: v})
		}
	}
	return dst
}

func (g *randomGame) Moves(p engine.Position) []engine.Move {
	var moves []engine.Move
	for _, r := range g.AppendResults(nil, p) {
		turn := g.Text(r.To)
		if r.Ended {
			_, turn, _ = strings.Cut(turn, " ")
		}
		moves = append(moves, engine.Move{Result: r, Turn: turn})
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return strings.Compare(a.Turn, b.Turn) })
	return moves
}

func (g *randomGame) Play(p engine.Position, turn string) (engine.Result, error) {
	for _, m := range g.Moves(p) {
		if m.Turn == turn {
			return m.Result, nil
		}
	}
	return engine.Result{}, engine.InputErrorf("%q is no move at %s: want one of those in %q", turn, g.Text(p), g.Board(p))
}

func (g *randomGame) Finished(p engine.Position) (engine.Value, bool) {
	n := p.(node)
	if g.kind == engine.Score {
		return engine.Value(uint8(int8(g.scores[n.index]))), len(g.moves[n.index]) == 0
	}
	for _, e := range endings {
		if n.end != e.move && (n.end != 0 || g.ends[n.index]&e.over == 0) {
			continue
		}
		if e.over == engine.IsDrawn {
			return engine.Tie, true
		}
		v, err := g.kind.Decided(e.over == engine.IsWon, 0)
		if err != nil {
			panic(err) // such games are not drawn for the byte kind
		}
		return v, true
	}
	return 0, false
}

// endsText writes ends for people.
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
