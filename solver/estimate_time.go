package solver

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

const (
	// edgeSeconds is the processor time of a move in the reverse graph: it is sent, sorted and taken back once.
	// Quixo, Teeko and Dōbutsu shōgi took so long, and the updates of scores in awari.
	edgeSeconds = 60e-9
	// looks is how often a position lists its successors in all phases that look forward, as Quixo did; there were
	// some more in games with more phases.
	looks = 7
	// searched is the share of the moves that a game with many moves and a search of its own makes, both ways:
	// looks forward stop early and are seldom repeated, and only losses and late wins list their predecessors. It
	// is what the Push Fight variants took that were solved position by position.
	searched, manyMoves = 0.06, 64

	// A sample is so many runs of positions, of which few make tables first that games make when they are needed.
	sampleRuns, sampleRun, warmRun = 64, 512, 16
	// sampleTime is when a sample ends early: games may take long for a position.
	sampleTime = 200 * time.Millisecond
)

// sampler tries what a kind of work takes.
type sampler struct {
	game   engine.Game
	worker *crew.Worker
	tried  int // positions of which successors were listed
	moves  int // of these
}

// newSampler makes a sampler, and has the game make its tables.
func newSampler(g engine.Game) *sampler {
	s := &sampler{game: g, worker: crew.NewWorker(0, g)}
	s.each(s.positions(warmRun), s.successors)
	s.tried, s.moves = 0, 0
	return s
}

// positions returns runs of positions: one after the other, as a solve goes through them, for what comes before leaves
// much in caches.
func (s *sampler) positions(run uint64) (list []uint64) {
	rng := rand.New(rand.NewPCG(2, 3))
	for range sampleRuns {
		first := rng.Uint64N(s.game.Size())
		for i := first; i < min(first+run, s.game.Size()); i++ {
			list = append(list, i)
		}
	}
	return list
}

// each returns the processor time that work takes for one of some positions, 0 where there are none.
func (s *sampler) each(positions []uint64, work func(i uint64)) float64 {
	watch, begun, n := clock.Start(), time.Now(), 0
	for n < len(positions) && (n%warmRun > 0 || time.Since(begun) < sampleTime) {
		work(positions[n])
		n++
	}
	return watch.Stop() / float64(max(n, 1))
}

func (s *sampler) successors(i uint64) {
	s.worker.Indices, _ = s.worker.Scratch.AppendSuccessors(s.worker.Indices[:0], i)
	s.tried++
	s.moves += len(s.worker.Indices)
}

func (s *sampler) predecessors(i uint64) {
	s.worker.Indices = s.worker.Unmover.AppendPredecessors(s.worker.Indices[:0], i)
}

// edges returns the processor time of the moves of one position in the reverse graph.
func (s *sampler) edges() float64 { return edgeSeconds * float64(s.moves) / float64(max(s.tried, 1)) }

// listedSeconds estimates the time of a game without predecessors, of which so many positions are in slices
// solved by phases, and so many of these look forward; and how many times longer these make it.
func listedSeconds(g engine.Game, o Options, listed, forward uint64) (seconds, slower float64) {
	s := newSampler(g)
	positions := s.positions(sampleRun)
	list := s.each(positions, s.successors)
	edges := s.edges()
	whole := list*float64(g.Size()) + edges*float64(listed)
	longer := whole + (looks*list-edges)*float64(forward)
	if forward > 0 {
		slower = longer / whole
	}
	return longer / float64(o.Workers), slower
}

// sampleSeconds estimates the time of a solve from some positions: all are scanned once, and moves are generated, one
// way and the other, for those without an immediate win. It takes some hundredths of a second.
func sampleSeconds(g engine.Game, o Options) float64 {
	s := newSampler(g)
	w := s.worker
	if w.Layers != nil {
		return layerSeconds(g, w, o.Memory) / float64(o.Workers)
	}
	positions := s.positions(sampleRun)
	all := float64(len(positions))
	seconds := 0.0
	if w.Scanner != nil {
		set := func(i uint64) bool {
			wins := fast.NewSet(i, 1)
			w.Scanner.ScanWins(wins, i, 1)
			return wins.Has(i)
		}
		seconds = s.each(positions, func(i uint64) { set(i) })
		positions = slices.DeleteFunc(positions, set)
	}
	open := float64(len(positions)) / all
	moves := s.each(positions, s.successors)
	if w.Unmover != nil && slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return !sl.Layer }) {
		moves += s.each(positions, s.predecessors)
		if w.Searches && s.moves > manyMoves*s.tried {
			moves *= searched
		}
	}
	if g.Kind() == engine.Score {
		moves += s.edges() // each move leads back to a value that is updated, anywhere in memory
	}
	return (seconds + open*moves) * float64(g.Size()) / float64(o.Workers)
}
