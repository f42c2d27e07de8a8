package policy

import "math"

// response is the result of the best opponent: a solution of the game of one player in which he
// chooses and the policy answers, by chance if it is random. Where he can go on for ever, whatever the
// policy draws, he may also stop with 0, which is what play without an end is worth. So some best
// strategy ends or stops with certainty, and results that grow from a lower bound converge to the
// true ones: without chance after as many sweeps as plies.
type response struct {
	policy, opponent [][]branch
	stays            []bool    // by opponent position: he can go on for ever
	results          []float64 // for the opponent
}

// respond solves the opponent's game.
func (x *exploiter) respond() *response {
	n := len(x.opponent.branches)
	r := &response{x.policy.branches, x.opponent.branches, make([]bool, n), make([]float64, n)}
	const least, enough = -1 << 10, 1e-13 // no game has as many points
	for o := range n {
		r.stays[o], r.results[o] = true, least
	}
	r.sweep(func(o int) bool {
		before := r.stays[o]
		r.stays[o] = before && r.canStay(o)
		return r.stays[o] != before
	})
	r.sweep(func(o int) bool {
		before := r.results[o]
		r.results[o] = r.best(o)
		return r.results[o] > before+enough
	})
	return r
}

// sweep improves all positions of the opponent, the latest first, until none changes.
func (r *response) sweep(improve func(o int) (changed bool)) {
	for again := true; again; {
		again = false
		for o := len(r.results) - 1; o >= 0; o-- {
			again = improve(o) || again
		}
	}
}

// canStay reports whether a turn of the opponent surely leads to positions where he can go on.
func (r *response) canStay(o int) bool {
	for _, b := range r.opponent[o] {
		stays := b.to >= 0
		for i := 0; stays && i < len(r.policy[b.to]); i++ {
			to := r.policy[b.to][i].to
			stays = to >= 0 && r.stays[to]
		}
		if stays {
			return true
		}
	}
	return false
}

// best returns the best expected result of a turn of the opponent.
func (r *response) best(o int) float64 {
	best := math.Inf(-1)
	if r.stays[o] {
		best = 0
	}
	for _, b := range r.opponent[o] {
		result := b.points
		if b.to >= 0 {
			result += r.expected(r.policy[b.to])
		}
		best = max(best, result)
	}
	return best
}

// expected returns the opponent's expected result after an answer of the policy.
func (r *response) expected(answer []branch) (sum float64) {
	for _, a := range answer {
		sum += a.points
		if a.to >= 0 {
			sum += r.results[a.to]
		}
	}
	return sum / float64(len(answer))
}
