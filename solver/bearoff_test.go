package solver

import (
	"context"
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/table"
)

// bear is the checkers of a player on six points, for the tests' own rules.
type bear [6]int8

// bears returns all sides, in the order of GNU Backgammon's databases, and their numbers: by the number of
// checkers, then those on high points first.
func bears(checkers int) (list []bear, numbers map[bear]int) {
	numbers = map[bear]int{}
	var fill func(x bear, point, left int)
	fill = func(x bear, point, left int) {
		if point < 0 {
			list = append(list, x)
			return
		}
		for n := 0; n <= left; n++ {
			x[point] = int8(n)
			fill(x, point-1, left-n)
		}
	}
	fill(bear{}, 5, checkers)
	for _, x := range list {
		numbers[x] = x.id(checkers)
	}
	for x, n := range numbers {
		list[n] = x
	}
	return list, numbers
}

// id numbers a side: the checkers, from the ace point on, and the bars between points are a combination of
// bits, which are ranked.
func (x bear) id(checkers int) int {
	choose := func(n, k int) int { return int(new(big.Int).Binomial(int64(n), int64(k)).Int64()) }
	at := 5
	for _, n := range x {
		at += int(n)
	}
	rank := choose(at, 6)
	for k := range 5 {
		at -= int(x[k]) + 1
		rank += choose(at, 5-k)
	}
	return rank
}

// after returns what a roll leads to.
func (x bear) after(a, b int) map[bear]bool {
	orders := [][]int{{a, b}, {b, a}}
	if a == b {
		orders = [][]int{{a, a, a, a}}
	}
	all := map[bear]bool{}
	for _, dice := range orders {
		now := map[bear]bool{x: true}
		for _, die := range dice {
			next := map[bear]bool{}
			for y := range now {
				y.step(die, next)
			}
			now = next
		}
		for y := range now {
			all[y] = true
		}
	}
	return all
}

// step adds what one checker leads to.
func (x bear) step(die int, next map[bear]bool) {
	moved := false
	for point, highest := 5, true; point >= 0; point-- {
		if x[point] == 0 {
			continue
		}
		y := x
		y[point]--
		if point >= die {
			y[point-die]++
		}
		if point >= die || point == die-1 || highest {
			next[y] = true
			moved = true
		}
		highest = false
	}
	if !moved {
		next[x] = true
	}
}

// replies returns, by side and roll, the sides that the roll leads to, and the weights of the rolls.
func replies(list []bear, numbers map[bear]int) (all [][][]int, weights []int) {
	for n, x := range list {
		all = append(all, nil)
		weights = weights[:0]
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				var to []int
				for y := range x.after(a, b) {
					to = append(to, numbers[y])
				}
				all[n] = append(all[n], to)
				weights = append(weights, 2-b/a)
			}
		}
	}
	return all, weights
}

