package query_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// exampleDir returns the folder of a database that the examples share, as "foregone solve tictactoe
// --db" makes it.
var exampleDir = sync.OnceValue(func() string {
	exampleUsed = true
	dir, err := os.MkdirTemp("", "foregone-example-")
	if err != nil {
		log.Fatal(err)
	}
	spec, err := exampleGames.Parse("tictactoe", nil)
	if err != nil {
		log.Fatal(err)
	}
	g, err := exampleGames.Open(spec)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := solver.Solve(context.Background(), g, solver.Options{Dir: filepath.Join(dir, "db")}); err != nil {
		log.Fatal(err)
	}
	return filepath.Join(dir, "db")
})

// The games that the examples know.
var exampleGames = games.NewRegistry(tictactoe.Definition())

var exampleUsed bool // there is a folder to remove

// exampleDB opens that database.
func exampleDB() *query.DB {
	db, err := query.Open(exampleDir(), exampleGames, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return db
}

func TestMain(m *testing.M) {
	status := m.Run()
	if exampleUsed {
		os.RemoveAll(filepath.Dir(exampleDir()))
	}
	os.Exit(status)
}

// A lookup from beginning to end. The folder is the result of "foregone solve tictactoe".
func ExampleOpen() {
	dir := exampleDir()

	db, err := query.Open(dir, games.NewRegistry(tictactoe.Definition()), query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	a, err := db.Lookup("XO..X....")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Verdict, a.Verdict.Outcome(), a.Verdict.Sentence())
	// Output:
	// L2 loss a loss in 4 plies, after 2 own turns
}

// Wrong input differs from failures.
func ExampleDB_Lookup() {
	db := exampleDB()
	defer db.Close()
	for _, text := range []string{"X...O....", "#17", "X...O"} {
		a, err := db.Lookup(text)
		switch {
		case engine.IsInput(err):
			fmt.Println("wrong input:", err)
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(a.Text, a.Verdict)
		}
	}
	// Output:
	// X...O.... T
	// OX..X.... T
	// wrong input: "X...O" has 5 cells: want 9, 3 rows of 3 cells X, O or . (empty)
}

// The moves of a position, best first, each with its value for the player who makes it.
func ExampleDB_Moves() {
	db := exampleDB()
	defer db.Close()
	p, err := db.Parse("XO..X..O.")
	if err != nil {
		log.Fatal(err)
	}
	moves, err := db.Moves(context.Background(), p, false)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range moves.Moves {
		fmt.Println(m.Turn, m.Verdict, m.Text)
	}
	// Output:
	// c1 W1 XO..X..OX
	// a1 W2 XO..X.XO.
	// a2 W2 XO.XX..O.
	// c2 W2 XO..XX.O.
	// c3 W2 XOX.X..O.
}

// Best play from a position to the end.
func ExampleDB_Line() {
	db := exampleDB()
	defer db.Close()
	p, err := db.Parse("XO.......")
	if err != nil {
		log.Fatal(err)
	}
	line, err := db.Line(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(line.Verdict, line.Moves, line.End)
	// Output:
	// W3 [a1 a2 b2 b1 c1] win
}

// All values. [query.DB.At] returns the position of an index.
func ExampleDB_Values() {
	db := exampleDB()
	defer db.Close()
	lost := map[string]int{}
	for e, err := range db.Values(context.Background(), 0) {
		if err != nil {
			log.Fatal(err)
		}
		if e.Verdict.Outcome() == engine.Loss {
			lost[e.Verdict.String()]++
		}
	}
	fmt.Println(lost)
	// Output:
	// map[L0:942 L1:508 L2:124]
}

// Random positions of a value.
func ExampleDB_Sample() {
	db := exampleDB()
	defer db.Close()
	v, err := db.ParseVerdict("W3")
	if err != nil {
		log.Fatal(err)
	}
	for a, err := range db.Sample(context.Background(), v, 3, 1) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.Index, a.Text, a.Verdict)
	}
	// Output:
	// 1753 .....XO.. W3
	// 2670 X..X...O. W3
	// 2678 .....X.O. W3
}

// Statistics of the whole database.
func ExampleDB_Stats() {
	db := exampleDB()
	defer db.Close()
	s, err := db.Stats()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Positions, "positions:", s.Won(), "won,", s.Lost(), "lost,", s.Drawn(), "drawn")
	fmt.Println("start:", s.Start.Verdict, "longest win:", s.LongestWin.Verdict)
	for _, c := range s.Counts[:3] {
		fmt.Println(c.Verdict, c.Positions)
	}
	// Output:
	// 5478 positions: 2836 won, 1574 lost, 1068 drawn
	// start: T longest win: W3
	// T 1068
	// L0 942
	// W1 2358
}

// Two values compared, for the player to move.
func ExampleCompare() {
	db := exampleDB()
	defer db.Close()
	quick, err := db.ParseVerdict("W1")
	if err != nil {
		log.Fatal(err)
	}
	slow, err := db.ParseVerdict("W3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query.Compare(quick, slow) < 0)
	// Output:
	// true
}
