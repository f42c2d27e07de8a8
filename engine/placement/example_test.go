package placement_test

import (
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// Pong Hau K'i as a declaration. Each side has two pieces, which step along the lines between five
// points. A player who cannot step has lost. A position equals its mirror image.
func Example() {
	game, err := placement.New(engine.Spec{}, engine.Byte, &placement.Declaration{
		Squares: 5, Start: "XX.OO",
		Groups:     []placement.Group{{Name: "X", Min: 2, Max: 2}, {Name: "O", Side: 1, Min: 2, Max: 2}},
		Symmetries: [][]int{{1, 0, 2, 4, 3}},
		Moves:      []placement.Move{{Group: "X", Steps: [][]int{{2, 3}, {2, 4}, {0, 1, 3, 4}, {0, 2, 4}, {1, 2, 3}}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	start, _ := game.Start()
	i, _ := game.Index(start)
	fmt.Println(game.Size(), "positions, the start is", i)
	for _, move := range game.Moves(start) {
		fmt.Println(move.Turn, game.Text(move.To))
	}
	// Output:
	// 16 positions, the start is 1
	// a1-c1 .OOXX
	// b1-c1 O.OXX
}

// A declaration as text, for programs in other languages.
func ExampleParse() {
	d, err := placement.Parse([]byte(`{
		"squares": 4, "width": 2, "start": "X..O",
		"groups": [{"name": "X", "min": 1, "max": 1}, {"name": "O", "side": 1, "min": 1, "max": 1}],
		"moves":  [{"group": "X", "steps": [[1, 2], [0, 3], [0, 3], [1, 2]]}],
		"ends":   [{"group": "O", "patterns": [[3]]}]
	}`))
	if err != nil {
		log.Fatal(err)
	}
	n, err := d.Number()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n.Size, "positions")
	_, err = placement.Parse([]byte(`{"squares": 4, "groups": [{"name": "X", "max": 5}]}`))
	fmt.Println(err)
	// Output:
	// 9 positions
	// declaration of a placement: group "X" has side 0 and 0 to 5 pieces: want side 0 to 2 and 0 to 4 pieces
}
