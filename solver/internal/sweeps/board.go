package sweeps

import (
	"slices"

	"github.com/foregone-db/foregone/solver/internal/pages"
)

// board is the state of a slice before a phase r: which positions are not won in fewer than r plies,
// and which are won or lost in exactly r-1. A position that is lost is not won, so two bitmaps tell it all.
type board struct {
	notWon [][]uint64 // by block
	latest [][]uint64 // won or lost in the phase before
	counts []counts   // by block
}

// counts has the sizes of the sets of a block.
type counts struct{ notWon, won, lost uint64 }

// newBoard returns the state before the first phase.
func newBoard(blocks int, size uint64) *board {
	b := &board{notWon: newSets(blocks, size), latest: newSets(blocks, size), counts: make([]counts, blocks)}
	for n, set := range b.notWon {
		fill(set, size)
		b.counts[n].notWon = size
	}
	return b
}

// newSets returns an empty set of positions for each block.
func newSets(blocks int, size uint64) (sets [][]uint64) {
	words := wordsOf(size)
	all := pages.New[uint64](uint64(blocks) * words)
	for n := range uint64(blocks) {
		sets = append(sets, all[n*words:(n+1)*words:(n+1)*words])
	}
	return sets
}

func wordsOf(size uint64) uint64 { return (size + 63) / 64 }

// fill sets the first size bits.
func fill(set []uint64, size uint64) {
	for n := range set {
		set[n] = ^uint64(0)
	}
	if rest := size % 64; rest > 0 {
		set[len(set)-1] = 1<<rest - 1
	}
}

func empty(set []uint64) bool {
	return !slices.ContainsFunc(set, func(x uint64) bool { return x != 0 })
}

// rest forgets the phase before in a block.
func (b *board) rest(block int) {
	if c := &b.counts[block]; c.won+c.lost > 0 {
		clear(b.latest[block])
		c.won, c.lost = 0, 0
	}
}

// take makes sets of a block the positions won and lost in the phase before.
func (b *board) take(block int, won, lost []uint64, wins, losses uint64) {
	latest, notWon := b.latest[block], b.notWon[block]
	for n, x := range won {
		latest[n] = x | lost[n]
		notWon[n] &^= x
	}
	c := &b.counts[block]
	*c = counts{c.notWon - wins, wins, losses}
}

// set is one of the sets that moves lead into.
type set int

const (
	notWon set = iota
	justWon
	justLost
)

// of returns the part of a set in a block, and its size. It may use memory from get for that.
func (b *board) of(s set, block int, get func() []uint64) ([]uint64, uint64) {
	c := b.counts[block]
	switch {
	case s == notWon:
		return b.notWon[block], c.notWon
	case s == justWon && c.won == 0, s == justLost && c.lost == 0:
		return nil, 0
	case c.won == 0, c.lost == 0:
		return b.latest[block], c.won + c.lost
	}
	part, left := get(), b.notWon[block]
	if s == justWon {
		for n, x := range b.latest[block] {
			part[n] = x &^ left[n]
		}
		return part, c.won
	}
	for n, x := range b.latest[block] {
		part[n] = x & left[n]
	}
	return part, c.lost
}
