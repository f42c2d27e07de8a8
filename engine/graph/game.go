package graph

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/drawing"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "graph",
		Title: "Game graph",
		Variant: func(spec engine.Spec) string {
			content, _ := spec.File("file")
			if g, err := parse(content); err == nil {
				return fmt.Sprintf("of %d positions, from %s", len(g.names), g.names[0])
			}
			return ""
		},
		Summary: "an explicit game graph, one position a line of a text file",
		Rules:   rulesText,
		Level:   engine.LevelRanked,
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
			rules := &engine.Rules{AppendMoves: g.appendMoves, MaxSuccessors: g.most(), Notation: g, Board: g.board,
				Depiction: drawing.Depiction{Goal: "The line below has a position and, behind the colon, those that its moves lead to. A player who cannot move has lost, unless that last position has a value of its own."}}
			size := uint64(len(g.names))
			return discover.Keyed(spec, engine.Wide, rules, []discover.Slice{{Targets: []int{0}, Size: size, Keys: discover.Span{Size: size}, Resident: g.bytes()}})
		},
	}
}

// most returns an upper bound on a position's moves.
func (g *graph) most() (most int) {
	for i := range g.names {
		most = max(most, len(g.list(uint64(i))))
	}
	return most
}

func (g *graph) list(i uint64) []uint32 { return g.moves[g.starts[i]:g.starts[i+1]] }

func (g *graph) appendMoves(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	for _, to := range g.list(i) {
		dst = append(dst, uint64(to))
	}
	return dst, g.ends[i]
}

// ParseKey implements [engine.KeyNotation].
func (g *graph) ParseKey(text string) (uint64, error) {
	if i, ok := g.indices[text]; ok {
		return uint64(i), nil
	}
	return 0, engine.InputErrorf("%q is not a position: want a name that has a line in the file, such as %q", text, g.names[0])
}

// KeyText implements [engine.KeyNotation].
func (g *graph) KeyText(i uint64) string { return g.names[i] }

// board lists the positions that the moves lead to.
func (g *graph) board(i uint64) string {
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
