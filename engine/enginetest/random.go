package enginetest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

// RandomOptions are the parameters of a random game. Fractions are from 0 to 1. The zero value of a
// count means its default.
type RandomOptions struct {
	Positions int         // default 300
	Slices    int         // default 1; at most Positions
	Kind      engine.Kind // games of scores have moves, and finished positions by Stuck; no other ends
	Degree    float64     // average number of moves of a position that is not finished; default 2.5

	// Fractions of the positions.
	Lost, Drawn, Won float64 // finished with this outcome for the mover, if the kind has it
	Stuck            float64 // not finished, and without any move

	// Fractions of the other positions.
	WinMoves, DrawMoves, LoseMoves float64 // have a move that ends the game; LoseMoves in the wide kind only

	// Fractions of the moves.
	Exits    float64 // lead to another slice, if there is one
	Parallel float64 // occur twice or more

	// Chain is the length in plies of a line of forced play. The line has a position of each
	// remoteness from 0 to Chain. It begins in the slices that play reaches last and ends in those
	// where play starts. Side moves and loops do not change its values. It is shorter if there are
	// too few positions.
	Chain int
	// Delayed is the number of positions that lose at once by a move within the slice, and later by
	// an exit to a position of the chain. It needs several slices.
	Delayed int

	// Converts makes exits end the count of turns ([engine.Slice.Converts]); wide kind only.
	Converts bool

	Without Parts // optional parts that the game does not offer
}

// Eventful returns options for a game with ends, exits and loops of every kind that the values
// permit.
func Eventful(kind engine.Kind, positions, slices int) RandomOptions {
	o := RandomOptions{
		Positions: positions, Slices: slices, Kind: kind, Degree: 3,
		Lost: 0.02, Drawn: 0.02, Stuck: 0.02, WinMoves: 0.02, DrawMoves: 0.02,
		Exits: 0.3, Parallel: 0.15, Chain: min(positions/4, 100), Delayed: positions / 20,
	}
	switch kind {
	case engine.Wide:
		o.Won, o.LoseMoves = 0.02, 0.04
	case engine.Moves, engine.Moves16:
		o.Won, o.Delayed = 0.02, 0
	case engine.Score:
		o.Stuck = 0.1
	}
	return o
}

// RandomGame returns a game with random moves and all optional parts of a scratch but
// LayerEvaluator. The same seed and options give the same game. Positions are written n17; n0 is
// the start. The spec has a hash of the options except Without.
func RandomGame(seed int64, o RandomOptions) engine.Game {
	for end, fraction := range map[engine.Ends]*float64{
		engine.IsLost: &o.Lost, engine.IsDrawn: &o.Drawn, engine.IsWon: &o.Won,
		engine.WinsNow: &o.WinMoves, engine.DrawsNow: &o.DrawMoves, engine.LosesNow: &o.LoseMoves,
	} {
		if o.Kind.Ends()&end == 0 {
			*fraction = 0
		}
	}
	switch {
	case o.Kind.MaxRemoteness() == 0:
		o.Chain, o.Delayed = 0, 0
	case o.Kind.Single():
		o.Delayed = 0
	}
	o.Positions = cmp.Or(o.Positions, 300)
	o.Slices = min(cmp.Or(o.Slices, 1), o.Positions)
	o.Degree = cmp.Or(o.Degree, 2.5)
	b := builder{RandomOptions: o, rand: rand.New(rand.NewSource(seed))}
	b.layOut()
	b.chain()
	b.delays()
	b.fill()
	g := b.game()
	if o.Kind == engine.Score {
		b.score(g)
	}
	if err := g.play(randomSpec(seed, o), o.Kind); err != nil {
		panic(err)
	}
	return Without(g, o.Without)
}

