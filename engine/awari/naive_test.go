package awari

// naive is an independent program for the same game. Its board is a ring whose places 0 to 5 are
// the pits of the player to move. It uses no tables.

type ring [12]int

// naiveMoves returns, by pit, the board after each turn as the opponent sees it, and the number of
// captured stones.
func naiveMoves(from ring) (after map[int]ring, captured map[int]int) {
	after, captured = map[int]ring{}, map[int]int{}
	hungry := map[int]bool{}
	for pit := 0; pit < 6; pit++ {
		if from[pit] == 0 {
			continue
		}
		to := from
		hand := to[pit]
		to[pit] = 0
		place := pit
		for hand > 0 {
			place = (place + 1) % 12
			if place == pit {
				continue
			}
			to[place]++
			hand--
		}
		gained := 0
		for place > 5 && place < 12 && to[place] > 1 && to[place] < 4 {
			gained += to[place]
			to[place] = 0
			place--
		}
		var turned ring
		left := 0
		for p := range to {
			turned[(p+6)%12] = to[p]
			if p > 5 {
				left += to[p]
			}
		}
		after[pit], captured[pit], hungry[pit] = turned, gained, left == 0
	}
	feeding := false
	for pit := range after {
		feeding = feeding || !hungry[pit]
	}
	for pit := range hungry {
		if feeding && hungry[pit] {
			delete(after, pit)
		}
	}
	return after, captured
}

// naiveScores returns the scores of all positions with at most the given number of stones. It finds
// the guaranteed gain within n turns for rising n.
func naiveScores(most int) map[ring]int {
	scores := map[ring]int{}
	byStones := make([][]ring, most+1)
	var fill func(r ring, pit, left int, of int)
	fill = func(r ring, pit, left, of int) {
		if pit == 11 {
			r[11] = left
			byStones[of] = append(byStones[of], r)
			return
		}
		for n := 0; n <= left; n++ {
			r[pit] = n
			fill(r, pit+1, left-n, of)
		}
	}
	for n := range byStones {
		fill(ring{}, 0, n, n)
		for again := true; again; {
			again = false
			next := map[ring]int{}
			for _, r := range byStones[n] {
				after, captured := naiveMoves(r)
				best := -n
				for pit, to := range after {
					best = max(best, captured[pit]-scores[to])
				}
				next[r] = best
				again = again || best != scores[r]
			}
			for r, score := range next {
				scores[r] = score
			}
		}
	}
	return scores
}
