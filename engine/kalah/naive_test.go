package kalah

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine/drawing"
)

// naive is an independent program for the same game. Its board is a ring: the first player's pits,
// his store, the second player's pits and his store. It uses neither keys nor layers nor engine.
type naive struct {
	pits                    int
	empty, majority, stores bool
	scores                  map[string]int // for the player to move
	finished                map[string]bool
}

// position is the ring and the player to move, 0 or 1.
type position struct {
	ring []int
	side int
}

func (n *naive) start(seeds int) position {
	ring := make([]int, 2*n.pits+2)
	for at := range ring {
		if at != n.pits && at != 2*n.pits+1 {
			ring[at] = seeds
		}
	}
	return position{ring, 0}
}

func (n *naive) name(p position) string {
	text := ""
	for k := n.pits - 1; k >= 0; k-- {
		text += string(drawing.Digits[p.ring[n.pits+1+k]])
	}
	for k := range n.pits {
		text += string(drawing.Digits[p.ring[k]])
	}
	if n.stores {
		text += fmt.Sprintf(" %d-%d", p.ring[n.pits], p.ring[2*n.pits+1])
	}
	return text + fmt.Sprintf(" %d", p.side+1)
}

// home returns the place of a player's first pit on the ring.
func (n *naive) home(side int) int { return side * (n.pits + 1) }

func (n *naive) row(p position, side int) (sum int) {
	for k := range n.pits {
		sum += p.ring[n.home(side)+k]
	}
	return sum
}

func (n *naive) move(p position, k int) position {
	ring := slices.Clone(p.ring)
	at := n.home(p.side) + k
	hand := ring[at]
	ring[at] = 0
	store, other := n.home(p.side)+n.pits, n.home(1-p.side)+n.pits
	for ; hand > 0; hand-- {
		at = (at + 1) % len(ring)
		if at == other {
			at = (at + 1) % len(ring)
		}
		ring[at]++
	}
	if at == store {
		return position{ring, p.side}
	}
	own := at >= n.home(p.side) && at < n.home(p.side)+n.pits
	if facing := 2*n.pits - at; own && ring[at] == 1 && (n.empty || ring[facing] > 0) {
		ring[store] += ring[facing] + 1
		ring[at], ring[facing] = 0, 0
	}
	return position{ring, 1 - p.side}
}

func (n *naive) over(p position) bool {
	one, two := p.ring[n.pits], p.ring[2*n.pits+1]
	all := one + two + n.row(p, 0) + n.row(p, 1)
	return n.row(p, 0) == 0 || n.row(p, 1) == 0 || n.majority && (2*one > all || 2*two > all)
}

// solve returns the final margin for the player to move. Without stores it counts only the seeds
// stored from p on.
func (n *naive) solve(p position) int {
	name := n.name(p)
	if score, ok := n.scores[name]; ok {
		return score
	}
	had := p.ring[n.home(p.side)+n.pits] - p.ring[n.home(1-p.side)+n.pits]
	best := -1000
	if n.over(p) {
		n.finished[name] = true
		best = had + n.row(p, p.side) - n.row(p, 1-p.side)
	} else {
		for k := range n.pits {
			if p.ring[n.home(p.side)+k] == 0 {
				continue
			}
			after := n.move(p, k)
			score := n.solve(after)
			if !n.stores { // add the margin of the stores after the move
				score += after.ring[n.home(after.side)+n.pits] - after.ring[n.home(1-after.side)+n.pits]
			}
			if after.side != p.side {
				score = -score
			}
			best = max(best, score)
		}
	}
	if !n.stores {
		best -= had
	}
	n.scores[name] = best
	return best
}
