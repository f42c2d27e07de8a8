package foreign

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Dice declares the rolls of a game of chance. PROTOCOL.md specifies the fields.
type Dice struct {
	Sum     uint64   `json:"sum"`     // of the weights at every position
	Rolls   int      `json:"rolls"`   // the most rolls at a position
	Bound   int      `json:"bound"`   // of the kind expected: no expected score is farther from 0
	Names   []string `json:"names"`   // of the rolls, by number; without it they are numbers from 1 on
	Endless string   `json:"endless"` // why play need not end, if that is so
}

// check returns the fault of a declaration in a game with that many moves at a position, or "". A game without
// chance has none.
func (d *Dice) check(kind engine.Kind, moves int) string {
	switch {
	case d == nil && !kind.Uncertain():
		return ""
	case d == nil:
		return fmt.Sprintf("its kind is %s, and it declares no dice", kind)
	case kind != engine.Chance && kind != engine.Expected:
		return "it has dice: want the kind chance or expected"
	case d.Sum < 1 || d.Sum >= 1<<32:
		return fmt.Sprintf("the sum of its dice is %d: want 1 to 2^32-1", d.Sum)
	case d.Rolls < 1 || d.Rolls+2*moves >= MaxSuccessors:
		return fmt.Sprintf("it has up to %d rolls and %d moves: want a roll, and fewer than %d together, moves counted twice", d.Rolls, moves, MaxSuccessors)
	case (kind == engine.Expected) != (d.Bound > 0) || d.Bound > 1<<20:
		return fmt.Sprintf("the bound of its dice is %d: want 1 to 2^20 in the kind expected, and none in the kind chance", d.Bound)
	case len(d.Names) > 0 && len(d.Names) != d.Rolls:
		return fmt.Sprintf("its dice have %d names of %d rolls", len(d.Names), d.Rolls)
	case !oneLine(d.Endless):
		return "the reason why play need not end must be one line"
	}
	for n, name := range d.Names {
		if name == "" || !oneLine(name) || slices.ContainsFunc([]byte(name), func(c byte) bool { return c == ':' || c == ' ' }) || slices.Contains(d.Names[:n], name) {
			return fmt.Sprintf("its dice have the name %q: want a word without \":\" for each roll", name)
		}
	}
	return ""
}

// name returns the name of a roll.
func (d *Dice) name(_ uint64, roll int) string {
	if len(d.Names) > 0 {
		return d.Names[roll]
	}
	return strconv.Itoa(roll + 1)
}

// Words of the answer about a position of a game of chance, which stand in place of successors. A roll is a word
// with its weight in the lower half and the number of its moves in the upper half, then two words for each move:
// what it does, and the key that it leads to.
const (
	moveKeeps = 1 << 40 // of a move: the same player moves next
	moveEnds  = 32      // the shift of its standing, WinsNow, DrawsNow or LosesNow, or 0; the gain is below
)

// RollWord returns the word of a roll.
func RollWord(weight uint32, moves int) uint64 { return uint64(weight) | uint64(moves)<<32 }

// MoveWord returns what a move does. Its key is the next word; a move that ends the game has any.
func MoveWord(gain int32, keeps bool, standing Standing) uint64 {
	does := uint64(uint32(gain)) | uint64(standing)<<moveEnds
	if keeps {
		does |= moveKeeps
	}
	return does
}

// read stores in r the rolls that the words of a position describe, and checks them. Its errors state the fault
// without the position.
func (d *Dice) read(r *fast.Rolls, words []uint64) error {
	r.Reset()
	sum := uint64(0)
	for len(words) > 0 {
		weight, count := words[0]&(1<<32-1), words[0]>>32
		switch {
		case weight == 0:
			return fmt.Errorf("roll %d has the weight 0", len(r.Weights)+1)
		case count == 0:
			return fmt.Errorf("roll %d has no move: want one that passes", len(r.Weights)+1)
		case 2*count >= uint64(len(words)):
			return fmt.Errorf("roll %d has %d moves, and the answer ends before them", len(r.Weights)+1, count)
		}
		for move := range slices.Chunk(words[1:1+2*count], 2) {
			does, standing := move[0], Standing(move[0]>>moveEnds)
			m := fast.RollMove{To: move[1], Gain: int32(uint32(does)), Keeps: does&moveKeeps != 0}
			switch {
			case does>>(moveEnds+9) != 0 || standing != 0 && standing != WinsNow && standing != DrawsNow && standing != LosesNow:
				return fmt.Errorf("a move of roll %d has unknown bits, %#x", len(r.Weights)+1, does)
			case d.Bound > 0 && standing != 0:
				return fmt.Errorf("a move of roll %d ends the game: scores end it at finished positions", len(r.Weights)+1)
			case d.Bound == 0 && m.Gain != 0:
				return fmt.Errorf("a move of roll %d earns %d points: want the kind expected", len(r.Weights)+1, m.Gain)
			case standing != 0:
				m.End = ends[standing]
			}
			r.Moves = append(r.Moves, m)
		}
		r.Add(uint32(weight))
		sum += weight
		words = words[1+2*count:]
	}
	if len(r.Weights) > d.Rolls {
		return fmt.Errorf("it has %d rolls, and its dice say at most %d", len(r.Weights), d.Rolls)
	}
	if sum != d.Sum && len(r.Weights) > 0 {
		return fmt.Errorf("the weights of its rolls have the sum %d, and its dice say %d", sum, d.Sum)
	}
	return nil
}

// rolls replaces the words of an answer by what a batcher says of games of chance: rolls, the keys that
// moves lead to, and how they end the game.
func (b *batcher) rolls(m *fast.Moves, keys []uint64, from int) error {
	g := b.g
	first := len(m.Until) - len(keys)
	var to []uint64
	for n, key := range keys {
		words := m.Keys[from:m.Until[first+n]]
		from = m.Until[first+n]
		if len(m.Rolls) < first+n+1 {
			m.Rolls = append(slices.Grow(m.Rolls, 1), fast.Rolls{})
		}
		r := &m.Rolls[first+n]
		over := m.Ends[first+n]&engine.Over != 0
		if err := g.d.Dice.read(r, words); err != nil {
			return g.breachAt(key, "%v", err)
		}
		if over && len(words) > 0 || m.Ends[first+n]&^engine.Over != 0 {
			return g.breachAt(key, "it is finished and has rolls, or its standing says how a move ends: a roll's move says that")
		}
		for _, move := range r.Moves {
			if m.Ends[first+n] |= move.End; move.End == 0 {
				to = append(to, move.To)
			}
		}
		m.Until[first+n] = len(to)
	}
	if b.canonical {
		if err := g.numbers(AskCanonical, to, to); err != nil {
			return err
		}
	}
	start := 0
	if first > 0 {
		start = m.Until[first-1]
	}
	m.Keys = append(m.Keys[:start], to...)
	for n := range keys {
		m.Until[first+n] += start
	}
	return nil
}

// roll implements Roll of [engine.Rules].
func (g *Game) roll(r *fast.Rolls, key uint64) engine.Ends {
	m := g.expandOne(key, false)
	r.Reset()
	r.Weights, r.Until, r.Moves = append(r.Weights, m.Rolls[0].Weights...), append(r.Until, m.Rolls[0].Until...), append(r.Moves, m.Rolls[0].Moves...)
	return m.Ends[0] & engine.Over
}
