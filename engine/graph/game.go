package graph

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

const rulesText = `A file says for each position where the moves of the player to move lead,
one position a line, or what a finished position is worth to him:

  start: left right     # two moves
  left:  start goal
  right:                # no move: lost
  goal = loss           # or win, or draw

The blanks around = may be left out. Names are any text without blanks and colons. The player to move takes one of
the moves, then the other player is to move. Who cannot move has lost; play
that never ends is a draw. The first line is the start.`

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "graph",
		Title:   "Game graph",
		Summary: "an explicit game graph, one position a line of a text file",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Kind:    engine.Wide,
		Params: []engine.Param{{
			Name: "file", Type: engine.FileParam, Help: "a text file with lines such as \"a: b c\" and \"b = loss\"",
			Canonical: func(content string) (string, error) {
				content, err := plain(content)
				if err == nil {
					_, err = parse(content)
				}
				return content, err
			},
		}},
		New: func(spec engine.Spec) (engine.Game, error) {
			content, _ := spec.File("file")
			g, err := parse(content)
			if err != nil {
				return nil, err
			}
			return newGame(spec, g), nil
		},
	}
}

// game is a graph and its reverse. Positions are indices.
type game struct {
	*graph
	spec       engine.Spec
	backStarts []uint32
	back       []uint32
	most       int    // moves of a position
	resident   uint64 // bytes
}

func newGame(spec engine.Spec, g *graph) *game {
	x := &game{graph: g, spec: spec, resident: g.bytes()}
	x.backStarts, x.back = g.reverse()
	for i := range g.names {
		x.most = max(x.most, int(g.starts[i+1]-g.starts[i]))
	}
	return x
}

func (g *game) Spec() engine.Spec    { return g.spec }
func (g *game) Kind() engine.Kind    { return engine.Wide }
func (g *game) Size() uint64         { return uint64(len(g.names)) }
func (g *game) Weight(uint64) uint64 { return 1 }
func (g *game) Slices() []engine.Slice {
	return []engine.Slice{{Name: "all", Size: g.Size(), Weight: 1}}
}
func (g *game) Parts() engine.Parts {
	return engine.Parts{MaxSuccessors: g.most, Resident: g.resident}
}
func (g *game) NewScratch() engine.Scratch {
	return engine.Scratch{Generator: scratch{g}, Unmover: scratch{g}}
}

func (g *game) list(i uint64) []uint32 { return g.moves[g.starts[i]:g.starts[i+1]] }

// scratch is stateless.
type scratch struct{ *game }

func (s scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	for _, to := range s.list(i) {
		dst = append(dst, uint64(to))
	}
	return dst, s.ends[i]
}

func (s scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	for _, from := range s.back[s.backStarts[i]:s.backStarts[i+1]] {
		dst = append(dst, uint64(from))
	}
	return dst
}

// position is the index of a position.
type position uint32

func (g *game) Parse(text string) (engine.Position, error) {
	if i, ok := g.indices[text]; ok {
		return position(i), nil
	}
	return nil, engine.InputErrorf("%q is no position: want a name that has a line in the file, such as %q", text, g.names[0])
}

func (g *game) Text(p engine.Position) string { return g.names[p.(position)] }

// Board lists where the moves lead.
func (g *game) Board(p engine.Position) string {
	i := uint64(p.(position))
	if end := g.ends[i]; end != 0 {
		for word, value := range values {
			if value == end {
				return g.names[i] + " = " + word + "\n"
			}
		}
	}
	var b strings.Builder
	b.WriteString(g.names[i] + ":")
	for n, to := range g.list(i) {
		if n == 20 {
			b.WriteString(" …")
			break
		}
		b.WriteString(" " + g.names[to])
	}
	return b.String() + "\n"
}

func (g *game) Index(p engine.Position) (uint64, bool) { return uint64(p.(position)), true }
func (g *game) At(i uint64) engine.Position            { return position(i) }
func (g *game) Start() (engine.Position, bool)         { return position(0), true }

func (g *game) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	list := slices.Clone(g.list(uint64(p.(position))))
	slices.Sort(list)
	for at := 0; at < len(list); {
		n := at + 1
		for n < len(list) && list[n] == list[at] {
			n++
		}
		dst = append(dst, engine.Result{To: position(list[at]), Turns: uint64(n - at)})
		at = n
	}
	return dst
}

func (g *game) Moves(p engine.Position) []engine.Move {
	var moves []engine.Move
	for _, r := range g.AppendResults(nil, p) {
		moves = append(moves, engine.Move{Result: r, Turn: g.Text(r.To)})
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return strings.Compare(a.Turn, b.Turn) })
	return moves
}

func (g *game) Play(p engine.Position, turn string) (engine.Result, error) {
	for _, m := range g.Moves(p) {
		if m.Turn == turn {
			return m.Result, nil
		}
	}
	return engine.Result{}, engine.InputErrorf("%q cannot be played at %s: there is no such move", turn, g.Text(p))
}

func (g *game) Finished(p engine.Position) (engine.Value, bool) {
	var v engine.Value
	switch g.ends[p.(position)] {
	case engine.IsWon:
		v, _ = engine.Wide.Decided(true, 0)
	case engine.IsLost:
		v, _ = engine.Wide.Decided(false, 0)
	case engine.IsDrawn:
		v = engine.Tie
	default:
		return 0, false
	}
	return v, true
}
