package graph

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
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
			return newGame(spec, g)
		},
	}
}

// game is a graph and its reverse. Keys are indices.
type game struct {
	engine.Game // has no predecessors
	*graph
	backStarts []uint32
	back       []uint32
	most       int    // upper bound on a position's moves
	resident   uint64 // bytes
}

func newGame(spec engine.Spec, g *graph) (_ engine.Game, err error) {
	x := &game{graph: g, resident: g.bytes()}
	x.backStarts, x.back = g.reverse()
	for i := range g.names {
		x.most = max(x.most, int(g.starts[i+1]-g.starts[i]))
	}
	rules := &engine.Rules{AppendMoves: scratch{x}.AppendSuccessors, Notation: x, Board: x.board}
	size := uint64(len(g.names))
	x.Game, err = discover.Keyed(spec, engine.Wide, rules, []discover.Slice{{Targets: []int{0}, Size: size, Keys: discover.Span{Size: size}}})
	return x, err
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

// ParseKey implements [engine.KeyNotation].
func (g *game) ParseKey(text string) (uint64, error) {
	if i, ok := g.indices[text]; ok {
		return uint64(i), nil
	}
	return 0, engine.InputErrorf("%q is no position: want a name that has a line in the file, such as %q", text, g.names[0])
}

// KeyText implements [engine.KeyNotation].
func (g *game) KeyText(i uint64) string { return g.names[i] }

// board lists the positions that the moves lead to.
func (g *game) board(i uint64) string {
	for word, value := range values {
		if value == g.ends[i] {
			return g.names[i] + " = " + word + "\n"
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
