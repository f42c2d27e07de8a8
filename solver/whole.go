package solver

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// The shares of parts of a solve in its time, as Quixo, Teeko and Dōbutsu shōgi took it, by rules alone and with
// predecessors. They are to let a percentage go up evenly, not to be right.
const (
	discoveryShare  = 0.2  // of a game that brings only its rules
	compactionShare = 0.02 // of what is left

	scanShare    = 0.5 // of a slice whose predecessors the game tells
	listedScan   = 0.8 // of one that gets a reverse graph
	sortShare    = 0.06
	forwardScan  = 1.0 / 8 // of one that does without: phases look at it seven times
	mostPercent  = 99.9    // before all is done
	leastPercent = 2       // at which what is left is reckoned
)

// whole reckons how much of a solve is done, as one percentage: finding the positions, the slices one after the
// other, and in each the scan, the reverse graph and phases, and the table. It never goes down in a run.
type whole struct {
	found  float64 // the share of finding the positions, 0 where the game tells them
	total  float64 // positions
	before float64 // of them, those of slices that are done
	slice  float64 // those of the present slice
	layer  bool
	scan   float64 // share of it in the present slice
	sort   float64
	best   float64 // the percentage so far

	decided float64    // positions, by the phases of the present slice
	newest  [2]float64 // of these, by the last two phases
	ratio   [2]float64 // how these went down from those two phases before
}

// enter says which slice is being solved from now on.
func (w *whole) enter(sl engine.Slice) {
	w.before += w.slice
	w.slice, w.layer = float64(sl.Size), sl.Layer
	w.scan, w.sort = scanShare, 0
	w.decided, w.newest, w.ratio = 0, [2]float64{}, [2]float64{}
}

// listed says that the game does not tell the predecessors in the present slice, and whether it gets a reverse
// graph.
func (w *whole) listed(reverse bool) {
	w.scan, w.sort = forwardScan, 0
	if reverse {
		w.scan, w.sort = listedScan, sortShare
	}
}

// phase says that a phase decided n positions.
func (w *whole) phase(n uint64) {
	now, before := float64(n), w.newest[0]
	w.decided += now
	w.newest = [2]float64{w.newest[1], now}
	w.ratio = [2]float64{w.ratio[1], 0.5}
	if before > 0 {
		w.ratio[1] = min(now/before, 0.95)
	}
}

// phases returns the share of the phases of the present slice that is done: what later ones will decide is taken to
// go down as it did, wins and losses each by themselves.
func (w *whole) phases() float64 {
	if w.decided == 0 {
		return 0
	}
	left := 0.0
	for n, now := range w.newest {
		left += now * w.ratio[n] / (1 - w.ratio[n])
	}
	return w.decided / (w.decided + left)
}

// percent returns the percentage when so much of a step is done.
func (w *whole) percent(kind EventKind, step progress.StepName, done, total uint64) float64 {
	part := 0.0
	if total > 0 {
		part = min(float64(done)/float64(total), 1)
	}
	share := w.found
	switch {
	case kind == EventDiscover:
		share *= part
	case kind == EventCompact:
		share += (1 - w.found) * (1 - compactionShare*(1-part))
	case w.total > 0:
		share += (1 - w.found) * (1 - compactionShare) * (w.before + w.slice*w.ofSlice(step, part)) / w.total
	}
	w.best = max(w.best, min(100*share, mostPercent))
	return w.best
}

// ofSlice returns the share of the present slice that is done.
func (w *whole) ofSlice(step progress.StepName, part float64) float64 {
	switch {
	case w.layer:
		return part
	case step == progress.Scan:
		return w.scan * part
	case step == progress.ReverseGraph:
		return w.scan + w.sort*part
	}
	const next = 0.3 // what a phase may do of what is left
	done := w.phases()
	return w.scan + w.sort + (1-w.scan-w.sort)*(done+(1-done)*next*part)
}

// left returns the seconds that are left at a percentage after some seconds, no less than those of the step under
// way, and 0 where that cannot be told yet.
func left(percent, seconds, step float64) float64 {
	if percent < leastPercent || percent >= 100 {
		return 0
	}
	return max(seconds*(100-percent)/percent, step)
}

// KnownPositions returns how many positions a game is known to have before they are found, 0 where that is not known.
func KnownPositions(registry *games.Registry, spec engine.Spec) uint64 {
	d, err := registry.Find(spec.Name())
	if err != nil || d.Positions == 0 {
		return 0 // games that are files have no definition here
	}
	usual, err := d.Parse(spec.Name(), nil)
	if err != nil || usual.String() != spec.String() {
		return 0
	}
	return d.Positions
}
