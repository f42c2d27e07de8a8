package backgammon

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// bearKey returns the key of a position.
func bearKey(p bearPosition) uint64 {
	return uint64(p.mover) | uint64(p.other)<<16 | uint64(p.stage)<<32
}

// bearPositionOf is the inverse of bearKey.
func bearPositionOf(key uint64) bearPosition {
	return bearPosition{int(key >> 32), uint32(key & 0xffff), uint32(key >> 16 & 0xffff)}
}

// contract returns the rules as package discover takes them.
func (b *bearoff) contract() *engine.Rules {
	full := side{}
	full[b.points-1] = uint8(b.checkers)
	start := bearPosition{rollOwn, b.numbers[full], b.numbers[full]}
	r := &engine.Rules{
		Roll: func(dst *fast.Rolls, key uint64) engine.Ends { return b.roll(dst, bearPositionOf(key), bearKey) },
		Dice: engine.Dice{Sum: sum, Doubles: b.cube},
		RollName: func(key uint64, roll int) string {
			if bearPositionOf(key).stage >= doubleOwn {
				return "cube"
			}
			return throws[roll].name
		},
		Layer: func(key uint64) int {
			return b.partAt(b.index(bearPositionOf(key)))
		},
		Notation: b, Board: b.board, RollText: b.rollText, Depiction: b.depiction(),
	}
	if b.cube {
		start.stage = doubleCentre
		r.Dice.Bound = 2
		r.Score = func(key uint64) int { return bearScore(bearPositionOf(key)) }
	}
	r.Start = bearKey(start)
	return r
}

// text writes the checkers on each point.
func (s *sides) text(n uint32) string {
	var t strings.Builder
	for _, checkers := range s.list[n][:s.points] {
		t.WriteString(strconv.FormatUint(uint64(checkers), 16))
	}
	return t.String()
}

// KeyText implements [engine.KeyNotation].
func (b *bearoff) KeyText(key uint64) string {
	p := bearPositionOf(key)
	switch {
	case p.stage == passed:
		return "passed"
	case b.cube:
		return b.text(p.mover) + "/" + b.text(p.other) + stageTexts[p.stage]
	}
	return b.text(p.mover) + "/" + b.text(p.other)
}

// ParseKey implements [engine.KeyNotation].
func (b *bearoff) ParseKey(text string) (uint64, error) {
	if b.cube && text == "passed" {
		return bearKey(bearPosition{stage: passed}), nil
	}
	if mover, other, ok := positionID(text); ok {
		m, okM := b.numbers[mover]
		o, okO := b.numbers[other]
		p := bearPosition{rollOwn, m, o}
		if b.cube {
			p.stage = doubleCentre
		}
		if okM && okO {
			return bearKey(p), nil
		}
	}
	sides, stage := text, ""
	if at := strings.IndexByte(text, ':'); at >= 0 {
		sides, stage = text[:at], text[at:]
	}
	mover, other, _ := strings.Cut(sides, "/")
	m, okM := b.parse(mover)
	o, okO := b.parse(other)
	p := bearPosition{slices.Index(stageTexts[:], stage), m, o}
	if !b.cube {
		p.stage = rollOwn
	}
	if p.stage < 0 || !okM || !okO || b.KeyText(bearKey(p)) != text {
		want := ""
		if b.cube {
			want = ", and one of " + strings.Join(stageTexts[:], " ")
		}
		return 0, engine.InputErrorf("%q is not a position: want the checkers on %d points for the mover and for the opponent, at most %d each, such as %s%s",
			text, b.points, b.checkers, b.text(1)+"/"+b.text(0), want)
	}
	return bearKey(p), nil
}

// parse reads the checkers on each point.
func (s *sides) parse(text string) (uint32, bool) {
	var x side
	if len(text) != s.points {
		return 0, false
	}
	for point := range s.points {
		n, err := strconv.ParseUint(text[point:point+1], 16, 8)
		if err != nil {
			return 0, false
		}
		x[point] = uint8(n)
	}
	n, ok := s.numbers[x]
	return n, ok
}

// positionID reads a position ID of GNU Backgammon: 80 bits in base 64. First come the checkers of the
// opponent by point, each point as many ones and a zero, then those of the mover. Each has 25 points.
func positionID(text string) (mover, other side, ok bool) {
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(data) != 10 {
		return mover, other, false
	}
	var counts [2][25]uint8
	at := 0
	for bit := range 80 {
		one := data[bit/8]>>(bit%8)&1 == 1
		switch {
		case one && at < 50:
			counts[at/25][at%25]++
		case one:
			return mover, other, false
		default:
			at++
		}
	}
	for k, x := range []*side{&other, &mover} {
		copy(x[:], counts[k][:])
	}
	return mover, other, true
}

// rollText returns the notation of a move, of a throw where there is one.
func (b *bearoff) rollText(from, to uint64, n int) string {
	before, after := bearPositionOf(from), bearPositionOf(to)
	switch {
	case before.stage == take && after.stage == passed:
		return "pass"
	case before.stage == take:
		return "take"
	case before.stage >= doubleOwn && after.stage == take:
		return "double"
	case before.stage >= doubleOwn:
		return "roll"
	}
	return stepsText(b.list[before.mover], b.list[after.other], &throws[n])
}

