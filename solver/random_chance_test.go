package solver

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
)

// randomOdds is a game of chance that is drawn at random. Position 0 is the start. The last ones are over.
type randomOdds struct {
	score  bool // expected scores, which moves earn, too
	layers bool // no move stays in its slice
	per    int  // positions of a slice
	nodes  []oddsNode
}

// oddsNode is a position: over, or with rolls, whose weights have the sum oddsSum.
type oddsNode struct {
	over  int // 1: won, 2: drawn, 3: lost, in games of scores with over-2 points
	rolls []oddsRoll
}

type oddsRoll struct {
	weight uint32
	moves  []fast.RollMove // To is the number of a node
}

// oddsSum is the sum of the weights.
const oddsSum = 30

// newRandomOdds draws a game. The first roll at each position leaves the slice, so that play ends.
func newRandomOdds(seed uint64, perSlice int) *randomOdds {
	rng := rand.New(rand.NewPCG(seed, 30))
	g := &randomOdds{score: seed%2 == 1, layers: seed%4 < 2, per: perSlice}
	slices := 3 + rng.IntN(4)
	for n := range slices * perSlice {
		var node oddsNode
		later := (n/perSlice + 1) * perSlice
		if later == slices*perSlice || n > 0 && rng.IntN(12) == 0 {
			node.over = 1 + rng.IntN(3)
			g.nodes = append(g.nodes, node)
			continue
		}
		for left := uint32(oddsSum); left > 0; {
			r := oddsRoll{weight: min(left, 1+rng.Uint32N(oddsSum/2))}
			left -= r.weight
			for range 1 + rng.IntN(3) {
				m := fast.RollMove{To: uint64(later + rng.IntN(slices*perSlice-later)), Keeps: rng.IntN(3) == 0}
				if len(node.rolls) > 0 && !g.layers && rng.IntN(2) == 0 {
					m.To = uint64(n/perSlice*perSlice + rng.IntN(perSlice))
				}
				switch {
				case g.score:
					m.Gain = int32(rng.IntN(5) - 2)
				case rng.IntN(8) == 0:
					m = fast.RollMove{End: []engine.Ends{engine.WinsNow, engine.DrawsNow, engine.LosesNow}[rng.IntN(3)]}
				}
				r.moves = append(r.moves, m)
			}
			node.rolls = append(node.rolls, r)
		}
		g.nodes = append(g.nodes, node)
	}
	return g
}

// keyOf spreads the numbers of positions over keys.
func (g *randomOdds) keyOf(n uint64) uint64 { return n*n + 5 }

func (g *randomOdds) node(key uint64) uint64 {
	n := uint64(math.Sqrt(float64(key)))
	for n > 0 && g.keyOf(n) > key {
		n--
	}
	if n >= uint64(len(g.nodes)) || g.keyOf(n) != key {
		return 0
	}
	return n
}

// list lists the rolls at a position. to returns what the To of a move holds.
func (g *randomOdds) list(dst *fast.Rolls, n uint64, to func(n uint64) uint64) engine.Ends {
	dst.Reset()
	node := &g.nodes[n]
	if node.over > 0 && g.score {
		return 0
	}
	if node.over > 0 {
		return []engine.Ends{engine.IsWon, engine.IsDrawn, engine.IsLost}[node.over-1]
	}
	for _, r := range node.rolls {
		for _, m := range r.moves {
			if m.End == 0 {
				m.To = to(m.To)
			}
			dst.Moves = append(dst.Moves, m)
		}
		dst.Add(r.weight)
	}
	return 0
}

// rules are the game at the level rules only.
func (g *randomOdds) rules() *engine.Rules {
	slice := func(key uint64) int { return int(g.node(key)) / g.per }
	r := &engine.Rules{
		Start: g.keyOf(0), Dice: engine.Dice{Sum: oddsSum}, Slice: slice,
		Roll: func(dst *fast.Rolls, key uint64) engine.Ends { return g.list(dst, g.node(key), g.keyOf) },
	}
	if g.layers {
		r.Slice, r.Layer = nil, slice
	}
	if g.score {
		r.Dice.Bound = 1000
		r.Score = func(key uint64) int { return g.nodes[g.node(key)].over - 2 }
	}
	return r
}