func randomSpec(seed int64, o RandomOptions) engine.Spec {
	o.Without = 0
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", o)
	number := func(name string) engine.Param {
		return engine.Param{Name: name, Min: -1 << 63, Max: 1<<63 - 1, Default: "0"}
	}
	d := engine.Definition{Name: "random", Params: []engine.Param{number("seed"), number("positions"), number("slices"), number("options")}}
	spec, err := games.NewRegistry(d).Parse(fmt.Sprintf("random:seed=%d,positions=%d,slices=%d,options=%d",
		seed, o.Positions, o.Slices, h.Sum32()), nil)
	if err != nil {
		panic(err)
	}
	return spec
}

// builder draws a random game.
type builder struct {
	RandomOptions
	rand *rand.Rand

	slices  []engine.Slice
	order   []int // slices in an order in which play goes from later to earlier ones
	depth   []int // place of a slice in order
	sliceOf []int
	free    [][]uint64 // by slice: the positions without moves and ends so far, in random order

	moves [][]uint64
	ends  []engine.Ends
	line  []uint64 // the chain by remoteness
}

// layOut divides the positions into slices of random sizes, and draws the order in which play
// passes through them.
func (b *builder) layOut() {
	b.moves = make([][]uint64, b.Positions)
	b.ends = make([]engine.Ends, b.Positions)
	cuts := b.rand.Perm(b.Positions - 1)[:b.Slices-1]
	slices.Sort(cuts)
	cuts = append(cuts, b.Positions-1)
	first := 0
	for s, cut := range cuts {
		b.slices = append(b.slices, engine.Slice{
			Name: fmt.Sprintf("slice %d", s), First: uint64(first), Size: uint64(cut + 1 - first), Weight: 1, Converts: b.Converts,
		})
		var free []uint64
		for i := first; i <= cut; i++ {
			b.sliceOf = append(b.sliceOf, s)
			free = append(free, uint64(i))
		}
		b.rand.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		b.free = append(b.free, free)
		first = cut + 1
	}
	b.order = b.rand.Perm(b.Slices)
	b.depth = make([]int, b.Slices)
	for d, s := range b.order {
		b.depth[s] = d
	}
}

// take removes a free position of a slice.
func (b *builder) take(slice int) (uint64, bool) {
	free := b.free[slice]
	if len(free) == 0 {
		return 0, false
	}
	b.free[slice] = free[:len(free)-1]
	return free[len(free)-1], true
}

// leads reports whether a move may lead from i to j: within a slice, or to an earlier one in the
// order.
func (b *builder) leads(i, j uint64) bool {
	from, to := b.sliceOf[i], b.sliceOf[j]
	return from == to || b.depth[to] < b.depth[from]
}

// chain makes a line of positions of remoteness 0, 1, 2, … Each has a move to the one before. Side
// moves do not change values: from a lost position to a quicker win for the opponent; from a won
// position to any win for the opponent, or to a longer loss, which makes loops. With one player they lead to
// positions that are at most one move nearer to the goal.
func (b *builder) chain() {
	if b.Chain == 0 {
		return
	}
	room := b.Positions // of the slices after this one
	for d, s := range b.order {
		room -= len(b.free[s])
		// An even share, or more if small slices have too little room for theirs.
		for len(b.line) < max((d+1)*(b.Chain+1)/b.Slices, b.Chain+1-room) {
			i, ok := b.take(s)
			if !ok {
				break
			}
			b.line = append(b.line, i)
		}
	}
	for k, i := range b.line {
		if k == 0 {
			if b.Kind.Single() {
				b.ends[i] = engine.IsWon
			}
			continue
		}
		b.moves[i] = append(b.moves[i], b.line[k-1])
		for range b.rand.Intn(4) {
			j := b.rand.Intn(len(b.line))
			quickerWin := j%2 == 1 && j < k
			anyWin := k%2 == 1 && j%2 == 1
			longerLoss := k%2 == 1 && j%2 == 0 && j > k
			if b.Kind.Single() {
				quickerWin, anyWin, longerLoss = false, false, j >= k-1
			}
			if (quickerWin || anyWin || longerLoss) && b.leads(i, b.line[j]) {
				b.moves[i] = append(b.moves[i], b.line[j])
			}
		}
	}
}

