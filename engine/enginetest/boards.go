package enginetest

import "fmt"

// Board is a small board of Push Fight, with numbers of movers and pushers a side.
type Board struct {
	Name, Text      string
	Movers, Pushers int
}

// Spec returns the spec of the game on the board. The file "b" has the board's text.
func (b Board) Spec() string {
	return fmt.Sprintf("pushfight:board=b,movers=%d,pushers=%d", b.Movers, b.Pushers)
}

// Boards are small boards with draws and with wins or losses of at least 15 plies. They cover
// symmetry with and without a square in the centre, holes, railings on every square, no
// movers, a single pusher, and positions without a turn.
var Boards = []Board{
	{"step", ".   \n....\n....\n   .\n", 1, 2},
	{"strip", "......\n......\n", 2, 1},
	{"cross", "  ...\n.......\n  ...\n", 0, 3},
	{"windmill", "   .\n.. .\n ...\n . ..\n .\n", 2, 1},
	{"ring", "...\n...\n. .\n...\n", 0, 3},
	{"ring with movers", "...\n...\n. .\n...\n", 1, 2},
	{"tower", "..\n..\n..\n..\n.\n..\n", 0, 4},
	{"key", ".....\n. . .\n... .\n", 2, 1},
}

// BoardNamed returns the board with the given name in [Boards].
func BoardNamed(name string) Board {
	for _, b := range Boards {
		if b.Name == name {
			return b
		}
	}
	panic("enginetest: no board is called " + name)
}
