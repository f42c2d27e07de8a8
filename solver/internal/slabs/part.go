package slabs

import (
	"context"
	"errors"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/parts"
)

// part is the state of a part of the slabs on the machine that owns it.
type part struct {
	*run
	every  int // parts
	memory []uint64
	won    []uint64
	lost   [][]byte // by chunk of the part: the payloads of the positions lost at once

	// counters are bitmaps of the bits of numbers, the lowest bit first. The number of a configuration is that
	// of its links to positions not known to be won. A configuration is open while that is not 0.
	counters [4][]uint64
}

var errCounter = errors.New("a configuration has more links than a counter holds, or fewer than were taken back")

// newPart returns a part at the beginning.
func (t *team) newPart(int) (s parts.State, err error) {
	p := &part{run: t.run, every: t.Parts, lost: make([][]byte, t.Held())}
	size := t.Held() << t.plan.shift * t.words
	if p.memory, err = newArena(uint64(5*size), false); err != nil {
		return nil, err
	}
	p.won = p.memory[:size]
	for n := range p.counters {
		p.counters[n] = p.memory[(n+1)*size:]
	}
	return p, nil
}

// Free implements [parts.State].
func (t *part) Free() { freeArena(t.memory) }

// word returns the place of the bitmap of a live slab of the part.
func (t *part) word(slab int) int {
	return (slab>>t.plan.shift/t.every<<t.plan.shift | slab&(1<<t.plan.shift-1)) * t.words
}

func (t *part) wonOf(slab int) []uint64 { return t.won[t.word(slab):][:t.words] }

func (t *part) readOpen(dst []uint64, first int) error {
	for i, from := 0, t.word(first); i < len(dst); i++ {
		dst[i] = t.openAt(from + i)
	}
	return nil
}

// openAt returns a word of the open sets.
func (t *part) openAt(word int) uint64 {
	c := &t.counters
	return c[0][word] | c[1][word] | c[2][word] | c[3][word]
}

func (t *part) eachLost(chunk int, b *parts.Buffer, f func(place int, configurations []uint32) error) error {
	return parts.EachSet(t.lost[chunk/t.every], b, f)
}

// close implements [state]. The sets of a part have what is closed, see accept.
func (t *part) close(w *worker, slab int, _ []uint64) (any bool, err error) {
	return true, t.readOpen(w.b, slab)
}

// count adds one to the number of a configuration, a bit of a word, or takes one from it.
func (t *part) count(word int, bit uint64, up bool) error {
	for n := range t.counters {
		c := &t.counters[n][word]
		if *c ^= bit; *c&bit != 0 == up {
			return nil
		}
	}
	return errCounter
}

// accept applies links that a stage sends to a chunk. Links from losses mark configurations in the sets of the
// chunk, links from undecided positions count them, and links from wins mark those that are closed by them.
func (t *part) accept(w *worker, stage, chunk int, payload []byte) error {
	base := t.word(chunk << t.plan.shift)
	return parts.EachSet(payload, &w.read, func(place int, configurations []uint32) error {
		for _, c := range configurations {
			word, bit := place*t.words+int(c>>6), uint64(1)<<(c&63)
			if stage%2 == 0 {
				if err := t.count(base+word, bit, stage == 2); err != nil {
					return err
				}
				if stage == 2 || t.openAt(base+word)&bit != 0 {
					continue
				}
			}
			w.chunk[word] |= bit
			w.touched[place] = true
		}
		return nil
	})
}

// Do implements [parts.State].
func (t *part) Do(_ context.Context, worker, stage, chunk int, links [][]byte, send bool) (res parts.Result, err error) {
	w := t.workers[worker]
	w.state = t
	defer w.clearTouched()
	for _, payload := range links {
		if err := t.accept(w, stage, chunk, payload); err != nil {
			return res, err
		}
	}
	if stage == 1 {
		res.Counts = w.winChunkAtOnce(chunk)
	} else {
		res, err = w.task(stage, chunk)
	}
	if stage == 0 {
		t.lost[chunk/t.every] = res.Payload
	}
	if err != nil || !send {
		return res, err
	}
	w.send = func(links []uint64) { res.Links = append(res.Links, links...) }
	end := int(w.live.place[len(w.live.place)-1]) + 1
	if stage == 1 {
		err = w.unlinkUndecided(chunk, 0, end)
	} else {
		err = parts.EachSet(res.Payload, &w.read, w.unlinker(chunk, 0, end))
	}
	return res, err
}

// insert adds configurations to a set, which is a bitmap of a slab.
func insert(set []uint64, configurations []uint32) {
	for _, c := range configurations {
		set[c/64] |= 1 << (c % 64)
	}
}

// unite adds the elements of b to a.
func unite(a, b []uint64) {
	for i, x := range b {
		a[i] |= x
	}
}

// subtract removes the elements of b from a and reports whether any is left.
func subtract(a, b []uint64) bool {
	var any uint64
	for i := range a {
		a[i] &^= b[i]
		any |= a[i]
	}
	return any != 0
}

// count counts the elements of a set, separately for stored positions and others.
func count(set, stored []uint64) (c Counts) {
	for i, x := range set {
		c.Stored += uint64(bits.OnesCount64(x & stored[i]))
		c.Others += uint64(bits.OnesCount64(x &^ stored[i]))
	}
	return c
}
