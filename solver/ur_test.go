package solver

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/ur"
	"github.com/foregone-db/foregone/kv/table"
)

// exactly solves a game of chance in rational numbers, from the rolls for people alone: with the moves
// that guess prefers it solves the linear equations, and then requires that no move is better.
func exactly(t *testing.T, g engine.Game, guess func(i uint64) float64) []*big.Rat {
	t.Helper()
	dice, one := g.Parts().Dice, big.NewRat(1, 1)
	worth := func(m *engine.RollTurn, v float64) float64 {
		if m.Keeps {
			return v
		}
		return 1 - v
	}
	n := int(g.Size())
	rows := make([]map[int]*big.Rat, n) // value = sum of factors times values, and a constant at n
	add := func(row map[int]*big.Rat, at int, x *big.Rat) {
		if row[at] == nil {
			row[at] = new(big.Rat)
		}
		row[at].Add(row[at], x)
	}
	for i := range rows {
		rows[i] = map[int]*big.Rat{}
		p := g.At(uint64(i))
		if v, over := g.Finished(p); over {
			add(rows[i], n, new(big.Rat).SetFloat64(g.Kind().Float(v)))
			continue
		}
		for _, roll := range dice.Rolls(p) {
			best := slices.MaxFunc(roll.Turns, func(a, b engine.RollTurn) int {
				x, _ := g.Index(a.To)
				y, _ := g.Index(b.To)
				if worth(&a, guess(x)) < worth(&b, guess(y)) {
					return -1
				}
				return 1
			})
			to, _ := g.Index(best.To)
			share := big.NewRat(int64(roll.Weight), int64(dice.Sum))
			if !best.Keeps {
				add(rows[i], n, share)
				share = new(big.Rat).Neg(share)
			}
			add(rows[i], int(to), share)
		}
	}
	eliminate(rows, one)
	for i := range rows {
		p := g.At(uint64(i))
		if _, over := g.Finished(p); over {
			continue
		}
		sum := new(big.Rat)
		for _, roll := range dice.Rolls(p) {
			var best *big.Rat
			for _, m := range roll.Turns {
				to, _ := g.Index(m.To)
				v := rows[to][n]
				if !m.Keeps {
					v = new(big.Rat).Sub(one, v)
				}
				if best == nil || v.Cmp(best) > 0 {
					best = v
				}
			}
			sum.Add(sum, new(big.Rat).Mul(best, big.NewRat(int64(roll.Weight), int64(dice.Sum))))
		}
		if sum.Cmp(rows[i][n]) != 0 {
			t.Fatalf("#%d is worth %v, and its best moves %v", i, rows[i][n], sum)
		}
	}
	values := make([]*big.Rat, n)
	for i := range values {
		values[i] = rows[i][n]
	}
	return values
}

// eliminate solves equations value[i] = sum of rows[i][j]·value[j] + rows[i][n].
func eliminate(rows []map[int]*big.Rat, one *big.Rat) {
	n := len(rows)
	replace := func(row map[int]*big.Rat, j int) {
		x := row[j]
		delete(row, j)
		for k, y := range rows[j] {
			if row[k] == nil {
				row[k] = new(big.Rat)
			}
			row[k].Add(row[k], new(big.Rat).Mul(x, y))
		}
	}
	for i := n - 1; i >= 0; i-- { // each row then has lower positions only
		for j := n - 1; j >= i; j-- {
			if j > i && rows[i][j] != nil {
				replace(rows[i], j)
			}
		}
		if own := rows[i][i]; own != nil {
			delete(rows[i], i)
			scale := new(big.Rat).Inv(new(big.Rat).Sub(one, own))
			for _, x := range rows[i] {
				x.Mul(x, scale)
			}
		}
	}
	for i := range rows {
		for j := range i {
			if rows[i][j] != nil {
				replace(rows[i], j)
			}
		}
		if rows[i][n] == nil {
			rows[i][n] = new(big.Rat)
		}
	}
}

// Every value of the game with one piece a side, in all sets of rules, differs from the exact one by no more
// than the error that the table proves. The positions worth 4/7, 116/161 and 74/161 are those of
// jheled/royalur (2020). By hand: a piece on square 14 leaves by a 1 alone, so that both there give
// v = 1/4 + 3/4·(1-v) = 4/7. One on 13 leaves by a 2, and a 1 moves it to the rosette for another roll:
// a = 6/16 + 4/16·4/7 + 6/16·(1-b) and b = 1/4 + 3/4·(1-a), which is 116/161 and 74/161.
func TestUrExactly(t *testing.T) {
	registry := games.NewRegistry(ur.Definition())
	for _, rules := range []string{"finkel", "blitz", "masters", "aseb"} {
		g := enginetest.OpenIn(t, registry, "ur:pieces=1,rules="+rules)
		s, err := Solve(t.Context(), g, Options{Dir: t.TempDir(), Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := table.Open(s.Table, table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer tab.Close()
		value := func(i uint64) float64 {
			v, err := tab.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			return g.Kind().Float(v)
		}
		width := new(big.Rat).SetFloat64(tab.Header().Error)
		if h := tab.Header().Error; !(h > 0 && h < 1e-13) {
			t.Errorf("%s: the error is %v", rules, h)
		}
		for i, want := range exactly(t, g, value) {
			off := new(big.Rat).Sub(want, new(big.Rat).SetFloat64(value(uint64(i))))
			if off.Abs(off).Cmp(width) > 0 {
				t.Errorf("%s: #%d is worth %v, not %v", rules, i, want.FloatString(20), value(uint64(i)))
			}
		}
		if rules == "finkel" {
			for text, want := range map[string]float64{"14+0/14+0": 4.0 / 7, "13+0/14+0": 116.0 / 161, "14+0/13+0": 74.0 / 161} {
				p, err := engine.ParsePosition(g, text)
				if err != nil {
					t.Fatal(err)
				}
				i, _ := g.Index(p)
				if math.Abs(value(i)-want) > 1e-14 {
					t.Errorf("%s is worth %v, want %v", text, value(i), want)
				}
			}
		}
		if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 || r.Checked != g.Size() {
			t.Errorf("%s: %+v, %v", rules, r, err)
		}
	}
}

// The table of two pieces is the same with any workers and memory, and after stops. Five of eight sweeps are saved.
func TestUrMetamorphic(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(ur.Definition()), "ur:pieces=2")
	const want = "85e260c7b37edda2c6fd8398f27c65e55bfd5cb5958ab17c20f391e0e0430e94"
	for _, o := range []Options{{Workers: 1}, {Workers: 3}, {Workers: 2, Memory: 64 << 20}} {
		o.Dir = t.TempDir()
		s, err := Solve(t.Context(), g, o)
		if err != nil || s.SHA256 != want {
			t.Errorf("%+v: %s, %v", o, s.SHA256, err)
		}
	}
	o := newSetup(Options{Dir: t.TempDir(), Workers: 2})
	o.saveEvery = 0
	for stops := 1; ; stops++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Duration(3*stops)*time.Millisecond, func() { cancel(errStopped) })
		s, err := o.solve(ctx, g)
		cancel(nil)
		if err == nil {
			if s.SHA256 != want || stops < 3 {
				t.Errorf("%s after %d stops", s.SHA256, stops)
			}
			return
		}
		if !errors.Is(err, errStopped) {
			t.Fatal(err)
		}
	}
}

var errStopped = errors.New("stopped")
