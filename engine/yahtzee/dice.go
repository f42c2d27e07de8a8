package yahtzee

import (
	"slices"
	"strings"
)

// dice is how many dice show each number, from 1 on. It never exceeds five in all.
type dice [6]uint8

// fives is the number of ways that five dice can show, kept that of up to five dice. The sets of five dice
// have the lowest numbers, then come those of four, and so on: no dice are the last.
const fives, kept = 252, 462

// sum is the sum of the weights of the rolls: five dice fall in so many ways.
const sum = 6 * 6 * 6 * 6 * 6

// bag has all sets of up to five dice.
type bag struct {
	list    [kept]dice
	texts   [kept]string // in ascending order; "-": none
	numbers map[string]int
	adds    [kept][6]int // of fewer than five dice: with another die
	removes [kept][]int  // without one die
	ways    [kept]uint32 // in which the dice can fall
	fits    [kept][]int  // the sets of five dice that have the dice
	scores  [fives][categories]int32
}

func newBag() *bag {
	b := &bag{numbers: map[string]int{}}
	for size := 5; size >= 0; size-- {
		b.fill(dice{}, 0, size)
	}
	for n := kept - 1; n >= 0; n-- {
		x := b.list[n]
		b.ways[n] = max(b.ways[n], 1)
		for face := range x {
			next := x
			if next[face]++; n >= fives {
				to := b.numbers[next.text()]
				b.adds[n][face] = to
				b.ways[to] += b.ways[n]
			}
			if next[face] -= 2; x[face] > 0 {
				b.removes[n] = append(b.removes[n], b.numbers[next.text()])
			}
		}
		for five := range fives {
			if _, ok := b.list[five].without(x); ok {
				b.fits[n] = append(b.fits[n], five)
			}
		}
		if n < fives {
			b.scores[n] = x.scores()
		}
	}
	return b
}

// fill numbers the sets of dice that have those of x and, from face on, as many more as size says.
func (b *bag) fill(x dice, face, size int) {
	if face == 5 {
		x[face] = uint8(size)
		n := len(b.numbers)
		b.list[n], b.texts[n], b.numbers[x.text()] = x, x.text(), n
		return
	}
	for count := range size + 1 {
		x[face] = uint8(count)
		b.fill(x, face+1, size-count)
	}
}

// without returns the dice of x that are not in y, or false if x lacks some of y.
func (x dice) without(y dice) (dice, bool) {
	for face := range x {
		if y[face] > x[face] {
			return x, false
		}
		x[face] -= y[face]
	}
	return x, true
}

// scores returns what five dice score in each category, without a joker.
func (x dice) scores() (s [categories]int32) {
	run, longest := 0, 0
	for face, count := range x {
		s[face] = int32(face+1) * int32(count)
		s[chance] += s[face]
		if run++; count == 0 {
			run = 0
		}
		longest = max(longest, run)
	}
	most := slices.Max(x[:])
	for at, is := range map[int]bool{
		threeOfAKind: most >= 3, fourOfAKind: most >= 4, fullHouse: most == 3 && slices.Contains(x[:], 2),
		smallStraight: longest >= 4, largeStraight: longest >= 5, yahtzee: most == 5,
	} {
		if is {
			s[at] = [...]int32{s[chance], s[chance], 25, 30, 40, 50}[at-threeOfAKind]
		}
	}
	return s
}

func (x dice) text() (t string) {
	for face, count := range x {
		t += strings.Repeat(string(rune('1'+face)), int(count))
	}
	if t == "" {
		return "-"
	}
	return t
}
