package solver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

// trait is an option of a solve that must not change its table.
type trait struct {
	name   string
	levels []func(o *altered, g engine.Game)
}

// traits returns the traits that the metamorphic test varies.
func traits() []trait {
	return []trait{
		{"workers", []func(*altered, engine.Game){
			func(o *altered, _ engine.Game) { o.Workers = 1 },
			func(o *altered, _ engine.Game) { o.Workers = 2 },
			func(o *altered, _ engine.Game) { o.Workers = 5 },
		}},
		{"chunk", []func(*altered, engine.Game){
			func(o *altered, _ engine.Game) {},
			func(o *altered, g engine.Game) { o.Chunk = g.Size()/5 + 1 },
			func(o *altered, g engine.Game) { o.Chunk = g.Size()/70 + 1 },
		}},
		{"memory", []func(*altered, engine.Game){
			func(o *altered, _ engine.Game) {},
			func(o *altered, g engine.Game) { o.working = g.Size() }, // less memory than the game could use
			func(o *altered, g engine.Game) { o.working = g.Size() / 8 },
			func(o *altered, _ engine.Game) { o.working = 1 },
		}},
		{"strategy", []func(*altered, engine.Game){
			func(o *altered, _ engine.Game) { o.Strategy = Auto },
			func(o *altered, _ engine.Game) { o.Strategy = Forward },
			func(o *altered, _ engine.Game) { o.Strategy = Backward },
		}},
	}
}

// interruptions are numbers of events after which a solve is stopped. The next solve resumes it,
// perhaps by another way.
var interruptions = []int{0, 2, 7, 30}

// converting returns options for a game whose exits end the count of turns.
func converting(positions, slices int) enginetest.RandomOptions {
	o := enginetest.Eventful(engine.Wide, positions, slices)
	o.Converts = true
	return o
}

