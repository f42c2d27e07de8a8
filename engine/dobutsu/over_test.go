//go:build long

package dobutsu

import (
	"context"
	"math/bits"
	"os"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query/count"
)

// published holds counts of the positions that play from the start reaches, finished ones included.
type published struct{ open, won, lost, drawn uint64 }

// TestOver counts the reachable positions of 4 rows as the publication does. If FOREGONE_DOBUTSU
// names the folder of a solved game of 4 or 5 rows, the test also counts its reachable positions by
// value.
func TestOver(t *testing.T) {
	figures := map[string]published{
		"dobutsu:drops=true,height=4,pieces=3,width=3": {99_485_568, 196_773_087, 47_347_380, 2_682_700},
		"dobutsu:drops=true,height=5,pieces=3,width=3": {0, 2_597_975_993, 683_720_498, 78_214_035},
	}
	game, dir := "dobutsu", os.Getenv("FOREGONE_DOBUTSU")
	var values *table.Reader
	if dir != "" {
		r, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		game, values = r.Header().Game, r
	}
	v := open(t, game)
	want, ok := figures[v.Spec().String()]
	if !ok {
		t.Fatalf("no figures of %s are published", game)
	}
	reached, err := count.Reachable(t.Context(), v, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	var counts map[engine.Outcome]uint64
	n := reached.Count()
	if reached.Has(v.takesLion()) {
		n-- // the index of the finished positions
	}
	if values != nil {
		counts = outcomes(t, v, values, reached)
	}
	won, lost := countOver(t, v, reached)
	t.Logf("%d reachable positions are not over, %d are over and won, %d over and lost", n, won, lost)
	if want.open != 0 && n != want.open {
		t.Errorf("%d positions that are not over are reachable, want %d", n, want.open)
	}
	if all := n + won + lost; all != want.won+want.lost+want.drawn {
		t.Errorf("%d positions are reachable, want %d", all, want.won+want.lost+want.drawn)
	}
	if values == nil {
		return
	}
	t.Logf("of those that are not over %d are won, %d lost, %d drawn", counts[engine.Win], counts[engine.Loss], counts[engine.Draw])
	t.Logf("in all %d are won, %d lost, %d drawn", counts[engine.Win]+won, counts[engine.Loss]+lost, counts[engine.Draw])
	for i, c := range ifStuckDrew(t, v, values) {
		if reached.Has(i) {
			t.Logf("%s is %s, and %v if who has no move had a draw", v.Text(v.At(i)), v.Kind().Text(c.was), c.is)
			counts[v.Kind().Outcome(c.was)]--
			counts[c.is]++
		}
	}
	if got := (published{want.open, counts[engine.Win] + won, counts[engine.Loss] + lost, counts[engine.Draw]}); got != want {
		t.Errorf("in all, if who has no move had a draw, %+v, want %+v", got, want)
	}
}

// outcomes counts the reached unfinished positions by their values.
func outcomes(t *testing.T, v *Variant, values *table.Reader, reached *fast.Set) map[engine.Outcome]uint64 {
	t.Helper()
	counts, buffer := map[engine.Outcome]uint64{}, make([]byte, 1<<20)
	var byValue [256]uint64
	for first := uint64(0); first < v.takesLion(); first += uint64(len(buffer)) {
		run := buffer[:min(uint64(len(buffer)), v.takesLion()-first)]
		if err := values.ReadValues(run, first); err != nil {
			t.Fatal(err)
		}
		for o, value := range run {
			if reached.Has(first + uint64(o)) {
				byValue[value]++
			}
		}
	}
	for value, n := range byValue {
		counts[v.Kind().Outcome(engine.Value(value))] += n
		if n > 0 && n < 1000 { // the ends of the longest games
			t.Logf("%s: %d positions", v.Kind().Text(engine.Value(value)), n)
		}
	}
	return counts
}

// changed is a position whose outcome another rule changes.
type changed struct {
	was engine.Value
	is  engine.Outcome
}

// ifStuckDrew returns the positions whose outcome would change if a player without a move drew
// instead of losing. A win or loss in n plies depends on positions with n-1 plies. The function
// finds the dependents of a player without a move from the shortest up, and then decides them
// again.
func ifStuckDrew(t *testing.T, v *Variant, values *table.Reader) map[uint64]changed {
	t.Helper()
	get := func(i uint64) engine.Value {
		value, err := values.Get(i)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	kind, w := v.Kind(), v.NewScratch()
	stuck, err := kind.Decided(false, 0)
	if err != nil {
		t.Fatal(err)
	}
	open := map[uint64]changed{} // the dependents, with their value and their outcome under the other rule
	byPlies := map[int][]uint64{0: indicesOf(t, values, v.takesLion(), stuck)}
	rest := func(i uint64, value engine.Value, plies int) {
		if _, has := open[i]; !has {
			open[i] = changed{value, engine.Draw}
			byPlies[plies] = append(byPlies[plies], i)
		}
	}
	for _, i := range byPlies[0] {
		open[i] = changed{stuck, engine.Draw}
	}
	won := func(i uint64, plies int) bool { // in at most the given number of plies, ignoring open positions
		successors, ends := w.Generator.AppendSuccessors(nil, i)
		for _, j := range successors {
			value := get(j)
			p, ok := kind.Plies(value)
			if _, has := open[j]; ok && p < plies && !has && kind.Outcome(value) == engine.Loss {
				return true
			}
		}
		return ends&engine.WinsNow != 0
	}
	for plies := 0; plies <= kind.MaxRemoteness(); plies++ {
		for _, i := range byPlies[plies] {
			for _, j := range w.Unmover.AppendPredecessors(nil, i) {
				value := get(j)
				p, _ := kind.Plies(value)
				switch kind.Outcome(value) {
				case engine.Loss:
					rest(j, value, p)
				case engine.Win:
					if p == plies+1 && !won(j, p) {
						rest(j, value, p)
					}
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for i, c := range open {
			if c.was == stuck || c.is != engine.Draw {
				continue
			}
			successors, ends := w.Generator.AppendSuccessors(nil, i)
			wins, loses := ends&engine.WinsNow != 0, true
			for _, j := range successors {
				outcome := kind.Outcome(get(j))
				if o, has := open[j]; has {
					outcome = o.is
				}
				wins, loses = wins || outcome == engine.Loss, loses && outcome == engine.Win
			}
			if wins {
				c.is = engine.Win
			} else if loses {
				c.is = engine.Loss
			} else {
				continue
			}
			open[i], again = c, true
		}
	}
	t.Logf("%d positions have no move, and %d rest on that", len(byPlies[0]), len(open)-len(byPlies[0]))
	for i, c := range open {
		if kind.Outcome(c.was) == c.is {
			delete(open, i)
		}
	}
	return open
}

// indicesOf returns all indices below size with a value.
func indicesOf(t *testing.T, values *table.Reader, size uint64, value engine.Value) (list []uint64) {
	t.Helper()
	buffer := make([]byte, 1<<20)
	for first := uint64(0); first < size; first += uint64(len(buffer)) {
		run := buffer[:min(uint64(len(buffer)), size-first)]
		if err := values.ReadValues(run, first); err != nil {
			t.Fatal(err)
		}
		for o, b := range run {
			if engine.Value(b) == value {
				list = append(list, first+uint64(o))
			}
		}
	}
	return list
}

// over counts finished positions, up to symmetry, that a move from a reached position leads to. The
// mover can take the lion, or has lost to a lion that came across.
type over struct {
	*scratch
	reached   *fast.Set
	won, lost uint64
}

// countOver counts on all cores, one pair of lions at a time.
func countOver(t *testing.T, v *Variant, reached *fast.Set) (won, lost uint64) {
	t.Helper()
	var counters []*over
	for range pool.Workers(0) {
		w := v.NewScratch().Generator.(*scratch)
		counters = append(counters, &over{scratch: w, reached: reached})
	}
	err := pool.Each(t.Context(), 0, v.squares*v.squares*len(v.classes), func(_ context.Context, worker, unit int) error {
		pair := unit / len(v.classes)
		counters[worker].count(uint8(pair/v.squares), uint8(pair%v.squares), &v.classes[unit%len(v.classes)])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range counters {
		won, lost = won+o.won, lost+o.lost
	}
	return won, lost
}

// count counts the positions of a pair of lions and a class of arrangements. Of two mirrored pairs
// it counts the one whose first lion off the middle column is on the left.
func (o *over) count(a, b uint8, c *class) {
	left := func(s uint8) bool { return s%columns == 0 }
	middle := func(s uint8) bool { return s%columns == 1 }
	if a == b || o.last>>a&1 != 0 || !left(a) && (!middle(a) || !left(b) && !middle(b)) {
		return // the mover's lion is in the last row, which ended the game
	}
	double := middle(a) && middle(b)
	n := men{lions: [2]uint8{a, b}}
	for arrangement := range c.arrangements {
		o.arrange(&n, c, arrangement)
		for owners := range uint64(1) << c.owners {
			o.ranking.own(&n, c, owners)
			wins := n.attacked(o.board, b)
			if !wins && o.board.first>>b&1 == 0 {
				continue
			}
			for _, n.hand = range c.held {
				if double && o.higher(&n) || !o.comesUp(&n) {
					continue
				}
				if wins {
					o.won++
				} else {
					o.lost++
				}
			}
		}
	}
}

// higher reports whether the mirror image is counted instead of the position.
func (o *over) higher(n *men) bool {
	m := *n
	m.mirror(o.board)
	return o.place(&m, 0) < o.place(n, 0)
}

// comesUp reports whether a move from a reached position leads to this one. Before that move its
// player could not take the lion, so a piece that attacks the lion now is the one that moved.
func (o *over) comesUp(n *men) bool {
	o.frame = *n
	o.frame.turn(o.board, &o.counts)
	f := &o.frame
	stands := uint16(1) << f.lions[0]
	moved := f.attackers(o.board, f.lions[1]) | o.down[lion][f.lions[1]]&stands
	switch {
	case moved == 0:
		moved = f.own | stands
	case moved&(moved-1) != 0:
		return false
	}
	free := o.all &^ f.occupied()
	for kind := range kinds {
		for to := f.at[kind] & moved; to != 0; to &= to - 1 {
			if o.drops && f.hens&to&-to == 0 {
				m := *f
				m.remove(to & -to)
				m.hand[kind]++
				o.before(&m)
				if o.anyReached() {
					return true
				}
			}
			o.queueUnstep(kind, to&-to, free)
			if o.anyReached() {
				return true
			}
		}
	}
	if moved&stands == 0 {
		return false
	}
	for from := o.down[lion][f.lions[0]] & free; from != 0; from &= from - 1 {
		m := *f
		m.lions[0] = uint8(bits.TrailingZeros16(from))
		o.queueBefore(&m, stands)
		if o.anyReached() {
			return true
		}
	}
	return false
}

// anyReached reports whether a queued position was reached, and empties the queue.
func (o *over) anyReached() (found bool) {
	for _, place := range o.queue {
		if i, ok := o.index(place); ok && o.reached.Has(i) {
			found = true
			break
		}
	}
	o.queue = o.queue[:0]
	return found
}
