package policy

import (
	"cmp"
	"math"
	"slices"
)

// response is the result of the best opponent: a solution of the game of one player in which he
// chooses and the policy answers, by chance if it is random. Positions of the opponent among which he
// can stay for ever, whatever the policy draws (an end component), form one group. There he may stop
// with 0, which is what play without an end is worth. Without these circles each strategy ends, so the
// equations of values have one solution, and bounds from below and above meet in it.
type response struct {
	policy, opponent [][]branch
	group            []int32   // by opponent position
	members          [][]int32 // by group
	stays            []bool    // by group: the opponent can stay in it
	order            []int32   // of groups
	low, high        []float64
}

// respond solves the opponent's game.
func (x *exploiter) respond() *response {
	r := &response{policy: x.policy.branches, opponent: x.opponent.branches}
	r.findGroups()
	const most = 1 << 10 // more than the points of any game
	for range r.order {
		r.low, r.high = append(r.low, -most), append(r.high, most)
	}
	const sweeps, enough = 100_000, 1e-12
	for range sweeps {
		for _, g := range r.order {
			r.low[g], r.high[g] = r.improve(g, r.low), r.improve(g, r.high)
		}
		if r.halfWidth() <= enough {
			break
		}
	}
	return r
}

// improve returns the best result from a group, by the given results of all.
func (r *response) improve(g int32, results []float64) float64 {
	best := math.Inf(-1)
	if r.stays[g] {
		best = 0
	}
	for _, o := range r.members[g] {
		for _, b := range r.opponent[o] {
			if !r.within(g, b) {
				best = max(best, r.branchResult(b, results))
			}
		}
	}
	return best
}

// within reports whether a branch of the opponent certainly stays in a group in which he can stay.
func (r *response) within(g int32, b branch) bool {
	if !r.stays[g] || b.to < 0 {
		return false
	}
	for _, a := range r.policy[b.to] {
		if a.to < 0 || r.group[a.to] != g {
			return false
		}
	}
	return true
}

// branchResult returns the expected result of an opponent's turn.
func (r *response) branchResult(b branch, results []float64) float64 {
	if b.to < 0 {
		return b.points
	}
	return b.points + r.mean(r.policy[b.to], results)
}

// mean returns the expected result of the policy's answer.
func (r *response) mean(answer []branch, results []float64) (sum float64) {
	for _, a := range answer {
		sum += a.points
		if a.to >= 0 {
			sum += results[r.group[a.to]]
		}
	}
	return sum / float64(len(answer))
}

// expected returns the opponent's result after an answer of the policy, and value that from a position
// of his own.
func (r *response) expected(answer []branch) float64 {
	return (r.mean(answer, r.low) + r.mean(answer, r.high)) / 2
}

func (r *response) value(o int32) float64 { return (r.low[r.group[o]] + r.high[r.group[o]]) / 2 }

// halfWidth returns the greatest possible error of a result.
func (r *response) halfWidth() (half float64) {
	for g := range r.low {
		half = max(half, (r.high[g]-r.low[g])/2)
	}
	return half
}

// findGroups finds the greatest end components. It starts from all turns of the opponent after
// which no answer ends the game, finds the strongly connected components, and drops turns
// that can leave their component, until nothing changes.
func (r *response) findGroups() {
	n := len(r.opponent)
	keeps := make([][]bool, n) // by opponent position and turn
	for o, branches := range r.opponent {
		keeps[o] = make([]bool, len(branches))
		for i, b := range branches {
			keeps[o][i] = b.to >= 0
			for j := 0; keeps[o][i] && j < len(r.policy[b.to]); j++ {
				keeps[o][i] = r.policy[b.to][j].to >= 0
			}
		}
	}
	for changed := true; changed; {
		changed = false
		r.group = components(n, func(o int32, visit func(int32)) {
			for i, b := range r.opponent[o] {
				for j := 0; keeps[o][i] && j < len(r.policy[b.to]); j++ {
					visit(r.policy[b.to][j].to)
				}
			}
		})
		for o, branches := range r.opponent {
			for i, b := range branches {
				for j := 0; keeps[o][i] && j < len(r.policy[b.to]); j++ {
					if r.group[r.policy[b.to][j].to] != r.group[o] {
						keeps[o][i], changed = false, true
					}
				}
			}
		}
	}
	r.stays = make([]bool, slices.Max(append(r.group, -1))+1)
	for o := range keeps {
		r.stays[r.group[o]] = r.stays[r.group[o]] || slices.Contains(keeps[o], true)
	}
	r.sortGroups()
}

// sortGroups lists the groups from the end of the game, so that without chance bounds meet in a sweep.
func (r *response) sortGroups() {
	depth := components(len(r.opponent), func(o int32, visit func(int32)) {
		for _, b := range r.opponent[o] {
			for j := 0; b.to >= 0 && j < len(r.policy[b.to]); j++ {
				if to := r.policy[b.to][j].to; to >= 0 {
					visit(to)
				}
			}
		}
	})
	r.members = make([][]int32, len(r.stays))
	for o, g := range r.group {
		r.members[g] = append(r.members[g], int32(o))
	}
	r.order = make([]int32, len(r.stays))
	for g := range r.order {
		r.order[g] = int32(g)
	}
	slices.SortFunc(r.order, func(a, b int32) int { return cmp.Compare(depth[r.members[a][0]], depth[r.members[b][0]]) })
}

// components returns the number of the strongly connected component of each of n nodes: no edge leads to a
// component of a higher number. (Tarjan's algorithm.)
func components(n int, edges func(node int32, visit func(to int32))) []int32 {
	component, seen, low := make([]int32, n), make([]int32, n), make([]int32, n)
	var stack []int32
	found, time := int32(0), int32(0)
	var visit func(node int32)
	visit = func(node int32) {
		time++
		seen[node], low[node], component[node] = time, time, -1
		stack = append(stack, node)
		edges(node, func(to int32) {
			if seen[to] == 0 {
				visit(to)
			}
			if component[to] < 0 {
				low[node] = min(low[node], low[to])
			}
		})
		if low[node] < seen[node] {
			return
		}
		for top := int32(-1); top != node; {
			top = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			component[top] = found
		}
		found++
	}
	for node := range int32(n) {
		if seen[node] == 0 {
			visit(node)
		}
	}
	return component
}