// fullOdds is the game at the level full: it lists rolls by index.
type fullOdds struct {
	engine.Game
	odds *randomOdds
}

func (g *fullOdds) NewScratch() engine.Scratch {
	r := oddsRoller{g}
	s := engine.Scratch{Generator: &engine.RolledGenerator{Roller: r}, Roller: r}
	if g.odds.score {
		s.Score = func(i uint64) int { return g.odds.nodes[g.number(i)].over - 2 }
	}
	return s
}

// number returns the number of a position by its index.
func (g *fullOdds) number(i uint64) (n uint64) {
	var key uint64
	fmt.Sscanf(g.Text(g.At(i)), "0x%x", &key)
	return g.odds.node(key)
}

type oddsRoller struct{ *fullOdds }

func (r oddsRoller) Roll(dst *fast.Rolls, i uint64) engine.Ends {
	return r.odds.list(dst, r.number(i), func(n uint64) uint64 {
		p, err := r.Parse(fmt.Sprintf("0x%x", r.odds.keyOf(n)))
		if err != nil {
			panic(err)
		}
		at, _ := r.Index(p)
		return at
	})
}

// open makes the game at a level. Rules find the positions that play reaches; the others number all of them.
func (g *randomOdds) open(t *testing.T, level engine.Level) engine.Game {
	t.Helper()
	d := engine.Definition{Name: "odds"}
	spec, err := d.Parse("odds", nil)
	if err != nil {
		t.Fatal(err)
	}
	kind := engine.Chance
	if g.score {
		kind = engine.Expected
	}
	var game engine.Game
	if level == engine.LevelRules {
		game, err = discover.Game(spec, kind, g.rules(), 0)
	} else {
		var parts []discover.Slice
		for first := 0; first < len(g.nodes); first += g.per {
			var keys []uint64
			part := discover.Slice{Number: first / g.per, Size: uint64(g.per)}
			for n := range uint64(g.per) {
				keys = append(keys, g.keyOf(uint64(first)+n))
			}
			for to := first / g.per; to < len(g.nodes)/g.per; to++ {
				if to > first/g.per || !g.layers {
					part.Targets = append(part.Targets, to)
				}
			}
			part.Keys = discover.NewKeySet(keys)
			parts = append(parts, part)
		}
		game, err = discover.Keyed(spec, kind, g.rules(), parts)
	}
	if err != nil {
		t.Fatal(err)
	}
	if level == engine.LevelFull {
		return &fullOdds{game, g}
	}
	return game
}

// end returns what a position that is over, or a move that ends the game, is worth.
func (g *randomOdds) end(kind int) *big.Rat {
	if g.score {
		return big.NewRat(int64(kind-2), 1)
	}
	return big.NewRat(int64(3-kind), 2)
}