// TestBearoffExactly compares every value with rational numbers, from rules of the test's own.
func TestBearoffExactly(t *testing.T) {
	const checkers = 2
	list, numbers := bears(checkers)
	all, weights := replies(list, numbers)
	one := big.NewRat(1, 1)
	neg := func(x *big.Rat) *big.Rat { return new(big.Rat).Neg(x) }
	known := map[[2]int]*[4]*big.Rat{}
	var value func(us, them int) *[4]*big.Rat // cubeless, own cube, centre, opponent's
	// offered is what a player who may double makes of a position with his roll next.
	offered := func(roll, taken *big.Rat) *big.Rat {
		double := new(big.Rat).Add(taken, taken)
		if double.Cmp(one) > 0 {
			double = one
		}
		if double.Cmp(roll) > 0 {
			return double
		}
		return roll
	}
	value = func(us, them int) *[4]*big.Rat {
		if v := known[[2]int{us, them}]; v != nil {
			return v
		}
		var v [4]*big.Rat
		if us == 0 || them == 0 {
			for k := range v {
				if v[k] = one; us != 0 {
					v[k] = neg(one)
				}
			}
		} else {
			for k := range v {
				v[k] = new(big.Rat)
			}
			for r, to := range all[us] {
				var best [4]*big.Rat
				for _, next := range to {
					e := value(them, next)
					for k, x := range []*big.Rat{neg(e[0]), neg(e[3]), neg(offered(e[2], e[3])), neg(offered(e[1], e[3]))} {
						if best[k] == nil || x.Cmp(best[k]) > 0 {
							best[k] = x
						}
					}
				}
				for k := range v {
					v[k].Add(v[k], new(big.Rat).Mul(best[k], big.NewRat(int64(weights[r]), 36)))
				}
			}
		}
		known[[2]int{us, them}] = &v
		return &v
	}
	cubeless, money := bearTable(t, checkers, "none"), bearTable(t, checkers, "money")
	for us := range list {
		for them := range list {
			v := value(us, them)
			half := new(big.Rat).Add(v[0], one)
			cubeless.check(t, list[us], list[them], "", half.Mul(half, big.NewRat(1, 2)))
			money.check(t, list[us], list[them], ":roll-own", v[1])
			money.check(t, list[us], list[them], ":roll-centre", v[2])
			money.check(t, list[us], list[them], ":roll-other", v[3])
			if us > 0 && them > 0 {
				money.check(t, list[us], list[them], ":double-own", offered(v[1], v[3]))
				money.check(t, list[us], list[them], ":double-centre", offered(v[2], v[3]))
				taken := new(big.Rat).Add(v[3], v[3])
				if taken.Cmp(one) > 0 {
					taken = one // the opponent passes
				}
				money.check(t, list[them], list[us], ":take", neg(taken))
			}
		}
	}
}

// bearGame is a solved game.
type bearGame struct {
	game  engine.Game
	table *table.Reader
}

func bearTable(t *testing.T, checkers int, cube string) *bearGame {
	t.Helper()
	g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Bearoff()), fmt.Sprintf("bearoff:checkers=%d,cube=%s", checkers, cube))
	b := &bearGame{g, pigTable(t, g)}
	if h := b.table.Header().Error; !(h > 0 && h < 1e-12) {
		t.Errorf("%v: the error is %v", g.Spec(), h)
	}
	if r, err := Verify(t.Context(), g, b.table, VerifyOptions{}); err != nil || r.Failed > 0 || r.Checked != g.Size() {
		t.Errorf("%v: %+v, %v", g.Spec(), r, err)
	}
	return b
}

// value returns the value of a position.
func (b *bearGame) value(t *testing.T, us, them bear, stage string) float64 {
	t.Helper()
	var text []byte
	for k, x := range []bear{us, them} {
		if k > 0 {
			text = append(text, '/')
		}
		for _, n := range x {
			text = append(text, "0123456789abcdef"[n])
		}
	}
	p, err := engine.ParsePosition(b.game, string(text)+stage)
	if err != nil {
		t.Fatal(err)
	}
	i, _ := b.game.Index(p)
	v, err := b.table.Get(i)
	if err != nil {
		t.Fatal(err)
	}
	return b.game.Kind().Float(v)
}

// check compares a value with an exact one.
func (b *bearGame) check(t *testing.T, us, them bear, stage string, want *big.Rat) {
	t.Helper()
	got := b.value(t, us, them, stage)
	off := new(big.Rat).Sub(want, new(big.Rat).SetFloat64(got))
	if off.Abs(off).Cmp(new(big.Rat).SetFloat64(b.table.Header().Error)) > 0 {
		t.Errorf("%v %v%s is worth %v, want %v", us, them, stage, got, want.FloatString(17))
	}
}

// number is what the equations of a bear-off are solved in.
type number interface{ int16 | float64 }

