package slabs

import (
	"errors"
	"math/bits"
)

// part is the state of a part of the slabs on the machine that owns it.
type part struct {
	plan   *plan
	parts  int
	words  int
	number int
	chunks []int // of the part: number, number+parts, number+2·parts and so on
	after  int   // the state is that after this stage; -1: at the beginning
	memory []uint64
	won    []uint64
	lost   [][]byte // by chunk of the part: the payloads of the positions lost at once

	// counters are bitmaps of the bits of numbers, the lowest bit first. The number of a configuration is that
	// of its links to positions not known to be won. A configuration is open while that is not 0.
	counters [4][]uint64
}

var errCounter = errors.New("a configuration has more links than a counter holds, or fewer than were taken back")

// newPart returns a part at the beginning. The caller must free its memory.
func newPart(p *plan, number, parts, words int) (t *part, err error) {
	t = &part{plan: p, number: number, parts: parts, words: words, after: -1}
	for chunk := number; chunk < p.chunks; chunk += parts {
		t.chunks = append(t.chunks, chunk)
	}
	t.lost = make([][]byte, len(t.chunks))
	size := len(t.chunks) << p.shift * words
	if t.memory, err = newArena(uint64(5*size), false); err != nil {
		return nil, err
	}
	t.won = t.memory[:size]
	for n := range t.counters {
		t.counters[n] = t.memory[(n+1)*size:]
	}
	return t, nil
}

// word returns the place of the bitmap of a live slab of the part.
func (t *part) word(slab int) int {
	return (slab>>t.plan.shift/t.parts<<t.plan.shift | slab&(1<<t.plan.shift-1)) * t.words
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

func (t *part) eachLost(chunk int, b *buffer, f func(place int, configurations []uint32) error) error {
	return eachSlab(t.lost[chunk/t.parts], b, f)
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
	return eachSlab(payload, &w.read, func(place int, configurations []uint32) error {
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

// do does a stage in a chunk to which links are sent. The worker sends the links that follow, if send is set.
func (t *part) do(w *worker, stage, chunk int, links [][]byte, send bool) (res result, err error) {
	defer w.clearTouched()
	for _, payload := range links {
		if err := t.accept(w, stage, chunk, payload); err != nil {
			return res, err
		}
	}
	if stage == 1 {
		res.counts = w.winChunkAtOnce(chunk)
	} else {
		res, err = w.task(stage, chunk)
	}
	if stage == 0 {
		t.lost[chunk/t.parts] = res.payload
	}
	if err != nil || !send {
		return res, err
	}
	w.send = func(links []uint64) { res.links = append(res.links, links...) }
	end := int(w.live.place[len(w.live.place)-1]) + 1
	if stage == 1 {
		err = w.unlinkUndecided(chunk, 0, end)
	} else {
		err = eachSlab(res.payload, &w.read, w.unlinker(chunk, 0, end))
	}
	return res, err
}

// insert adds configurations to a set, which is a bitmap of a slab.
func insert(set []uint64, configurations []uint32) {
	for _, c := range configurations {
		set[c/64] |= 1 << (c % 64)
	}
}

// remove removes configurations from a set.
func remove(set []uint64, configurations []uint32) {
	for _, c := range configurations {
		set[c/64] &^= 1 << (c % 64)
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

// add counts the elements of a set, separately for stored positions and others.
func (e *Counts) add(set, stored []uint64) {
	for i, x := range set {
		e.Stored += uint64(bits.OnesCount64(x & stored[i]))
		e.Others += uint64(bits.OnesCount64(x &^ stored[i]))
	}
}
