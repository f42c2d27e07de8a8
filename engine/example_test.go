package engine_test

import (
	"context"
	"fmt"
	"log"
	"math/bits"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// hauki is Pong Hau K'i: two pieces each on five points, the corners of a square and its
// centre, and lines between them except along the top. A turn moves a piece along a line
// to the empty point; a player who cannot move has lost. A key has the mover's pieces in the bits
// 8 to 12 and the opponent's in the bits 0 to 4.
type hauki struct{}

// lines has the points next to each: the top corners, the centre, the bottom corners.
var lines = [5]uint64{0b01100, 0b10100, 0b11011, 0b10101, 0b01110}

// rules are those of the game, from the position with the mover's pieces on the bottom
// corners.
func rules() *engine.Rules {
	return &engine.Rules{Start: 0b11000<<8 | 0b00011, AppendMoves: hauki{}.AppendMoves}
}

// AppendMoves moves each piece that is next to the empty point there.
func (hauki) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	own, other := key>>8, key&0b11111
	empty := 0b11111 &^ (own | other)
	for pieces := own & lines[bits.TrailingZeros64(empty)]; pieces != 0; pieces &= pieces - 1 {
		piece := pieces & -pieces
		dst = append(dst, other<<8|own^piece|empty) // the opponent is the mover now
	}
	return dst, 0
}

// A game at the level "rules only", from its rules to the value of its start.
func Example() {
	registry := games.NewRegistry(engine.Definition{
		Name: "hau-ki", Summary: "Pong Hau K'i", Level: engine.LevelRules, Kind: engine.Byte,
		NewRules: func(engine.Spec) (*engine.Rules, error) { return rules(), nil },
	})
	dir, err := os.MkdirTemp("", "foregone-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	// What "solve hau-ki" does:
	spec, err := registry.Parse("hau-ki", nil)
	if err != nil {
		log.Fatal(err)
	}
	options := solver.Options{Dir: dir}
	game, err := solver.Open(context.Background(), registry, spec, options)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := solver.Solve(context.Background(), game, options); err != nil {
		log.Fatal(err)
	}

	// And what "stats" and "value 0x1803" do:
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	stats, err := db.Stats()
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range stats.Counts {
		fmt.Println(c.Verdict, c.Positions)
	}
	start, err := db.Lookup("0x1803")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the start is", start.Verdict.Sentence())
	// Output:
	// T 22
	// L0 2
	// W1 4
	// the start is a draw
}
