package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// Playouts counts the complete games: the sequences of turns from the start to a finished
// position. Symmetric turns count separately. The numbers in its JSON have any length.
type Playouts struct {
	Total  *big.Int `json:"total"`
	First  *big.Int `json:"first"`  // won by the player who begins
	Second *big.Int `json:"second"` // won by the other
	Draws  *big.Int `json:"draws"`  // scores of 0 among them
	// Finished counts the stored finished positions by winner. It is nil if the slice of a position
	// does not determine the player to move.
	Finished *Finished `json:"finished,omitempty"`
}

// Finished counts finished positions.
type Finished struct {
	Positions uint64 `json:"positions"`
	First     uint64 `json:"first"` // won by the player who begins
	Second    uint64 `json:"second"`
	Draws     uint64 `json:"draws"`
}

// Games returns the exact counts of the complete games of g. The game must have a start, and all
// its slices must be layers ([engine.Slice.Layer]), so that every game ends; otherwise Games
// returns an [engine.InputError]. It walks the layers from the last to the first on all cores. Each
// position of a layer and of the layers that it leads to takes 24 bytes, or a multiple if there are
// more than 2^64 games. If it needs more than memory bytes, Games returns an error. It stops when
// ctx is done.
func Games(ctx context.Context, g engine.Game, memory uint64) (Playouts, error) {
	if err := engine.TwoPlayers(g, "a count of games by winner"); err != nil {
		return Playouts{}, err
	}
	from, err := startOf(g)
	if err != nil {
		return Playouts{}, err
	}
	p := &playouts{game: g, slices: g.Slices(), memory: memory, ended: make([][3]uint64, len(g.Slices()))}
	if !engine.Plain(p.slices) {
		return Playouts{}, engine.InputErrorf("the games of %s cannot be counted by who wins them: points are made on the way, or a move can keep the turn", g.Spec())
	}
	for _, sl := range p.slices {
		if !sl.Layer && sl.Size > 0 {
			return Playouts{}, engine.InputErrorf("the games of %s cannot be counted: play may stay in the slice %q, and come back to a position", g.Spec(), sl.Name)
		}
	}
	p.plan(from)
	for limbs := 1; ; limbs *= 2 {
		err := p.count(ctx, limbs)
		if err == nil {
			return p.result(from), nil
		} else if !errors.Is(err, errTooMany) {
			return Playouts{}, fmt.Errorf("count the games of %s: %w", g.Spec(), err)
		}
	}
}

// startOf returns the index of the start of a game.
func startOf(g engine.Game) (uint64, error) {
	start, ok := g.Start()
	if !ok {
		return 0, engine.InputErrorf("%s has no single start: want a game with one", g.Spec())
	}
	from, ok := g.Index(start)
	if !ok {
		return 0, engine.InputErrorf("the start of %s is not stored", g.Spec())
	}
	return from, nil
}

// errTooMany is returned when a count does not fit into its limbs.
var errTooMany = errors.New("too many games")

// playouts counts games, layer by layer.
type playouts struct {
	game   engine.Game
	slices []engine.Slice
	memory uint64

	order  []int // the slices that play reaches, each after its exits
	parity []int // by slice: the parity of the number of turns before it; 2: both occur

	// counts has, by slice and position, the numbers of games that the mover of that position wins,
	// loses and draws: limbs words of 64 bits each, the lowest first.
	counts [][]uint64
	limbs  int         // words of a number
	ended  [][3]uint64 // by slice: the finished positions, by part
}

// plan finds the slices that play from a position reaches.
func (p *playouts) plan(from uint64) {
	const unseen, mixed = -1, 2
	p.parity = slices.Repeat([]int{unseen}, len(p.slices))
	var visit func(n, parity int)
	visit = func(n, parity int) {
		switch before := p.parity[n]; {
		case before == parity || before == mixed:
			return
		case before == unseen:
			p.parity[n] = parity
		default:
			p.parity[n], parity = mixed, mixed
		}
		for _, e := range p.slices[n].Exits {
			if parity == mixed {
				visit(e, mixed)
			} else {
				visit(e, 1-parity)
			}
		}
		if !slices.Contains(p.order, n) {
			p.order = append(p.order, n)
		}
	}
	visit(engine.SliceOf(p.slices, from), 0)
}

// last returns, by slice, the last place in the order that reads its counts.
func (p *playouts) last() []int {
	last := make([]int, len(p.slices))
	for at, n := range p.order {
		last[n] = at
		for _, e := range p.slices[n].Exits {
			last[e] = at
		}
	}
	return last
}

// count counts with numbers of limbs words.
func (p *playouts) count(ctx context.Context, limbs int) error {
	p.limbs, p.counts = limbs, make([][]uint64, len(p.slices))
	last := p.last()
	used := uint64(0)
	for at, n := range p.order {
		words := p.slices[n].Size * uint64(3*limbs)
		if used += 8 * words; used > p.memory {
			return engine.InputErrorf("that takes more than %d MiB of memory: want at most %d MiB", used>>20, p.memory>>20)
		}
		p.counts[n] = make([]uint64, words)
		if err := p.countSlice(ctx, n); err != nil {
			return err
		}
		for e := range p.counts {
			if p.counts[e] != nil && last[e] <= at && e != n {
				used -= 8 * uint64(len(p.counts[e]))
				p.counts[e] = nil
			}
		}
	}
	return nil
}