// delays makes the positions of Delayed.
func (b *builder) delays() {
	for range b.Delayed {
		if len(b.line) < 2 {
			return
		}
		later := b.line[b.rand.Intn(len(b.line)/2)*2+1]
		d := b.depth[b.sliceOf[later]]
		if d == len(b.order)-1 {
			continue
		}
		s := b.order[d+1+b.rand.Intn(len(b.order)-1-d)]
		if len(b.free[s]) < 2 {
			continue
		}
		quick, _ := b.take(s)
		lost, _ := b.take(s)
		b.ends[quick] = engine.WinsNow
		b.moves[lost] = append(b.moves[lost], quick, later)
	}
}

// fill draws the ends and moves of the positions that are still free.
func (b *builder) fill() {
	for s := range b.slices {
		for {
			i, ok := b.take(s)
			if !ok {
				break
			}
			b.fillPosition(i)
		}
	}
}

func (b *builder) fillPosition(i uint64) {
	x := b.rand.Float64()
	for _, c := range []struct {
		fraction float64
		ends     engine.Ends
	}{{b.Lost, engine.IsLost}, {b.Drawn, engine.IsDrawn}, {b.Won, engine.IsWon}, {b.Stuck, 0}} {
		if x < c.fraction {
			b.ends[i] = c.ends
			return
		}
		x -= c.fraction
	}
	for _, c := range []struct {
		fraction float64
		ends     engine.Ends
	}{{b.WinMoves, engine.WinsNow}, {b.DrawMoves, engine.DrawsNow}, {b.LoseMoves, engine.LosesNow}} {
		if b.rand.Float64() < c.fraction {
			b.ends[i] |= c.ends
		}
	}
	d := b.depth[b.sliceOf[i]]
	for n := 1 + b.rand.ExpFloat64()*(b.Degree-1); n >= 1; n-- {
		target := b.slices[b.sliceOf[i]]
		if d > 0 && b.rand.Float64() < b.Exits {
			target = b.slices[b.order[b.rand.Intn(d)]]
		}
		j := target.First + uint64(b.rand.Int63n(int64(target.Size)))
		b.moves[i] = append(b.moves[i], j)
		for b.rand.Float64() < b.Parallel {
			b.moves[i] = append(b.moves[i], j)
		}
	}
}

// game makes the game from the moves and ends drawn.
func (b *builder) game() *randomGame {
	g := &randomGame{slices: b.slices, moves: b.moves, ends: b.ends, unmoves: make([][]uint64, b.Positions)}
	exits := make([]map[int]bool, len(b.slices))
	for s := range g.slices {
		g.slices[s].Layer = true
	}
	for i, moves := range b.moves {
		b.rand.Shuffle(len(moves), func(x, y int) { moves[x], moves[y] = moves[y], moves[x] })
		from := b.sliceOf[i]
		for _, j := range moves {
			if to := b.sliceOf[j]; to == from {
				g.unmoves[j] = append(g.unmoves[j], uint64(i))
				g.slices[from].Layer = false
			} else {
				if exits[from] == nil {
					exits[from] = map[int]bool{}
				}
				exits[from][to] = true
			}
		}
	}
	for s, set := range exits {
		g.slices[s].Exits = slices.Sorted(maps.Keys(set))
	}
	return g
}

// score draws the scores of finished positions, the points of each slice, and the side of some
// layers.
func (b *builder) score(g *randomGame) {
	g.scores = make([]int, b.Positions)
	for i := range g.scores {
		g.scores[i] = b.rand.Intn(13) - 6
	}
	for s := range g.slices {
		g.slices[s].Points = b.rand.Intn(20)
		if g.slices[s].Layer {
			g.slices[s].Side = b.rand.Intn(3)
		}
	}
}
