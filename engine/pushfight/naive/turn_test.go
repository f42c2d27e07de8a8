package naive

import "strings"

// Step takes a piece from one square to another.
type Step struct{ From, To int }

// Turn is one turn as a sequence: up to two moves, then a push.
type Turn struct {
	Moves []Step // shared between turns: do not change
	Push  Step   // from the pusher's square to the neighbouring one it enters
	// Result is the position after the turn, seen by the next player to move.
	Result string
	// Finished reports whether the push dropped a piece of the opponent. Result then has one piece
	// fewer.
	Finished bool
}

// Notation returns the turn in the form c4-d3,a3-c3,d3-e3.
func (g Game) Notation(t Turn) string {
	var parts []string
	for _, s := range append(t.Moves[:len(t.Moves):len(t.Moves)], t.Push) {
		parts = append(parts, g.Board.Name(s.From)+"-"+g.Board.Name(s.To))
	}
	return strings.Join(parts, ",")
}

// Turns returns every turn of a position in progress or started: sequences of no,
// one or two moves of different pieces (both orders count) followed by a push.
// Turns that drop an own piece are left out.
func (g Game) Turns(pos string) []Turn {
	var turns []Turn
	g.Board.eachTurn(pos, func(t Turn) bool {
		turns = append(turns, t)
		return true
	})
	return turns
}

// eachTurn calls visit with every turn, until it returns false.
func (b Board) eachTurn(pos string, visit func(Turn) bool) {
	for _, line := range b.moveLines(pos) {
		for square, symbol := range []byte(line.after) {
			if symbol != 'O' {
				continue
			}
			for _, d := range directions {
				after, dropped, ok := b.push(line.after, square, d)
				if !ok || dropped == 'o' || dropped == 'O' {
					continue
				}
				entered, _ := b.Neighbour(square, d)
				if !visit(Turn{
					Moves:    line.moves,
					Push:     Step{square, entered},
					Result:   handOver(after, entered),
					Finished: dropped != '.',
				}) {
					return
				}
			}
		}
	}
}

// moveLine is a sequence of moves and the position after it, still seen by the
// same player.
type moveLine struct {
	moves []Step
	after string
}

// moveLines returns all sequences of up to two moves of different pieces.
func (b Board) moveLines(pos string) []moveLine {
	lines := []moveLine{{nil, pos}}
	const none = -1
	for _, first := range b.moves(pos, none) {
		once := apply(pos, first)
		lines = append(lines, moveLine{[]Step{first}, once})
		for _, second := range b.moves(once, first.To) {
			lines = append(lines, moveLine{[]Step{first, second}, apply(once, second)})
		}
	}
	return lines
}

// moves returns all single moves of the mover's pieces except the piece on one
// square.
func (b Board) moves(pos string, except int) []Step {
	var moves []Step
	for from, symbol := range []byte(pos) {
		if (symbol == 'o' || symbol == 'O') && from != except {
			for _, to := range b.walks(pos, from) {
				moves = append(moves, Step{from, to})
			}
		}
	}
	return moves
}

// walks returns the empty squares that the piece on square from reaches through
// orthogonally adjacent empty squares: a breadth-first search.
func (b Board) walks(pos string, from int) []int {
	var found []int
	seen := make([]bool, len(pos))
	queue := []int{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, d := range directions {
			to, ok := b.Neighbour(at, d)
			if ok && pos[to] == '.' && !seen[to] {
				seen[to] = true
				found = append(found, to)
				queue = append(queue, to)
			}
		}
	}
	return found
}

// apply carries out a move.
func apply(pos string, s Step) string {
	b := []byte(pos)
	b[s.To], b[s.From] = b[s.From], '.'
	return string(b)
}

// push lets the pusher on a square step in direction d. It returns the position
// after it (same view, the old anchor still in place) and the piece that was
// dropped, `.` for none; ok is false if the push is not allowed.
func (b Board) push(pos string, square int, d Direction) (after string, dropped byte, ok bool) {
	// The row: the pusher itself and the unbroken line of pieces in front of it.
	row := []int{square}
	end, exists := b.Neighbour(square, d)
	for exists && pos[end] != '.' {
		if pos[end] == 'Y' {
			return "", 0, false // the anchored piece does not move
		}
		row = append(row, end)
		end, exists = b.Neighbour(end, d)
	}
	if len(row) == 1 {
		return "", 0, false // the square it enters does not exist or is empty
	}
	last := row[len(row)-1]
	if !exists && b.Railing(last, d) {
		return "", 0, false
	}

	squares := []byte(pos)
	dropped = '.'
	if exists {
		squares[end] = pos[last]
	} else {
		dropped = pos[last]
	}
	for i := len(row) - 1; i > 0; i-- {
		squares[row[i]] = pos[row[i-1]]
	}
	squares[square] = '.'
	return string(squares), dropped, true
}

// handOver puts the anchor on the pusher that has just pushed and swaps colours.
func handOver(pos string, pusher int) string {
	b := []byte(strings.Replace(pos, "Y", "X", 1))
	b[pusher] = 'P'
	return swapColours(string(b))
}

// Successors returns the distinct positions after one turn, each with the number of turns that lead
// to it. It separates those in progress from finished ones.
func (g Game) Successors(pos string) (inProgress, finished map[string]int) {
	inProgress, finished = map[string]int{}, map[string]int{}
	g.Board.eachTurn(pos, func(t Turn) bool {
		if t.Finished {
			finished[t.Result]++
		} else {
			inProgress[t.Result]++
		}
		return true
	})
	return inProgress, finished
}

// WinsNow reports whether some turn drops a piece of the opponent.
func (g Game) WinsNow(pos string) bool {
	wins := false
	g.Board.eachTurn(pos, func(t Turn) bool {
		wins = t.Finished
		return !wins
	})
	return wins
}