// countSlice counts the games from the positions of a slice.
func (p *playouts) countSlice(ctx context.Context, n int) error {
	const run = 4096 // positions a worker takes at a time
	sl := p.slices[n]
	p.ended[n] = [3]uint64{}
	counters := make([]*playoutCounter, pool.Workers(0))
	err := pool.Each(ctx, len(counters), int((sl.Size+run-1)/run), func(_ context.Context, worker, unit int) error {
		c := counters[worker]
		if c == nil {
			c = &playoutCounter{playouts: p, scratch: p.game.NewScratch()}
			counters[worker] = c
		}
		o := uint64(unit) * run
		for end := min(o+run, sl.Size); o < end; o++ {
			if err := c.count(n, sl.First+o); err != nil {
				return err
			}
		}
		return nil
	})
	for _, c := range counters {
		for part := 0; c != nil && part < 3; part++ {
			p.ended[n][part] += c.ended[part]
		}
	}
	return err
}

// playoutCounter is the state of one goroutine of a count.
type playoutCounter struct {
	*playouts
	scratch engine.Scratch
	indices []uint64
	results []engine.Result
	slice   int // of the last index
	ended   [3]uint64
}

// Parts of a position's counts.
const (
	partWon = iota
	partLost
	partDrawn
)

// count counts the games from position i of slice n.
func (c *playoutCounter) count(n int, i uint64) error {
	at := func(part int) []uint64 {
		o := (int(i-c.slices[n].First)*3 + part) * c.limbs
		return c.counts[n][o : o+c.limbs]
	}
	var ends engine.Ends
	c.indices, ends = c.scratch.AppendSuccessors(c.indices[:0], i)
	overflow := uint64(0)
	for _, j := range c.indices {
		if sl := c.slices[c.slice]; j-sl.First >= sl.Size {
			c.slice = engine.SliceOf(c.slices, j)
		}
		from := c.counts[c.slice][int(j-c.slices[c.slice].First)*3*c.limbs:]
		overflow |= add(at(partWon), from[c.limbs:2*c.limbs]) // the opponent's losses
		overflow |= add(at(partLost), from[:c.limbs])
		overflow |= add(at(partDrawn), from[2*c.limbs:3*c.limbs])
	}
	if ends&^engine.Over != 0 {
		c.results = c.game.AppendResults(c.results[:0], c.game.At(i))
		for _, r := range c.results {
			if r.Ended {
				overflow |= add(at(c.part(r.End)), []uint64{r.Turns})
			}
		}
	} else if len(c.indices) == 0 {
		v, ok := c.game.Finished(c.game.At(i))
		if !ok { // the player to move cannot move
			var err error
			if v, err = c.game.Kind().Decided(false, 0); err != nil {
				return err
			}
		}
		part := c.part(v)
		at(part)[0] = 1
		c.ended[part]++
	}
	if overflow != 0 {
		return errTooMany
	}
	return nil
}

// part returns the part in which games that end with a value count.
func (c *playoutCounter) part(v engine.Value) int {
	kind := c.game.Kind()
	switch o := kind.Outcome(v); {
	case o == engine.Win || o == engine.Scored && kind.Points(v) > 0:
		return partWon
	case o == engine.Loss || o == engine.Scored && kind.Points(v) < 0:
		return partLost
	}
	return partDrawn
}

// add adds a number to another of at least as many words and returns the carry.
func add(sum, n []uint64) (carry uint64) {
	for k := range sum {
		m := uint64(0)
		if k < len(n) {
			m = n[k]
		}
		sum[k], carry = bits.Add64(sum[k], m, carry)
	}
	return carry
}

// result returns the counts of the start, with the sum of them all.
func (p *playouts) result(from uint64) Playouts {
	n := engine.SliceOf(p.slices, from)
	number := func(part int) *big.Int {
		sum := new(big.Int)
		words := p.counts[n][(int(from-p.slices[n].First)*3+part)*p.limbs:][:p.limbs]
		for _, word := range slices.Backward(words) {
			sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(word))
		}
		return sum
	}
	r := Playouts{First: number(partWon), Second: number(partLost), Draws: number(partDrawn), Total: new(big.Int)}
	r.Total.Add(r.Total.Add(r.First, r.Second), r.Draws)
	all := Finished{}
	for _, n := range p.order {
		first, second := p.ended[n][partWon], p.ended[n][partLost]
		switch p.parity[n] {
		case 0:
		case 1:
			first, second = second, first
		default:
			return r
		}
		all.First, all.Second, all.Draws = all.First+first, all.Second+second, all.Draws+p.ended[n][partDrawn]
	}
	all.Positions = all.First + all.Second + all.Draws
	r.Finished = &all
	return r
}