// TestMetamorphic solves random games so that any two levels of any two traits occur together, whole and
// interrupted. Small variants of all games take half of these combinations each, neighbours in the list
// different halves, and all of them with -tags long. All solves of a game must make one table. With -short
// it takes every third game.
func TestMetamorphic(t *testing.T) {
	list := []engine.Game{
		enginetest.RandomGame(21, enginetest.Eventful(engine.Byte, 700, 1)),
		enginetest.RandomGame(22, enginetest.Eventful(engine.Byte, 700, 5)),
		enginetest.RandomGame(23, enginetest.Eventful(engine.Wide, 700, 4)),
		enginetest.RandomGame(24, withoutPredecessors(enginetest.Eventful(engine.Wide, 700, 1))),
		enginetest.RandomGame(25, withoutPredecessors(enginetest.Eventful(engine.Byte, 700, 4))),
		enginetest.RandomGame(26, converting(700, 5)),
		enginetest.RandomGame(27, enginetest.Eventful(engine.Score, 700, 3)),
		enginetest.RandomGame(28, withoutPredecessors(enginetest.Eventful(engine.Score, 700, 3))),
		enginetest.RandomGame(29, enginetest.Eventful(engine.Moves, 700, 3)),
		enginetest.RandomGame(30, withoutPredecessors(enginetest.Eventful(engine.Moves16, 700, 1))),
	}
	random := len(list)
	list = append(list,
		open(t, "tictactoe", ""),
		open(t, "quixo:size=3", ""),
		open(t, "quixo:ranked=true,size=3", ""),
		open(t, "quixo:marks=5,size=3", ""),
		open(t, "graph:file=f", "a: b c d\nb: c a\nc: e d\nd: d f\ne = loss\nf: g a\ng = win\n"),
		openBoard(t, enginetest.BoardNamed("strip")),
	)
	for _, spec := range []string{"width=3,height=3,pieces=2", "width=2,height=3,pieces=3"} {
		list = append(list, open(t, "rpsw:"+spec, ""))
	}
	list = append(list, open(t, "tupitu:width=3,height=3", ""), open(t, "chess:pieces=KQvK", ""), open(t, "dobutsu:pieces=1", ""), open(t, "morris:men=3", ""), open(t, "morris:men=4,placed=true", ""), open(t, "connect-four:height=3,ranked=true,width=4", ""),
		open(t, "pylos:rules=mature,size=3,spheres=4", ""), open(t, "pylos:rules=children,size=3,spheres=4", ""), open(t, "baghchal:captures=2,size=3", ""), open(t, "baghchal:captures=3,goats=1,size=4,stuck=draw", ""),
		open(t, "squadro:lanes=2", ""))
	list = append(list, open(t, "pancake:n=5", ""), open(t, "sliding:height=2", ""))
	if slow {
		list = append(list, open(t, "tictacchec:pieces=NB", ""), open(t, "pushfight:movers=0,pushers=2", ""))
	}
	for n, g := range list {
		t.Run(fmt.Sprintf("%d %s", n, g.Spec().Name()), func(t *testing.T) {
			if testing.Short() && n%3 != 0 {
				t.Skip("-short takes every third game")
			}
			want, _ := solveValues(t, g, Options{})
			all := traits()
			sizes := []int{len(interruptions)}
			for _, x := range all {
				sizes = append(sizes, len(x.levels))
			}
			rows := pairwise(sizes)
			dir := t.TempDir()
			for k, row := range rows {
				if n >= random && !slow && (n+k)%2 == 0 {
					continue
				}
				var o altered
				for x, level := range row[1:] {
					all[x].levels[level](&o, g)
				}
				if !crew.Unmoves(g) || g.Kind() != engine.Byte && g.Kind() != engine.Moves {
					o.working = 0 // cannot spill
				}
				if g.Parts().Sweeps != nil {
					o.Strategy, o.working = Auto, 0 // sweeps do not go on with slices that another way solved
				}
				o.often = g.Kind() == engine.Score || g.Parts().Sweeps != nil
				if stop := interruptions[row[0]]; stop > 0 {
					o.Dir = dir
					if interrupted(t, g, o, stop) {
						continue // the next solve resumes this one
					}
				}
				s, _ := solveValues(t, g, o)
				if s.SHA256 != want.SHA256 {
					t.Fatalf("%+v, stopped after %d events: digest %s, want %s", o, interruptions[row[0]], s.SHA256, want.SHA256)
				}
				if o.Dir != "" {
					dir = t.TempDir()
				}
			}
			if s, _ := solveValues(t, g, Options{Dir: dir}); s.SHA256 != want.SHA256 {
				t.Errorf("the last interrupted solve: digest %s, want %s", s.SHA256, want.SHA256)
			}
		})
	}
}

// pairwise returns rows of levels, one for each trait. Any two levels of any two traits occur
// together in some row. It is greedy: each row begins with a pair that no earlier row has.
func pairwise(sizes []int) (rows [][]int) {
	type pair struct{ a, x, b, y int } // a < b
	var left []pair
	for b := range sizes {
		for a := range b {
			for x := range sizes[a] {
				for y := range sizes[b] {
					left = append(left, pair{a, x, b, y})
				}
			}
		}
	}
	for len(left) > 0 {
		row := make([]int, len(sizes))
		for c := range row {
			row[c] = -1
		}
		row[left[0].a], row[left[0].b] = left[0].x, left[0].y
		for c := range row {
			if row[c] >= 0 {
				continue
			}
			gain := make([]int, sizes[c])
			for _, p := range left {
				if p.a == c && row[p.b] == p.y {
					gain[p.x]++
				}
				if p.b == c && row[p.a] == p.x {
					gain[p.y]++
				}
			}
			row[c] = slices.Index(gain, slices.Max(gain))
		}
		left = slices.DeleteFunc(left, func(p pair) bool { return row[p.a] == p.x && row[p.b] == p.y })
		rows = append(rows, row)
	}
	return rows
}