// cubes solves the equations of a bear-off with the doubling cube: cubeless, and with an own cube, a cube in
// the centre and one of the opponent, for each pair of sides. win is the equity of a win, and minus that of a
// loss of the opponent; round rounds a quotient.
func cubes[N number](checkers int, win int, negated, round func(x float64) float64) (list []bear, values [][4]N) {
	list, numbers := bears(checkers)
	all, weights := replies(list, numbers)
	values = make([][4]N, len(list)*len(list))
	done := make([]bool, len(values))
	top := float64(win)
	offered := func(roll, taken float64) float64 {
		switch {
		case taken < round(roll/2):
			return roll
		case taken >= round(top/2):
			return top
		}
		return 2 * taken
	}
	var compute func(us, them int) *[4]N
	compute = func(us, them int) *[4]N {
		at := us*len(list) + them
		v := &values[at]
		if done[at] {
			return v
		}
		done[at] = true
		if us == 0 || them == 0 {
			for k := range v {
				if v[k] = N(top); us != 0 {
					v[k] = N(negated(top))
				}
			}
			return v
		}
		var total [4]float64
		for r, to := range all[us] {
			best := [4]float64{-math.MaxInt32, -math.MaxInt32, -math.MaxInt32, -math.MaxInt32}
			for _, next := range to {
				e := compute(them, next)
				taken := float64(e[3])
				for k, x := range [4]float64{float64(e[0]), taken, offered(float64(e[2]), taken), offered(float64(e[1]), taken)} {
					best[k] = max(best[k], negated(x))
				}
			}
			for k := range total {
				total[k] += float64(weights[r]) * best[k]
			}
		}
		for k := range v {
			v[k] = N(round(total[k] / 36))
		}
		return v
	}
	for us := range list {
		for them := range list {
			compute(us, them)
		}
	}
	return list, values
}

// gnubgSums are the MD5 sums of GNU Backgammon's two-sided databases of six points, by checkers, from its
// manual.
var gnubgSums = map[int]string{
	1: "7ed6f8e7fce16ea2b80e07a4a516653c", 2: "e9d760bf213841c285245ed757a52f4d", 3: "9d67da3db32ad4720cc38eecf9a67967",
	4: "9156f37032d1d4b0352a41186e632dfc", 5: "0db19ab08feae1feb33ddbd709479f62", 6: "44b6040b49b46cb9dd2ce8caa947044d",
}

// TestBearoffGnubg compares every value with the database of GNU Backgammon. The test makes the database
// anew: in its arithmetic of 16 bits, -32768 for a loss and 32767 for a win, a negated x is -x-1 and a mean
// and a half are rounded towards zero, the equations give each of its bytes. In floating point the same equations give
// each value of the tables. So rounding alone makes the difference.
func TestBearoffGnubg(t *testing.T) {
	checkers := 3
	if enginetest.Long {
		checkers = 6
	}
	list, values := cubes[int16](checkers, math.MaxInt16, func(x float64) float64 { return -x - 1 }, math.Trunc)
	file := fmt.Appendf(nil, "gnubg-TS-06-%02d-1xxxxxxxxxxxxxxxxxxxxxxx\n", checkers)
	for n := range values {
		for _, x := range values[n] {
			file = binary.LittleEndian.AppendUint16(file, uint16(int(x)+1<<15))
		}
	}
	sum := md5.Sum(file)
	if got := hex.EncodeToString(sum[:]); got != gnubgSums[checkers] {
		t.Errorf("%d checkers: the database has the MD5 sum %s, want %s", checkers, got, gnubgSums[checkers])
	}
	_, exact := cubes[float64](checkers, 1, func(x float64) float64 { return -x }, func(x float64) float64 { return x })
	cubeless, money := bearTable(t, checkers, "none"), bearTable(t, checkers, "money")
	beyond, worst := 0, 0.0
	for us := range list {
		for them := range list {
			at := us*len(list) + them
			a, b := list[us], list[them]
			for k, x := range [4]float64{
				2*cubeless.value(t, a, b, "") - 1, money.value(t, a, b, ":roll-own"), money.value(t, a, b, ":roll-centre"), money.value(t, a, b, ":roll-other"),
			} {
				if math.Abs(x-exact[at][k]) > 1e-12 {
					t.Errorf("%v %v: value %d is %v, want %v", a, b, k, x, exact[at][k])
				}
				off := math.Abs(x - (float64(values[at][k])+0.5)/32767.5)
				if worst = max(worst, off*32768); off > 1.0/32768 {
					beyond++
				}
			}
		}
	}
	t.Logf("%d checkers: %d of %d values of the database differ by more than 2^-15, and the greatest difference is %.2f of that", checkers, beyond, 4*len(values), worst)
	if worst > 8 {
		t.Errorf("the greatest difference from the database is %v of 2^-15", worst)
	}
	example(t, cubeless, money)
}

