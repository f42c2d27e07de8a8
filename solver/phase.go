package solver

// A phase finds the positions of one value: phase p finds value p+1. In the byte kind
// that makes p the remoteness, and phases are losses and wins in turns. In the wide kind
// phase 2r finds the losses in r plies and phase 2r+1 the wins in r plies. Even phases
// find losses and odd ones wins in both.

// winPhase returns the phase that finds the wins in so many plies.
func (r *run) winPhase(plies int) int {
	if r.wide {
		return 2*plies + 1
	}
	return plies
}

// lossPhase returns the phase that finds the losses in so many plies.
func (r *run) lossPhase(plies int) int {
	if r.wide {
		return 2 * plies
	}
	return plies
}

// remoteness returns the remoteness, in plies, of what a phase finds.
func (r *run) remoteness(phase int) int {
	if r.wide {
		return phase / 2
	}
	return phase
}

// reach returns how many phases after a phase it is still gone back from: losses go
// back from the wins of one phase before, wins from the losses of one phase before or,
// in the wide kind, of three.
func (r *run) reach() int {
	if r.wide {
		return 3
	}
	return 1
}
