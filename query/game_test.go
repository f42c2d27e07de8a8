package query_test

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
)

// listGame is a game given node by node. Nodes are written by their names. From number stored on,
// nodes are valid positions without an index.
type listGame struct {
	spec   engine.Spec
	kind   engine.Kind
	names  []string
	moves  map[string][]string // a name, or wins, draws, loses or a score such as !+2 for a move that ends the game
	over   map[string]string   // finished nodes, and their values
	stored int
	start  string // "": none
	weight uint64
}

// registry returns a registry of the game alone and gives the game its spec.
func (g *listGame) registry(name string) *games.Registry {
	r := games.NewRegistry(engine.Definition{
		Name: name, Kind: g.kind, Level: engine.LevelRanked,
		New: func(engine.Spec) (engine.Game, error) { return g, nil },
	})
	spec, err := r.Parse(name, nil)
	if err != nil {
		panic(err)
	}
	g.spec = spec
	return r
}

func (g *listGame) Spec() engine.Spec    { return g.spec }
func (g *listGame) Kind() engine.Kind    { return g.kind }
func (g *listGame) Size() uint64         { return uint64(g.stored) }
func (g *listGame) Weight(uint64) uint64 { return g.weight }
func (g *listGame) Slices() []engine.Slice {
	return []engine.Slice{{Name: "all", Size: g.Size(), Weight: g.weight, Layer: g.kind == engine.Score}}
}
func (g *listGame) Parts() engine.Parts { return engine.Parts{} }
func (g *listGame) NewScratch() engine.Scratch {
	s := engine.Scratch{Generator: listScratch{g}}
	if g.kind == engine.Score {
		s.Score = listScratch{g}.Score
	}
	return s
}

type listScratch struct{ g *listGame }

func (s listScratch) Score(i uint64) int {
	v, _ := s.g.Finished(s.g.names[i])
	return engine.Score.Points(v)
}

func (s listScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	var ends engine.Ends
	for _, r := range s.g.AppendResults(nil, s.g.names[i]) {
		switch j, ok := s.g.Index(r.To); {
		case ok:
			dst = append(dst, j)
		case s.g.kind.Outcome(r.End) == engine.Win:
			ends |= engine.WinsNow
		case s.g.kind.Outcome(r.End) == engine.Loss:
			ends |= engine.LosesNow
		default:
			ends |= engine.DrawsNow
		}
	}
	if v, ok := s.g.Finished(s.g.names[i]); ok {
		switch s.g.kind.Outcome(v) {
		case engine.Win:
			ends |= engine.IsWon
		case engine.Loss:
			ends |= engine.IsLost
		case engine.Draw:
			ends |= engine.IsDrawn
		}
	}
	return dst, ends
}

func (g *listGame) Parse(text string) (engine.Position, error) {
	if slices.Contains(g.names, text) {
		return text, nil
	}
	return nil, engine.InputErrorf("%q is not a position: want one of %s", text, strings.Join(g.names, ", "))
}

func (g *listGame) Text(p engine.Position) string  { return p.(string) }
func (g *listGame) Board(p engine.Position) string { return p.(string) + "\n" }
func (g *listGame) At(i uint64) engine.Position    { return g.names[i] }
func (g *listGame) Start() (engine.Position, bool) { return g.start, g.start != "" }

func (g *listGame) Index(p engine.Position) (uint64, bool) {
	i := slices.Index(g.names[:g.stored], p.(string))
	return uint64(i), i >= 0
}

func (g *listGame) value(text string) engine.Value {
	v, err := g.kind.Parse(text)
	if err != nil {
		panic(err)
	}
	return v
}

func (g *listGame) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	for _, to := range g.moves[p.(string)] {
		r := engine.Result{To: to, Turns: 1}
		if end, ok := strings.CutPrefix(to, "!"); ok {
			r.To, r.Ended, r.End = p.(string)+to, true, g.value(end)
		}
		dst = append(dst, r)
	}
	return dst
}

func (g *listGame) Moves(p engine.Position) []engine.Move {
	var moves []engine.Move
	for _, r := range g.AppendResults(nil, p) {
		moves = append(moves, engine.Move{Result: r, Turn: "to-" + strings.TrimPrefix(r.To.(string), p.(string)+"!")})
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return strings.Compare(a.Turn, b.Turn) })
	return moves
}

func (g *listGame) Play(p engine.Position, turn string) (engine.Result, error) {
	for _, m := range g.Moves(p) {
		if m.Turn == turn {
			return m.Result, nil
		}
	}
	return engine.Result{}, engine.InputErrorf("%q is not a move", turn)
}

func (g *listGame) Finished(p engine.Position) (engine.Value, bool) {
	text, ok := g.over[p.(string)]
	if !ok {
		return 0, false
	}
	return g.value(text), true
}

// bigGame is a game of many positions without moves, for sampling.
type bigGame struct {
	listGame
	size uint64
}

func (g *bigGame) Size() uint64                           { return g.size }
func (g *bigGame) Slices() []engine.Slice                 { return []engine.Slice{{Name: "all", Size: g.size}} }
func (g *bigGame) At(i uint64) engine.Position            { return i }
func (g *bigGame) Text(p engine.Position) string          { return strconv.FormatUint(p.(uint64), 10) }
func (g *bigGame) Index(p engine.Position) (uint64, bool) { return p.(uint64), true }

func (g *bigGame) Finished(engine.Position) (engine.Value, bool) { return 0, false }
func (g *bigGame) AppendResults(dst []engine.Result, _ engine.Position) []engine.Result {
	return dst
}

// registryOf returns a registry that makes g for its own spec.
func registryOf(g engine.Game) *games.Registry {
	_, rest, _ := strings.Cut(g.Spec().String(), ":")
	d := engine.Definition{Name: g.Spec().Name(), Kind: g.Kind(), New: func(engine.Spec) (engine.Game, error) { return g, nil }}
	for _, part := range strings.Split(rest, ",") {
		if name, value, ok := strings.Cut(part, "="); ok {
			d.Params = append(d.Params, engine.Param{Name: name, Default: value, Min: -1 << 62, Max: 1 << 62})
		}
	}
	return games.NewRegistry(d)
}

// write writes a table of g into dir.
func write(t testing.TB, dir string, g engine.Game, maxPhase int, value func(i uint64) engine.Value) {
	t.Helper()
	h := table.HeaderOf(g)
	h.MaxPhase = maxPhase
	w, err := table.Create(kv.TablePath(dir), h, table.WriterOptions{Workers: 1, Weight: table.WeightOf(g)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Size() {
		raw := binary.LittleEndian.AppendUint16(nil, uint16(value(i)))
		if err := w.Append(raw[:g.Kind().Width()]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string, registry *games.Registry) *query.DB {
	t.Helper()
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// solved returns a database of g, solved naively, up to a remoteness if maxPhase is not 0.
func solved(t testing.TB, g engine.Game, registry *games.Registry, maxPhase int) (*query.DB, map[uint64]engine.Value) {
	t.Helper()
	values := enginetest.Naive(g)
	if maxPhase > 0 {
		for i, v := range values {
			if plies, _ := g.Kind().Plies(v); plies > maxPhase {
				values[i] = engine.Tie
			}
		}
	}
	dir := t.TempDir()
	write(t, dir, g, maxPhase, func(i uint64) engine.Value { return values[i] })
	return open(t, dir, registry), values
}

func parse(t testing.TB, db *query.DB, text string) engine.Position {
	t.Helper()
	p, err := db.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