// stepsText returns the points that checkers leave and reach by a throw, such as 6/4,1/off.
func stepsText(x, y side, t *throw) string {
	var left, reached []int
	for point := range x {
		for n := y[point]; n < x[point]; n++ {
			left = append(left, point+1)
		}
		for n := x[point]; n < y[point]; n++ {
			reached = append(reached, point+1)
		}
	}
	ends := slices.Concat(reached, make([]int, len(left)-len(reached))) // of the checkers that left: the highest leave the board
	for k, to := range reached {
		if to >= left[k] { // the lowest leave it, so that the others can reach their points
			ends = slices.Concat(make([]int, len(left)-len(reached)), reached)
			break
		}
	}
	if paired, ok := pair(left, ends, t.orders[0]); ok {
		ends = paired
	}
	var words []string
	for k := len(left) - 1; k >= 0; k-- {
		word := fmt.Sprintf("%d/off", left[k])
		if ends[k] > 0 {
			word = fmt.Sprintf("%d/%d", left[k], ends[k])
		}
		words = append(words, word)
	}
	return strings.Join(words, ",")
}

// pair assigns ends, 0 off the board, to the points that checkers leave, so that each checker goes as far as some
// of the dice say. Of several assignments it takes that nearest to the order of ends.
func pair(left, ends, dice []int) (paired []int, ok bool) {
	if len(left) == 0 {
		return nil, true
	}
	for n, end := range ends {
		for some := 1; some < 1<<len(dice); some++ {
			far, rest := 0, []int(nil)
			for k, die := range dice {
				if some>>k&1 != 0 {
					far += die
				} else {
					rest = append(rest, die)
				}
			}
			if left[0]-end != far && (end > 0 || left[0] > far) {
				continue
			}
			if others, ok := pair(left[1:], slices.Concat(ends[:n], ends[n+1:]), rest); ok {
				return slices.Concat([]int{end}, others), true
			}
		}
	}
	return nil, false
}

// board draws a position: a column for each point, "a" for the ace point, and above the mover's row the
// opponent's, whose checkers are in circles.
func (b *bearoff) board(key uint64) string {
	p := bearPositionOf(key)
	t := ""
	for row, n := range []uint32{p.other, p.mover} {
		t += strconv.Itoa(2 - row)
		for _, checkers := range b.list[n][:b.points] {
			t += " " + string(checkerSymbol(int(checkers), row == 0))
		}
		t += "\n"
	}
	names := " "
	for point := range b.points {
		names += fmt.Sprintf(" %c", 'a'+point)
	}
	if t += names; p.stage == passed {
		return t + "\npassed\n"
	}
	for k, n := range []uint32{p.mover, p.other} {
		t += fmt.Sprintf("\n%s: %d pips, off %d", [...]string{"mover", "other"}[k], b.pips[n], b.off[n])
		if b.cube && p.stage != take && p.stage%3 != 2-2*k { // his cube, or in the centre
			t += ", doubles to 2"
		}
	}
	if b.cube {
		t += "\n" + stageTexts[p.stage][1:]
	}
	return t + "\n"
}

// depiction describes the board. Clicks take a checker from its point and put it on another, or, by a second
// click on its point, off the board.
func (b *bearoff) depiction() drawing.Depiction {
	looks := drawing.Looks{'x': {Shape: drawing.Disc}, 'o': {Shape: drawing.Disc, Second: true}}
	for n := 1; n <= b.checkers; n++ {
		for _, second := range []bool{false, true} {
			looks[checkerSymbol(n, second)] = drawing.Look{Shape: drawing.Disc, Second: second, Label: strconv.Itoa(n)}
		}
	}
	looks['d'] = drawing.Look{Shape: drawing.Block, Neutral: true, Label: "×2", Color: "#ffffff"}
	d := drawing.Depiction{
		Relative: true, Mirrored: true, Unnamed: true, Looks: looks, Marks: map[string]string{},
		Goal:  "The player who bears off all checkers first wins" + map[bool]string{true: " the stake. Values are in stakes of now, doubled or not: 1 wins one.", false: "."}[b.cube],
		Click: map[bool]string{true: "Double, roll, take or pass with the buttons below. After the roll click", false: "Click"}[b.cube] + " a checker, then its point; click it twice to bear it off.",
		Heaps: []drawing.Heap{
			{Name: "borne off", Find: `mover: .* off (\d+)`, Piece: "x"}, {Name: "borne off", Side: 1, Find: `other: .* off (\d+)`, Piece: "o"},
			{Name: "may double", Find: `mover: .* (d)oubles`}, {Name: "may double", Side: 1, Find: `other: .* (d)oubles`},
		},
		Clicks: func(turn string) (clicks []drawing.Click) {
			_, moves, _ := strings.Cut(turn, ":")
			for _, word := range strings.Split(moves, ",") {
				from, to, ok := strings.Cut(word, "/")
				if to == "off" {
					to = from // a second click on the point
				}
				for k, point := range []string{from, to} {
					if n, err := strconv.Atoi(point); ok && err == nil && n >= 1 && n <= b.points {
						clicks = append(clicks, drawing.Click{Square: string(rune('a'+n-1)) + "1", Act: drawing.Act(k)})
					}
				}
			}
			return clicks
		},
	}
	for n := range b.points {
		name := string(rune('a' + n))
		d.Marks[name+"1"], d.Marks[name+"2"] = fmt.Sprintf("=%d", n+1), fmt.Sprintf("=%d", n+1)
	}
	return d
}

// checkerSymbol is the symbol of up to 15 checkers on a point.
func checkerSymbol(n int, opponent bool) rune {
	switch {
	case n == 0:
		return '.'
	case opponent:
		return '①' + rune(n) - 1
	}
	return rune(drawing.Digits[n])
}
