package morris

import (
	"cmp"
	"math/bits"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// opening searches for the outcomes of positions with men in hand, given the outcomes of those
// after all men are placed. It asks whether the mover gets at least a draw, or a win, and stores
// the answers.
type opening struct {
	*rules
	after    func(position) engine.Outcome // of a position with all men placed
	answers  []uint64                      // by bucket: canonical keys with their answers in the bits above; 0: empty
	size     int                           // there are 1<<size buckets
	kept     int                           // answers are stored for positions with at most this many men placed
	lists    [][]reply                     // by men placed
	searched uint64                        // positions searched
	looked   uint64                        // outcomes looked up
}

// answer is a set of known facts about a position.
type answer uint8

const (
	draws    answer = 1 << iota // the mover gets at least a draw
	loses                       // the mover gets no draw
	wins                        // the mover wins
	winsNot                     // the mover does not win
	inBucket = 8
	keyBits  = placedBits + 5
)

// reply is a canonical position after a move, with its merit for the player who moved.
type reply struct {
	position
	key   uint64
	merit int
}

func newOpening(r *rules, size int, after func(position) engine.Outcome) *opening {
	return &opening{
		rules: r, after: after, answers: make([]uint64, inBucket<<size), size: size,
		kept: 2*r.men - 2, lists: make([][]reply, 2*r.men),
	}
}

// bucket returns the bucket of a key.
func (o *opening) bucket(key uint64) []uint64 {
	h := key * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return o.answers[h>>(64-o.size)*inBucket:][:inBucket]
}

// known returns the stored answers for a key, or 0.
func (o *opening) known(key uint64) answer {
	for _, a := range o.bucket(key) {
		if a&(1<<keyBits-1) == key {
			return answer(a >> keyBits)
		}
	}
	return 0
}

// keep stores an answer. A full bucket drops an answer with the most men placed.
func (o *opening) keep(key uint64, known answer) {
	bucket, at := o.bucket(key), 0
	for i, a := range bucket {
		if a&(1<<keyBits-1) == key || a == 0 {
			at = i
			break
		}
		if a&(1<<keyBits-1)>>placedBits > bucket[at]&(1<<keyBits-1)>>placedBits {
			at = i
		}
	}
	if bucket[at]&(1<<keyBits-1) == key {
		known |= answer(bucket[at] >> keyBits)
	}
	bucket[at] = key | uint64(known)<<keyBits
}

// outcome returns the outcome of a position with men in hand.
func (o *opening) outcome(p position) engine.Outcome {
	p = read(o.Canonical(p.key()))
	switch {
	case !o.reaches(p, false):
		return engine.Loss
	case o.reaches(p, true):
		return engine.Win
	default:
		return engine.Draw
	}
}

// settle does the work of reaches if that takes no search. known is false if it does.
func (o *opening) settle(p position, key uint64, win bool) (yes, known bool) {
	switch {
	case o.lost(p):
		return false, true
	case p.placed == 2*o.men:
		o.looked++
		outcome := o.after(p)
		return outcome == engine.Win || outcome == engine.Draw && !win, true
	case p.placed > o.kept:
		return false, false
	}
	a := o.known(key)
	if win {
		return a&wins != 0, a&(wins|winsNot|loses) != 0
	}
	return a&(draws|wins) != 0, a&(draws|wins|loses) != 0
}

// reaches reports whether the mover gets at least a draw or, if win is set, a win. The position is
// canonical.
func (o *opening) reaches(p position, win bool) bool {
	if yes, known := o.settle(p, p.key(), win); known {
		return yes
	}
	o.searched++
	yes := o.search(p, win)
	if p.placed <= o.kept {
		found := loses
		switch {
		case win && yes:
			found = wins
		case win:
			found = winsNot
		case yes:
			found = draws
		}
		o.keep(p.key(), found)
	}
	return yes
}

// search does the work of reaches by searching the moves.
func (o *opening) search(p position, win bool) bool {
	list := o.lists[p.placed][:0]
	var buf [128]uint64
	for _, to := range o.moves(buf[:0], p, false) {
		key := to
		if p.placed+1 < 2*o.men {
			key = o.Canonical(to)
		}
		next := read(key)
		if yes, known := o.settle(next, key, !win); known {
			if !yes {
				return true
			}
			continue
		}
		list = append(list, reply{next, key, o.merit(next)})
	}
	o.lists[p.placed] = list
	slices.SortFunc(list, func(a, b reply) int { return cmp.Or(b.merit-a.merit, cmp.Compare(a.key, b.key)) })
	for i, r := range list {
		if i > 0 && r.key == list[i-1].key {
			continue
		}
		if !o.reaches(r.position, !win) {
			return true
		}
	}
	return false
}

// merit estimates the value of a position for the opponent, who has just moved. It counts men,
// mills that lack one man, and free points next to men.
func (o *opening) merit(p position) int {
	empty := o.all &^ (p.own | p.opponent)
	var closing, closed, merit int
	for rest := empty; rest != 0; rest &= rest - 1 {
		at := bits.TrailingZeros32(rest)
		for _, line := range o.others[at] {
			if p.own&line == line {
				closing++
			}
			if p.opponent&line == line {
				closed++
			}
		}
	}
	for side, men := range [2]uint32{p.opponent, p.own} {
		near := 0
		for rest := men; rest != 0; rest &= rest - 1 {
			near += bits.OnesCount32(o.near[bits.TrailingZeros32(rest)&31] &^ men)
		}
		merit += (1 - 2*side) * near
	}
	return merit + 100*(bits.OnesCount32(p.opponent)-bits.OnesCount32(p.own)) + 20*closed - 60*closing
}

// numberer returns a function that maps positions to indices. Symmetric positions have the same
// index.
func numberer(g engine.Game) func(position) uint64 {
	w := g.NewScratch().Generator.(*scratch)
	w.prepare()
	return func(p position) uint64 {
		f := w.find[p.placed][bits.OnesCount32(p.own)][bits.OnesCount32(p.opponent)]
		w.enter(&w.next, f, p.own, w.least[p.own])
		return w.index(&w.next, p.opponent)
	}
}

// TestOpening compares the search with brute force on all positions with men in hand.
func TestOpening(t *testing.T) {
	for _, text := range []string{"morris:men=3", "morris:men=3,diagonals=true", "morris:men=4", "morris:rings=2,men=3,flying=true"} {
		spec := open(t, text).Spec()
		g, err := newRanked(spec, rulesOf(spec))
		if err != nil {
			t.Fatal(err)
		}
		values := enginetest.Naive(g)
		r, number := g.(ranked).fields.rules, numberer(g)
		o := newOpening(r, 10, func(p position) engine.Outcome { return g.Kind().Outcome(values[number(p)]) })
		compared := 0
		for i := range g.Size() {
			p, err := r.ParseKey(g.Text(g.At(i)))
			if err != nil {
				t.Fatal(err)
			}
			if q := read(p); q.placed < 2*r.men {
				compared++
				if got, want := o.outcome(q), g.Kind().Outcome(values[i]); got != want {
					t.Fatalf("%s: %s is a %v, want a %v", text, r.KeyText(p), got, want)
				}
			}
		}
		if compared == 0 {
			t.Errorf("%s: no position has men in hand", text)
		}
	}
}
