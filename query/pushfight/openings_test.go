package pushfight_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/pushfight"
)

// boards with set-ups, by their special property.
var setupBoards = map[string]string{
	"half turn":    " ...\n....\n...",
	"no symmetry":  "......\n..... \n ...",
	"gap in a row": ".. ...\n......\n... ..",
}

// onBoard returns a database of a game on a drawn board.
func onBoard(t *testing.T, drawing, pieces string) *query.DB {
	t.Helper()
	spec, err := registry.Parse("pushfight:board=b,"+pieces, func(string) ([]byte, error) { return []byte(drawing + "\n"), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return databaseOf(t, g)
}

// TestOpenings compares the value of every pair of set-ups with the value that the database
// computes from the successors of the position.
func TestOpenings(t *testing.T) {
	for name, board := range setupBoards {
		for _, pieces := range []string{"movers=1,pushers=1", "movers=0,pushers=2", "movers=2,pushers=1"} {
			if pieces == "movers=2,pushers=1" && (name != "half turn" || testing.Short()) && !enginetest.Long {
				continue
			}
			t.Run(name+", "+pieces, func(t *testing.T) { checkOpenings(t, onBoard(t, board, pieces)) })
		}
	}
	if enginetest.Long {
		t.Run("full board", func(t *testing.T) { checkOpenings(t, database(t, "pushfight:movers=1,pushers=1")) })
	}
}

func checkOpenings(t *testing.T, db *query.DB) {
	var pairs bytes.Buffer
	o, err := pushfight.FindOpenings(context.Background(), db, pushfight.OpeningsOptions{Memory: 1 << 30, Pairs: &pairs})
	if err != nil {
		t.Fatal(err)
	}
	firsts, seconds := o.Setups.Counts()
	if pairs.Len() != firsts*seconds || firsts == 0 || seconds == 0 {
		t.Fatalf("%d values of %d × %d pairs", pairs.Len(), firsts, seconds)
	}
	// Every pair if there are few, else some.
	step := 1
	if n := firsts * seconds; n > 1<<15 {
		step = n >> 15
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for at := rng.IntN(step); at < firsts*seconds; at += step {
		p := o.Setups.Position(at%firsts, at/firsts)
		a, err := db.Value(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.Value(pairs.Bytes()[at]); got != a.Verdict.Value || !a.Verdict.Known {
			t.Fatalf("%s has value %s: want %v", a.Text, engine.Byte.Text(got), a.Verdict)
		}
	}
	var counts [256]uint64
	for _, b := range pairs.Bytes() {
		counts[b]++
	}
	if counts != o.Counts {
		t.Errorf("counts of pairs %v: want %v", o.Counts, counts)
	}
	for i, f := range o.First {
		worst, lowest, replies, won, lost := engine.Value(0), 0, 0, 0, 0
		for n := range seconds {
			v := engine.Value(pairs.Bytes()[n*firsts+i])
			if n == 0 || engine.Byte.Less(v, worst) {
				worst, lowest, replies = v, n, 0
			}
			if v == worst {
				replies++
			}
			switch {
			case v&1 != 0:
				lost++
			case v != 0:
				won++
			}
		}
		if want := (pushfight.Answered{worst, lowest, replies, won, seconds - won - lost, lost}); f != want {
			t.Fatalf("set-up %s: %+v, want %+v", o.Setups.First(i), f, want)
		}
	}
	value, best := o.Value()
	checkBest(t, o.First, value, best)
	// Several passes by one worker give the same.
	var again bytes.Buffer
	passes := 0
	memory := uint64(o.Setups.Placements() * (seconds/3 + 1))
	o2, err := pushfight.FindOpenings(context.Background(), db, pushfight.OpeningsOptions{
		Workers: 1, Memory: memory, Pairs: &again,
		Progress: func(p pushfight.OpeningsProgress) { passes = p.Passes },
	})
	if err != nil {
		t.Fatal(err)
	}
	if passes != 3 || !bytes.Equal(again.Bytes(), pairs.Bytes()) || !reflect.DeepEqual(o2.First, o.First) {
		t.Errorf("%d passes give other values", passes)
	}
}

// checkBest checks the value of the game and the order of the set-ups that lead to it.
func checkBest(t *testing.T, all []pushfight.Answered, value engine.Value, best []int) {
	t.Helper()
	equal := 0
	for _, f := range all {
		if engine.Byte.Less(value, f.Value) {
			t.Errorf("the best set-up has %s, another %s", engine.Byte.Text(value), engine.Byte.Text(f.Value))
		}
		if f.Value == value {
			equal++
		}
	}
	if len(best) == 0 || len(best) != equal {
		t.Errorf("%d best set-ups of value %s, want %d", len(best), engine.Byte.Text(value), equal)
	}
	for k, i := range best {
		a := all[i]
		if a.Value != value {
			t.Errorf("set-up %d among the best has %s", i, engine.Byte.Text(a.Value))
		}
		if k == 0 {
			continue
		}
		if b := all[best[k-1]]; b.Won < a.Won || b.Won == a.Won && (b.Lost > a.Lost || b.Lost == a.Lost && best[k-1] >= i) {
			t.Errorf("set-up %d, %+v, stands before set-up %d, %+v", best[k-1], b, i, a)
		}
	}
}

// TestBestOpenings checks the order of set-ups of equal value.
func TestBestOpenings(t *testing.T) {
	o := pushfight.Openings{First: []pushfight.Answered{
		{Value: 5, Won: 9}, {Value: 0, Won: 2, Lost: 3}, {Value: 0, Won: 2, Lost: 1}, {Value: 0, Won: 4, Lost: 7}, {Value: 0, Won: 2, Lost: 1}, {Value: 3, Won: 9},
	}}
	if value, best := o.Value(); value != 0 || !slices.Equal(best, []int{3, 2, 4, 1}) {
		t.Errorf("%v of value %d, want the draws 3, 2, 4, 1", best, value)
	}
}

// TestNoOpenings checks that FindOpenings refuses other games and incomplete tables.
func TestNoOpenings(t *testing.T) {
	for want, db := range map[string]*query.DB{
		"not of the Push Fight family":          database(t, "tictactoe"),
		"has 5 columns":                         onBoard(t, ".....\n.....\n...", "movers=1,pushers=1"),
		"right half of the board has 2 squares": onBoard(t, "...\n.... .\n...", "movers=1,pushers=2"),
	} {
		_, err := pushfight.FindOpenings(context.Background(), db, pushfight.OpeningsOptions{})
		if !errors.As(err, new(*engine.InputError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	// A table with unknown values.
	whole := onBoard(t, setupBoards["half turn"], "movers=1,pushers=1")
	h, dir := whole.Table().Header(), t.TempDir()
	h.MaxPhase = 3
	w, err := table.Create(kv.TablePath(dir), h, table.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(make([]byte, h.Positions)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := pushfight.FindOpenings(context.Background(), db, pushfight.OpeningsOptions{}); !errors.As(err, new(*engine.InputError)) {
		t.Errorf("a table to remoteness 3 gives openings: %v", err)
	}
	// A cancelled context.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pushfight.FindOpenings(ctx, whole, pushfight.OpeningsOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation: %v", err)
	}
}
