package naive

import "strings"

// Predecessors returns the positions in progress from which one turn leads to
// pos, itself in progress, each with the number of turns that do so. It takes the
// turn back: the push, then the anchor, then up to two moves. Some predecessors
// are unreachable.
func (g Game) Predecessors(pos string) map[string]int {
	found := map[string]int{}
	// Seen by the player whose turn is taken back: P is his pusher that pushed.
	before := swapColours(pos)
	for _, d := range directions {
		for _, pushed := range g.Board.unpushes(before, d) {
			for _, anchored := range giveAnchorBack(pushed) {
				// A move taken back is a move the other way, through the same
				// empty squares, so undoing goes through the same lines.
				for _, line := range g.Board.moveLines(anchored) {
					found[line.after]++
				}
			}
		}
	}
	return found
}

// unpushed is a position before a push, without any anchor.
type unpushed struct {
	pos  string
	part []int // the squares of the pieces that are about to be pushed
}

// unpushes takes back the pushes in direction d after which the pusher stands on the square of P.
// The pusher came from the empty square behind it. It pushed the first one or more pieces of the
// unbroken row in front of it.
func (b Board) unpushes(pos string, d Direction) []unpushed {
	pusher := strings.IndexByte(pos, 'P')
	origin, ok := b.Neighbour(pusher, d.opposite())
	if !ok || pos[origin] != '.' {
		return nil
	}
	var all []unpushed
	squares := []byte(pos)
	squares[origin], squares[pusher] = 'O', '.'
	var part []int
	gap := pusher // always the empty square in front of the part
	for {
		piece, ok := b.Neighbour(gap, d)
		if !ok || pos[piece] == '.' {
			return all
		}
		squares[gap], squares[piece] = squares[piece], '.' // one more piece steps back
		part = append(part[:len(part):len(part)], gap)
		gap = piece
		all = append(all, unpushed{string(squares), part})
	}
}

// giveAnchorBack puts the anchor under each of the opponent's pushers that was
// not pushed, in turn.
func giveAnchorBack(u unpushed) []string {
	var all []string
	for square, symbol := range []byte(u.pos) {
		pushed := false
		for _, p := range u.part {
			pushed = pushed || p == square
		}
		if symbol == 'X' && !pushed {
			b := []byte(u.pos)
			b[square] = 'Y'
			all = append(all, string(b))
		}
	}
	return all
}
