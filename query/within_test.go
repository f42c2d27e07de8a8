package query_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/yahtzee"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// turnGame plays Yahtzee in a few categories by the letter of the rules, with dice in a row, in exact
// fractions.
type turnGame struct {
	known  map[string]*big.Rat
	forced bool // what a joker has to fill
}

// expected returns what is still expected with open categories, the points of ones to sixes, and whether the
// first yahtzee scored.
func (g *turnGame) expected(open string, upper int, first, extra bool) *big.Rat {
	if open == "" {
		return new(big.Rat)
	}
	return g.rolled(open, upper, first, extra, "", 3)
}

// rolled returns what is expected before a roll, with dice that are kept, in ascending order.
func (g *turnGame) rolled(open string, upper int, first, extra bool, kept string, left int) *big.Rat {
	key := fmt.Sprintf("%s %d %v %v %s %d", open, upper, first, extra, kept, left)
	if v := g.known[key]; v != nil {
		return v
	}
	v := new(big.Rat)
	if len(kept) == 5 {
		v = g.best(open, upper, first, extra, kept, left)
	} else {
		for die := '1'; die <= '6'; die++ { // the dice fall one after the other
			v.Add(v, g.rolled(open, upper, first, extra, sorted(kept+string(die)), left+10))
		}
		v.Mul(v, big.NewRat(1, 6))
	}
	g.known[key] = v
	return v
}

// best returns what is expected with five dice on the table, and left-1 rolls, or after dice that fell, left-11.
func (g *turnGame) best(open string, upper int, first, extra bool, dice string, left int) *big.Rat {
	left = left%10 - 1
	best := g.scored(open, upper, first, extra, dice)
	for part := 0; left > 0 && part < 31; part++ {
		kept := ""
		for n := range 5 {
			if part>>n&1 == 1 {
				kept += dice[n : n+1]
			}
		}
		if v := g.rolled(open, upper, first, extra, kept, left); v.Cmp(best) > 0 {
			best = v
		}
	}
	return best
}

// scored returns the best of the ways to score five dice.
func (g *turnGame) scored(open string, upper int, first, extra bool, dice string) (best *big.Rat) {
	key := fmt.Sprintf("scored %s %d %v %v %s", open, upper, first, extra, dice)
	if v := g.known[key]; v != nil {
		return v
	}
	count, total := map[rune]int{}, 0
	for _, c := range dice {
		count[c]++
		total += int(c - '0')
	}
	most, pairs := 0, 0
	for _, n := range count {
		most = max(most, n)
		if n == 2 {
			pairs++
		}
	}
	all := most == 5
	has := func(c byte) bool {
		for n := range open {
			if open[n] == c {
				return true
			}
		}
		return false
	}
	joker := all && first && !has(dice[0])
	lower := false
	for n := range open {
		lower = lower || open[n] > '6'
	}
	for n := range open {
		c := open[n]
		if g.forced && all && first && (has(dice[0]) && c != dice[0] || !has(dice[0]) && lower && c <= '6') {
			continue
		}
		points := 0
		switch {
		case c <= '6':
			points = int(c-'0') * count[rune(c)]
		case c == 'c', c == 't' && most >= 3, c == 'f' && most >= 4:
			points = total
		case c == 'h' && (most == 3 && pairs == 1 || joker):
			points = 25
		case c == 'y' && all:
			points = 50
		case c == 'l' && (len(count) == 5 && (count['1'] == 0 || count['6'] == 0) || joker):
			points = 40
		}
		bonus := 0
		if all && extra {
			bonus = 100
		}
		next := upper
		if c <= '6' {
			next += points
		}
		if upper < 63 && next >= 63 {
			bonus += 35
		}
		v := new(big.Rat).Add(big.NewRat(int64(points+bonus), 1), g.expected(open[:n]+open[n+1:], next, first || c == 'y', extra || c == 'y' && all))
		if best == nil || v.Cmp(best) > 0 {
			best = v
		}
	}
	g.known[key] = best
	return best
}

func sorted(dice string) string {
	b := []byte(dice)
	for n := len(b) - 1; n > 0 && b[n] < b[n-1]; n-- {
		b[n], b[n-1] = b[n-1], b[n]
	}
	return string(b)
}

// TestWithin compares the values of moments between turns, of positions within a turn and of moves with exact
// ones, in small games of Yahtzee.
func TestWithin(t *testing.T) {
	registry := games.NewRegistry(yahtzee.Definition())
	for _, categories := range []string{"y6h,joker=forced", "y6h", "6l"} {
		spec, err := registry.Parse("yahtzee:categories="+categories, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir, Workers: 1}); err != nil {
			t.Fatal(err)
		}
		db, err := query.Open(dir, registry, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		exact := &turnGame{map[string]*big.Rat{}, strings.HasSuffix(categories, "forced")}
		check := func(text string, want *big.Rat) {
			t.Helper()
			p, err := engine.ParsePosition(g, text)
			if err != nil {
				t.Fatal(err)
			}
			a, err := db.Value(p)
			if err != nil || !a.Verdict.Known || a.Error <= 0 && a.Stored || a.Error > 1e-8 {
				t.Fatalf("%s: %+v, %v", text, a, err)
			}
			off := new(big.Rat).Sub(want, new(big.Rat).SetFloat64(g.Kind().Float(a.Verdict.Value)))
			if off.Abs(off).Cmp(new(big.Rat).SetFloat64(a.Error)) > 0 {
				t.Errorf("%v: %s is worth %v within %v, want %s", spec, text, a.Verdict, a.Error, want.FloatString(15))
			}
		}
		checkMoments(t, g, exact, strings.TrimSuffix(categories, ",joker=forced"), check)
	}
}

// checkMoments checks all moments, and some positions within each turn.
func checkMoments(t *testing.T, g engine.Game, exact *turnGame, categories string, check func(text string, want *big.Rat)) {
	for i := range g.Size() {
		text := g.Text(g.At(i))
		var open, rest string
		if _, err := fmt.Sscanf(replaceSlash(text), "%s %s", &open, &rest); err != nil {
			t.Fatal(err)
		}
		upper, extra := 0, rest[len(rest)-1] == '*'
		fmt.Sscanf(rest, "%d", &upper)
		if open == "-" {
			continue
		}
		first := false // the category yahtzee was scored
		for _, c := range categories {
			first = first || c == 'y'
		}
		for _, c := range open {
			first = first && c != 'y'
		}
		check(text, exact.expected(open, upper, first, extra))
		for _, dice := range []string{"", "6", "66", "1234", "66666", "55566", "23456", "12346"} {
			for left := 0; left <= 2; left++ {
				name := dice
				if dice == "" {
					name = "-"
				}
				five := len(dice) == 5
				switch {
				case five:
					check(fmt.Sprintf("%s:%s+%d", text, name, left), exact.best(open, upper, first, extra, dice, left+1))
				case left > 0:
					check(fmt.Sprintf("%s:%s+%d", text, name, left), exact.rolled(open, upper, first, extra, dice, left))
				}
			}
		}
	}
}

func replaceSlash(text string) string {
	b := []byte(text)
	for n := range b {
		if b[n] == '/' {
			b[n] = ' '
		}
	}
	return string(b)
}
