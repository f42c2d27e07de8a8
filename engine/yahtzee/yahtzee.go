// Package yahtzee is Yahtzee for one player, by the American rules.
//
// # Rules
//
// A turn has up to three rolls. The player rolls five dice; before the second and the third roll he keeps any
// of them and rolls the others. Then, or earlier, he scores the dice in one of the open categories. The
// game ends when no category is open. Ones to sixes score the dice of that number; 63 points or more in
// these upper categories earn 35 more. Three and four of a kind and chance score the sum of all dice, a full
// house 25, a small straight (four in a row) 30, a large one 40, five of a kind 50.
//
// Five of a kind after the category yahtzee was scored earn 100 points more if it was scored with 50. Once the
// upper category of their number is scored, too, they are a joker: a full house and straights score in
// full. Else five of a kind are no full house. With joker=forced they must go to the upper category of their
// number; if it is not open, to an open lower category; if none is open, to any.
//
// # Positions
//
// A stored position is a moment between turns: the open categories, the points of the upper ones up to 63,
// and whether another yahtzee earns 100 points. A layer has those with as many open categories. A value is
// the score that is still expected. The positions within a turn, dice with the rolls that are left, are
// not stored: they are places ([fast.Roller]). Five dice on the table are such a position, too.
//
// # Figures
//
// Perfect play expects 254.5896 points, as published (Verhoeff and Scheffers, 1999), with the free choice of a
// joker's category; with joker=forced it expects 254.5877. There are 536,448 moments between turns.
package yahtzee

import (
	_ "embed" // the rules
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

// letters has a letter for each category, as bits of a set of categories have.
const letters = "123456tfhslyc"

// The categories that are not one of six numbers.
const (
	threeOfAKind = 6 + iota
	fourOfAKind
	fullHouse
	smallStraight
	largeStraight
	yahtzee
	chance
	categories
)

var names = [categories]string{"ones", "twos", "threes", "fours", "fives", "sixes", "three-of-a-kind", "four-of-a-kind",
	"full-house", "small-straight", "large-straight", "yahtzee", "chance"}

// upper has a bit for each category of the upper section.
const upper = 1<<6 - 1

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "yahtzee", Title: "Yahtzee", Summary: "Yahtzee for one player: the score that perfect play expects",
		Variant: variantName,
		Rules:   rulesText, Level: engine.LevelRanked, Kind: engine.Expected, Bench: "categories=123456yc", Positions: 536_448,
		Params: []engine.Param{
			{Name: "categories", Type: engine.WordParam, Default: letters, Help: "the categories of the game, some of " + letters, Canonical: func(word string) (string, error) {
				set := setOf(word)
				if set == 0 || bits.OnesCount16(set) != len(word) {
					return "", engine.InputErrorf("want some of the letters %s, each once", letters)
				}
				return text(set), nil
			}},
			{Name: "joker", Type: engine.WordParam, Default: "free", Help: "free, a joker may go to any category; or forced, to that of its number, else to a lower one, else to any", Canonical: engine.OneOf("free", "forced")},
			engine.Precision(),
		},
		New: newGame,
	}
}

// variantName lists the categories, if there are not all.
func variantName(s engine.Spec) (text string) {
	switch set := setOf(s.Word("categories")); set {
	case 1<<categories - 1:
	case upper:
		text = ", upper section"
	default:
		for c, name := range names {
			if set>>c&1 == 1 {
				text += ", " + strings.ReplaceAll(name, "-", " ")
			}
		}
		text = ", with" + text[1:]
	}
	if s.Word("joker") == "forced" {
		text += ", forced jokers"
	}
	return strings.TrimPrefix(text, ", ")
}

// setOf returns the categories whose letters are in a text.
func setOf(word string) (set uint16) {
	for at, c := range letters {
		if strings.ContainsRune(word, c) {
			set |= 1 << at
		}
	}
	return set
}

// text writes a set of categories.
func text(set uint16) string {
	return strings.Map(func(c rune) rune {
		if set>>strings.IndexRune(letters, c)&1 == 0 {
			return -1
		}
		return c
	}, letters)
}

// game is the ranked game.
type game struct {
	engine.Game
	*numbering
}

func newGame(spec engine.Spec) (engine.Game, error) {
	n := newNumbering(setOf(spec.Word("categories")), spec.Word("joker") == "forced")
	var parts []discover.Slice
	for filled, keys := range n.layers {
		parts = append(parts, discover.Slice{Number: filled, Size: keys.Len(), Keys: keys})
		if filled > 0 {
			parts[filled-1].Targets = []int{filled}
		}
	}
	g, err := discover.Keyed(spec, engine.Expected.KindOf(spec), n.contract(), parts)
	return &game{g, n}, err
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	r := &roller{numbering: g.numbering}
	return engine.Scratch{Generator: r, Roller: r, Score: func(uint64) int { return 0 }}
}
