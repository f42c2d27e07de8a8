package solver

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

const (
	discoveryShare = 0.2  // of the time of a game that brings only its rules
	tableShare     = 0.05 // of the time of solving, where no estimate says more
	mostPercent    = 99.9 // before all is done
	overdue        = 0.2  // least share of the time of a slice that is left while the slice is solved
	knownPhases    = 4    // phases whose times say more than the estimate
	mostRatio      = 0.95 // of the times of phases to those before
)

// forecast predicts how long the rest of a solve takes, and so which share of its time is over. It
// begins with the estimate. The time per position of solved slices replaces the estimate; the ratio
// of the last phases' times predicts the phases to come. All times are seconds of all runs: the wall
// time that the solve would take if nothing else ran on the machine.
//
// The percentage never goes down in a run.
type forecast struct {
	positions float64 // of the game
	each      float64 // expected time of solving a position; 0: unknown
	table     float64 // expected time of writing the table, as a share of that of solving

	solved  float64 // positions of finished slices
	present float64 // positions of the current slice
	layer   bool    // one step solves the current slice
	entered float64 // when it was entered
	measure float64 // when the first slice was entered

	ended float64    // when the last phase ended
	timed int        // phases of the current slice that were timed
	times [2]float64 // of the last two phases: wins and losses take turns
	ratio [2]float64 // of these to the times of the same kind before

	best float64 // the percentage so far
}

// expect sets the time that the solve is expected to take, and the part of it for the table, which
// is 0 if it is unknown.
func (f *forecast) expect(seconds, table float64) {
	if seconds > table && f.positions > 0 {
		f.each = (seconds - table) / f.positions
		if f.table = table / (seconds - table); table == 0 {
			f.table = tableShare
		}
	}
}

// enter begins a slice.
func (f *forecast) enter(sl engine.Slice, now float64) {
	if f.solved == 0 && f.present == 0 {
		f.measure = now
	}
	f.solved += f.present
	f.present, f.layer, f.entered = float64(sl.Size), sl.Layer, now
	f.timed, f.ended = 0, now
	if took := now - f.measure; f.solved > f.positions/20 && took > 0 {
		f.each = took / f.solved
	}
}

// scanned records that the steps before the phases of the current slice are done.
func (f *forecast) scanned(now float64) { f.ended = now }

// phase records that a phase of the current slice ended.
func (f *forecast) phase(now float64) {
	took, turn := now-f.ended, f.timed%2
	f.ratio[turn] = 0.5
	if f.timed >= 2 && f.times[turn] > 0 {
		f.ratio[turn] = min(took/f.times[turn], mostRatio)
	}
	f.times[turn], f.ended = took, now
	f.timed++
}

// left returns the seconds until the solve is done, or 0 if unknown. The current step takes at
// least step more seconds.
func (f *forecast) left(kind EventKind, now, step float64) float64 {
	if kind == EventCompact {
		if step == 0 { // no part of the table is written
			return f.table * f.ended
		}
		return step
	}
	spent := now - f.entered
	each, slice := f.each, max(f.each*f.present-spent, f.each*f.present*overdue, spent*overdue)
	switch {
	case f.layer && step > 0:
		slice = step
	case f.timed >= knownPhases:
		slice = f.ended - now
		for turn, took := range f.times {
			slice += took * f.ratio[turn] / (1 - f.ratio[turn])
		}
		slice = max(slice, step)
		each = (f.solved*f.each + spent + slice) / (f.solved + f.present)
	}
	if each == 0 {
		return 0
	}
	rest := max(slice, step) + each*(f.positions-f.solved-f.present)
	return rest + f.table*(now+rest)
}

// percent returns the share of the time that is over, in percent.
func (f *forecast) percent(kind EventKind, now, step float64) float64 {
	if left := f.left(kind, now, step); left > 0 || kind == EventCompact {
		f.best = max(f.best, min(100*now/(now+left), mostPercent))
	}
	return f.best
}

// discovered returns the percentage during discovery, when a share of the positions is found, and
// the seconds until the solve is done.
func (f *forecast) discovered(now, share float64) (percent, left float64) {
	f.best = max(f.best, 100*discoveryShare*share)
	if f.best < 1 {
		return f.best, 0
	}
	return f.best, now * (100 - f.best) / f.best
}

// KnownPositions returns the number of positions of a game before they are found, or 0 if it is not
// known.
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
