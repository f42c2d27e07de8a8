package rpsw

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// declaration returns the rules as data. Whatever works by index has formulas of its own.
func declaration(width, height, pieces int) *placement.Declaration {
	grid := placement.Grid{Width: width, Height: height}
	d := &placement.Declaration{Squares: grid.Squares(), Width: width, View: grid.Turned()}
	var top, bottom [][]int // a pattern for each square
	for x := range width {
		top, bottom = append(top, []int{x}), append(bottom, []int{(height-1)*width + x})
	}
	own, opponent := map[string]int{}, map[string]int{}
	for side, letters := range [2]string{ownLetters, oppLetters} {
		for k := range kinds {
			d.Groups = append(d.Groups, placement.Group{Name: letters[k : k+1], Side: side, Max: 1})
		}
	}
	for k := range kinds {
		name, other := ownLetters[k:k+1], oppLetters[k:k+1]
		own[name], opponent[other] = 1, 1
		d.Ends = append(d.Ends, placement.End{Group: other, Patterns: bottom}, placement.End{Group: name, Patterns: top, Result: "won"})
		d.Moves = append(d.Moves, placement.Move{Group: name, Steps: grid.Steps(placement.King)})
		for _, prey := range setOf(takes[k][:]...).list() {
			d.Moves = append(d.Moves, placement.Move{Group: name, Steps: grid.Steps(placement.King), Takes: oppLetters[prey : prey+1]})
		}
	}
	d.Bounds = []placement.Bound{{Sum: own, Max: pieces}, {Sum: opponent, Min: 1, Max: pieces}}
	d.Ends = append(d.Ends, placement.End{When: []placement.Bound{{Sum: own}}})
	return d
}

// keySet is the keys of all positions. It implements [discover.KeySet].
type keySet struct {
	*numbering
	keys *placement.Numbering
}

// Len implements [discover.KeySet].
func (s keySet) Len() uint64 { return s.size }

// Key implements [discover.KeySet].
func (s keySet) Key(i uint64) uint64 {
	k := cursor{v: s.numbering}
	k.seek(i)
	var p placement.Position
	for n, kind := range k.ownKinds[:k.m] {
		p.At[kind] = 1 << s.board.turns[mirrored][k.own[n]]
	}
	for n, kind := range k.oppKinds[:k.n] {
		p.At[kinds+kind] = 1 << s.board.turns[mirrored][k.opp[n]]
	}
	key, _ := s.keys.Index(&p)
	return key
}

// Rank implements [discover.KeySet]. It returns the index of a position or of its twin.
func (s keySet) Rank(key uint64) (uint64, bool) {
	p, _ := s.keys.NewCursor().Seek(key)
	var pieces [2]kindSet
	var at [2]lineup
	for g, set := range p.At {
		if side := g / kinds; set != 0 {
			at[side][pieces[side].len()] = s.board.turns[mirrored][bits.TrailingZeros64(set)]
			pieces[side] |= setOf(kind(g % kinds))
		}
	}
	m := s.matterOf[pieces[0]][pieces[1]]
	return s.rank(m, at[0], at[1]), true
}
