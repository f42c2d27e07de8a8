package naive

// Draw is the value byte of a drawn position. Any other value byte is r+1 for a
// position decided with remoteness r plies: odd bytes are losses of the mover,
// even ones wins.
const Draw = 0

// node is a position with the results of its turns.
type node struct {
	pos     string
	next    []*node // distinct positions in progress after one turn
	winsNow bool    // some turn drops a piece of the opponent
	value   byte    // 0 while undecided
}

// Solve returns the values of all reachable positions, by plain forward iteration. For r = 0, 1, 2,
// … it scans all undecided positions and finds those of remoteness r.
func Solve(g Game) map[string]byte {
	var reachable []*node
	byPos := map[string]*node{}
	arrangements(g.Counts(), func(pos string) {
		if g.Reachable(pos) {
			n := &node{pos: pos}
			byPos[pos] = n
			reachable = append(reachable, n)
		}
	})
	for _, n := range reachable {
		inProgress, finished := g.Successors(n.pos)
		n.winsNow = len(finished) > 0
		for pos := range inProgress {
			n.next = append(n.next, byPos[pos])
			if byPos[pos] == nil {
				panic("naive: the unreachable " + pos + " follows " + n.pos)
			}
		}
	}

	for r := 0; ; r++ {
		if r > 254 {
			panic("naive: a remoteness that the value byte cannot hold")
		}
		var found []*node
		for _, n := range reachable {
			if n.value == 0 && n.hasRemoteness(r) {
				found = append(found, n)
			}
		}
		for _, n := range found { // only now: a pass must not see its own results
			n.value = byte(r + 1)
		}
		if r > 0 && len(found) == 0 {
			break // remoteness r+1 needs a successor of remoteness r
		}
	}

	values := map[string]byte{}
	for _, n := range reachable {
		values[n.pos] = n.value
	}
	return values
}

// hasRemoteness reports whether an undecided position has remoteness r, given the
// values of all positions of smaller remoteness.
func (n *node) hasRemoteness(r int) bool {
	if r%2 == 1 { // a win: the game ends, or some successor is lost in r-1
		if r == 1 && n.winsNow {
			return true
		}
		for _, s := range n.next {
			if s.value == byte(r) {
				return true
			}
		}
		return false
	}
	// A loss: no turn at all for r = 0; else every successor is won by the
	// opponent. It was not found before, so the longest of these takes r-1.
	if n.winsNow || (len(n.next) == 0) != (r == 0) {
		return false
	}
	for _, s := range n.next {
		if s.value == 0 || s.value%2 == 1 {
			return false
		}
	}
	return true
}

// Histogram counts the values of the stored positions: element v is the number of
// positions with value byte v, the last element is not zero.
func Histogram(g Game, values map[string]byte) []int {
	var counts []int
	for _, pos := range g.StoredPositions() {
		for len(counts) <= int(values[pos]) {
			counts = append(counts, 0)
		}
		counts[values[pos]]++
	}
	return counts
}