// example compares the position CgAAEAEAAAAAAA with the manual of GNU Backgammon: 67.1 % cubeless, +0.3441
// with an own cube, +0.3210 with the cube in the centre and +0.1605 with the opponent's.
func example(t *testing.T, cubeless, money *bearGame) {
	t.Helper()
	us, them := bear{0, 1, 0, 0, 1, 0}, bear{0, 1, 1, 0, 0, 0}
	for stage, want := range map[string]float64{":double-own": 0.3441, ":double-centre": 0.3210, ":roll-other": 0.1605} {
		if x := money.value(t, us, them, stage); math.Abs(x-want) > 5e-5 {
			t.Errorf("the example%s is worth %v, want %v", stage, x, want)
		}
	}
	if x := cubeless.value(t, us, them, ""); math.Abs(x-0.671) > 5e-4 {
		t.Errorf("the example is worth %v, want 67.1 %%", x)
	}
}

// The table with the cube is the same with any workers and memory, and after stops.
func TestBearoffMetamorphic(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Bearoff()), "bearoff:checkers=2,cube=money")
	first := ""
	for _, o := range []Options{{Workers: 1}, {Workers: 3}, {Workers: 2, Memory: 64 << 20}} {
		o.Dir = t.TempDir()
		s, err := Solve(t.Context(), g, o)
		if first == "" {
			first = s.SHA256
		}
		if err != nil || s.SHA256 != first {
			t.Errorf("%+v: %s, %v, want %s", o, s.SHA256, err, first)
		}
	}
	o := newSetup(Options{Dir: t.TempDir(), Workers: 2})
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(50*time.Millisecond<<stops, func() { cancel(errStopped) })
		s, err := o.solve(ctx, g)
		cancel(nil)
		if err == nil {
			if s.SHA256 != first || stops < 1 {
				t.Errorf("%s after %d stops, want %s", s.SHA256, stops, first)
			}
			return
		}
		if !errors.Is(err, errStopped) {
			t.Fatal(err)
		}
	}
}

// Precisions of 32 and 16 bits keep their errors.
func TestBearoffPrecision(t *testing.T) {
	registry := games.NewRegistry(backgammon.Bearoff())
	wide := enginetest.OpenIn(t, registry, "bearoff:checkers=2,cube=money")
	exact := pigTable(t, wide)
	for bits, most := range map[int]float64{32: 1e-7, 16: 2e-3} {
		g := enginetest.OpenIn(t, registry, fmt.Sprintf("bearoff:checkers=2,cube=money,precision=%d", bits))
		tab := pigTable(t, g)
		for i := range g.Size() {
			v, err := tab.Get(i)
			w, err2 := exact.Get(i)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if off := math.Abs(g.Kind().Float(v) - wide.Kind().Float(w)); off > tab.Header().Error || tab.Header().Error > most {
				t.Fatalf("%d bits: #%d differs by %v, the error is %v", bits, i, off, tab.Header().Error)
			}
		}
		if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 {
			t.Errorf("%d bits: %+v, %v", bits, r, err)
		}
	}
}
