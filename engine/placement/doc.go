// Package placement makes ranked games from declarations: a board of squares, groups of like
// pieces, counters such as hands, symmetries, moves, and conditions that end play. A [Declaration]
// is plain data, which [Parse] reads as JSON. [New] returns a game with a bijection between indices
// and positions, slices, weights, predecessors and a notation. It stores no keys.
//
//	grid := placement.Grid{Width: 3, Height: 3}
//	won := grid.Lines(3)
//	game, err := placement.New(spec, engine.Byte, &placement.Declaration{
//		Squares: 9, Width: 3, Start: grid.Empty(), Symmetries: grid.Symmetries(), Stuck: "drawn",
//		Groups: []placement.Group{{Name: "X", Max: 5}, {Name: "O", Side: 1, Max: 5}},
//		Bounds: []placement.Bound{{Sum: map[string]int{"O": 1, "X": -1}, Max: 1}}, // they take turns
//		Moves:  []placement.Move{{Group: "X", Puts: grid.All()}},
//		Ends:   []placement.End{{Group: "O", Patterns: won}, {Group: "X", Patterns: won, Result: "won"}},
//	})
//
// That is tic-tac-toe. [Numbering] describes how positions are numbered. Games with their own moves
// can use it alone, or only the [Set] of places. Games with their own indices can use
// [Declaration.Rules] alone.
//
// If some placements are not positions, the game takes one and one seventh bits of memory for each
// placement, up to symmetry of the first group. If there are symmetries, it takes four bytes for
// each way to place the first group.
package placement
