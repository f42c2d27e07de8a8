package way

import (
	"math/rand/v2"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

const (
	// A sample is at most sampleRuns runs of sampleRun positions. Its clock is read once in a
	// while.
	sampleRuns, sampleRun, while = 64, 512, 16
	// SampleTime ends a sample early, because a game may be slow.
	SampleTime = 250 * time.Millisecond
	// edgeSeconds is the CPU time of a move in a reverse graph: it is sent, sorted and traversed
	// once. It was measured on Quixo, Teeko, Dobutsu shogi and the score updates of awari.
	edgeSeconds = 60e-9
)

// Sample measures the CPU time of kinds of work on positions of some slices of a game.
type Sample struct {
	Worker    *crew.Worker
	Positions []uint64 // some runs of positions, in the order in which a solve visits them
	Size      uint64   // positions of the slices
	listed    int      // positions whose successors were listed
	moves     int      // successors of these
}

// NewSample chooses positions, and makes the game build its tables.
func NewSample(g engine.Game, list []engine.Slice, slices []int) *Sample {
	s := &Sample{Worker: crew.NewWorker(0, g)}
	for _, n := range slices {
		s.Size += list[n].Size
	}
	rng := rand.New(rand.NewPCG(2, 3))
	for n := 0; n < sampleRuns && s.Size > 0; n++ {
		sl, first := At(list, slices, rng.Uint64N(s.Size))
		for i := first; i < min(first+sampleRun, sl.First+sl.Size); i++ {
			s.Positions = append(s.Positions, i)
		}
	}
	s.Each(s.Positions, s.Successors) // the game builds its lazy tables
	s.Positions = s.Positions[:s.listed]
	return s
}

// At returns the position with a number, counted over the positions of some slices, and its slice.
func At(list []engine.Slice, slices []int, number uint64) (engine.Slice, uint64) {
	for _, n := range slices {
		if number < list[n].Size {
			return list[n], list[n].First + number
		}
		number -= list[n].Size
	}
	panic("way: a number beyond the positions of the slices")
}

// Each returns the mean CPU time of work at a position, in seconds; 0 without positions.
func (s *Sample) Each(positions []uint64, work func(i uint64)) float64 {
	watch, begun, n := clock.Start(), time.Now(), 0
	for n < len(positions) && (n%while > 0 || time.Since(begun) < SampleTime) {
		work(positions[n])
		n++
	}
	return watch.Stop() / float64(max(n, 1))
}

// Successors lists the successors of a position.
func (s *Sample) Successors(i uint64) {
	s.Worker.Indices, _ = s.Worker.Scratch.AppendSuccessors(s.Worker.Indices[:0], i)
	s.listed++
	s.moves += len(s.Worker.Indices)
}

// Predecessors lists the predecessors of a position of a game that can list them.
func (s *Sample) Predecessors(i uint64) {
	s.Worker.Indices = s.Worker.Unmover.AppendPredecessors(s.Worker.Indices[:0], i)
}

// Moves returns the mean number of successors of the positions whose successors were listed.
func (s *Sample) Moves() float64 { return float64(s.moves) / float64(max(s.listed, 1)) }

// Edges returns the CPU time that the moves of a position take in a reverse graph, in seconds.
func (s *Sample) Edges() float64 { return edgeSeconds * s.Moves() }
