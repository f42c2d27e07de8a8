// Package placement makes ranked games from declarations: a board of squares, groups of like
// pieces, counters such as hands, symmetries, moves, and what ends play. A [Declaration] is plain
// data, which [Parse] reads as JSON. [New] returns a game with a bijection between indices and
// positions, slices, weights, predecessors and a notation. It stores no keys.
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
// That is tic-tac-toe. [Numbering] says how positions are numbered; games with moves of their own
// can use it alone, as they can use the [Set] of places. Games with indices of their own can use
// the [Declaration.Rules] alone. Memory: a bit and a seventh for each
// placement, up to symmetry of the first group, where not all placements are positions, and four
// bytes for each way to place the first group, where there are symmetries.
package placement