// exact returns the value of every position as a fraction. Iteration in floating point guesses the best moves;
// then a system of linear equations is solved, and no other move may be better.
func (g *randomOdds) exact(t *testing.T) []*big.Rat {
	t.Helper()
	one := big.NewRat(1, 1)
	ends := map[engine.Ends]int{engine.WinsNow: 1, engine.DrawsNow: 2, engine.LosesNow: 3}
	guess := make([]float64, len(g.nodes))
	worth := func(m fast.RollMove) float64 {
		if m.End != 0 {
			x, _ := g.end(ends[m.End]).Float64()
			return x
		}
		x := guess[m.To]
		if !m.Keeps {
			if x = -x; !g.score {
				x++
			}
		}
		return x + float64(m.Gain)
	}
	for range 3000 {
		for n, node := range g.nodes {
			if node.over > 0 {
				guess[n], _ = g.end(node.over).Float64()
				continue
			}
			mean := 0.0
			for _, r := range node.rolls {
				best := math.Inf(-1)
				for _, m := range r.moves {
					best = max(best, worth(m))
				}
				mean += best * float64(r.weight)
			}
			guess[n] = mean / oddsSum
		}
	}
	rows := make([]map[int]*big.Rat, len(g.nodes))
	constant := len(rows)
	add := func(row map[int]*big.Rat, at int, x *big.Rat) {
		if row[at] == nil {
			row[at] = new(big.Rat)
		}
		row[at].Add(row[at], x)
	}
	for n, node := range g.nodes {
		rows[n] = map[int]*big.Rat{}
		if node.over > 0 {
			add(rows[n], constant, g.end(node.over))
		}
		for _, r := range node.rolls {
			best := r.moves[0]
			for _, m := range r.moves {
				if worth(m) > worth(best) {
					best = m
				}
			}
			share := big.NewRat(int64(r.weight), oddsSum)
			if best.End != 0 {
				add(rows[n], constant, new(big.Rat).Mul(share, g.end(ends[best.End])))
				continue
			}
			add(rows[n], constant, new(big.Rat).Mul(share, big.NewRat(int64(best.Gain), 1)))
			if !best.Keeps {
				if !g.score {
					add(rows[n], constant, share)
				}
				share = new(big.Rat).Neg(share)
			}
			add(rows[n], int(best.To), share)
		}
	}
	eliminate(rows, one)
	values := make([]*big.Rat, len(rows))
	for n := range rows {
		values[n] = rows[n][constant]
	}
	for n, node := range g.nodes {
		sum := new(big.Rat)
		for _, r := range node.rolls {
			var best *big.Rat
			for _, m := range r.moves {
				x := g.end(max(ends[m.End], 1))
				if m.End == 0 {
					x = new(big.Rat).Set(values[m.To])
					if !m.Keeps {
						if x.Neg(x); !g.score {
							x.Add(x, one)
						}
					}
					x.Add(x, big.NewRat(int64(m.Gain), 1))
				}
				if best == nil || x.Cmp(best) > 0 {
					best = x
				}
			}
			sum.Add(sum, new(big.Rat).Mul(best, big.NewRat(int64(r.weight), oddsSum)))
		}
		if node.over == 0 && sum.Cmp(values[n]) != 0 {
			t.Fatalf("position %d is worth %v, and its best moves %v", n, values[n], sum)
		}
	}
	return values
}

// TestRandomChance compares ten random games of chance of each level, of both kinds, with and without loops,
// with exact fractions. Every value differs by no more than the error of the table.
func TestRandomChance(t *testing.T) {
	for seed := range uint64(10) {
		odds := newRandomOdds(seed, 6)
		exact := odds.exact(t)
		for _, level := range []engine.Level{engine.LevelRules, engine.LevelRanked, engine.LevelFull} {
			g := odds.open(t, level)
			if err := engine.CheckParts(g); err != nil {
				t.Fatal(err)
			}
			if seed < 4 {
				t.Run(fmt.Sprintf("%v %d", level, seed), func(t *testing.T) {
					enginetest.Run(t, g, enginetest.Options{Allocates: true})
				})
			}
			tab := pigTable(t, g)
			width := new(big.Rat).SetFloat64(tab.Header().Error)
			named := &fullOdds{g, odds}
			for i := range g.Size() {
				v, err := tab.Get(i)
				if err != nil {
					t.Fatal(err)
				}
				off := new(big.Rat).SetFloat64(g.Kind().Float(v))
				want := exact[named.number(i)]
				if off.Sub(off, want); off.Abs(off).Cmp(width) > 0 {
					t.Errorf("seed %d, %v: #%d is worth %v within %v, want %s", seed, level, i, g.Kind().Float(v), tab.Header().Error, want.FloatString(18))
				}
			}
			if level != engine.LevelRules && g.Size() != uint64(len(exact)) || g.Size() < 5 {
				t.Errorf("seed %d: %d positions of %d", seed, g.Size(), len(exact))
			}
			if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 {
				t.Errorf("seed %d: %+v, %v", seed, r, err)
			}
		}
	}
}
