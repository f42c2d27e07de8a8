// Package phase owns the meaning of phase numbers: the value that a phase finds, the codes of
// values, and the value of a position from those of its successors.
//
// Phase p finds the positions of value p+1. In the byte kind that makes p the remoteness,
// and phases are losses and wins in turns. In the wide kind phase 2r finds the losses in r
// plies and phase 2r+1 the wins in r plies. In both kinds even phases find losses and odd
// phases find wins. In games of one player phase p finds what is p moves from a goal, and all phases
// find wins ([Codec.Wins]). No package above this one computes with these numbers or asks how wide a
// value is.
package phase

// Phase is the number of a phase; -1 stands for none.
type Phase int

const (
	// None is the phase before the first.
	None Phase = -1
	// FirstWins is the first phase that finds wins. In the byte kind these are the
	// immediate ones, which the seed scan may know before any phase runs.
	FirstWins Phase = 1
	// InsideLosses is the first phase that can find losses by moves within a slice.
	InsideLosses Phase = 2
)

// Wins reports whether the phase finds wins, or else losses, in games of two players.
func (p Phase) Wins() bool { return p&1 == 1 }
