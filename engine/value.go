package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind says how the values of a game are coded in a table.
type Kind uint8

const (
	// Byte values are one byte: 0 is a draw, n > 0 is decided with remoteness
	// n-1 plies, so that odd is a loss and even a win for the mover. It holds
	// remoteness 0 to 254 and refuses more. Text: T, L0, W1, L1, W2, …, where Wn
	// is won with the mover's n-th turn and Ln lost after n own turns.
	Byte Kind = iota
	// Wide values are uint16: 0 is a draw, 2r+1 a loss in r plies, 2r+2 a win in
	// r plies. Text: draw, loss-8, win-7. It is for games where a finished
	// position can be won for the player to move, or that last longer.
	Wide
	// Score values are the mover's margin, an int8. Text: +2, 0, -3.
	Score
)

// String returns byte, wide or score.
func (k Kind) String() string {
	switch k {
	case Byte:
		return "byte"
	case Wide:
		return "wide"
	case Score:
		return "score"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind is the inverse of [Kind.String].
func ParseKind(s string) (Kind, error) {
	for k := Byte; k <= Score; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("unknown value kind %q: want byte, wide or score", s)
}

// Width returns the number of bytes of one stored value: 1 or 2.
func (k Kind) Width() int {
	if k == Wide {
		return 2
	}
	return 1
}

// MaxRemoteness returns the greatest remoteness, in plies, that the kind can
// hold, and 0 for scores.
func (k Kind) MaxRemoteness() int {
	switch k {
	case Byte:
		return 254
	case Wide:
		return 32766
	}
	return 0
}

// Outcome is who wins, seen by the player to move.
type Outcome uint8

const (
	Draw Outcome = iota
	Loss
	Win
	Scored  // the value is a score
	Unknown // nothing is known of the position
)

// String returns draw, loss, win, score or unknown.
func (o Outcome) String() string {
	switch o {
	case Draw:
		return "draw"
	case Loss:
		return "loss"
	case Win:
		return "win"
	case Scored:
		return "score"
	}
	return "unknown"
}

// Value is a stored value as its [Kind] codes it: the byte, the uint16, or the
// int8 of a score as its two's complement byte. Its meaning needs the kind.
type Value uint16

// Tie is the value of a drawn position in the byte and wide kinds.
const Tie Value = 0

// Decided returns the value of a position that is won (or else lost) for the
// mover in plies turns. It fails when the kind cannot hold that.
func (k Kind) Decided(win bool, plies int) (Value, error) {
	switch {
	case k == Score:
		return 0, fmt.Errorf("a score has no remoteness")
	case plies < 0 || plies > k.MaxRemoteness():
		return 0, fmt.Errorf("remoteness %d is outside 0…%d, which is what the %v kind holds", plies, k.MaxRemoteness(), k)
	case k == Byte && win != (plies%2 == 1):
		return 0, fmt.Errorf("the byte kind has no %v at remoteness %d", map[bool]Outcome{true: Win, false: Loss}[win], plies)
	case k == Byte:
		return Value(plies + 1), nil
	case win:
		return Value(2*plies + 2), nil
	}
	return Value(2*plies + 1), nil
}

// Outcome returns who wins by v.
func (k Kind) Outcome(v Value) Outcome {
	switch {
	case k == Score:
		return Scored
	case v == Tie:
		return Draw
	case v&1 == 1:
		return Loss
	}
	return Win
}

// Plies returns the remoteness of v in turns; ok is false for draws and scores.
func (k Kind) Plies(v Value) (plies int, ok bool) {
	switch {
	case k == Score || v == Tie:
		return 0, false
	case k == Byte:
		return int(v) - 1, true
	}
	return int(v-1) / 2, true
}

// FromPoints returns the value of a score. It fails outside -128…127.
func (k Kind) FromPoints(points int) (Value, error) {
	if points != int(int8(points)) {
		return 0, fmt.Errorf("score %d is outside -128…127", points)
	}
	return Value(uint8(points)), nil
}

// Points returns the score coded by v; it is meaningful for the score kind only.
func (k Kind) Points(v Value) int { return int(int8(v)) }

// Back returns what v, the value of a successor for the player to move there, is
// worth to the player whose move leads to it: the outcome turned round and one
// ply more. It fails when the kind cannot hold that remoteness.
func (k Kind) Back(v Value) (Value, error) {
	switch k.Outcome(v) {
	case Scored:
		return Value(uint8(-int8(v))), nil
	case Draw:
		return Tie, nil
	case Loss:
		plies, _ := k.Plies(v)
		return k.Decided(true, plies+1)
	}
	plies, _ := k.Plies(v)
	return k.Decided(false, plies+1)
}

// Converted returns what a decided value of the wide kind counts where turns are counted to
// the next exit: the same outcome at once.
func (k Kind) Converted(v Value) Value {
	switch k.Outcome(v) {
	case Win:
		return wonAlready
	case Loss:
		return lostAlready
	}
	return v
}

// Values of the wide kind of finished positions.
const (
	lostAlready Value = 1
	wonAlready  Value = 2
)

// Less reports whether the mover would rather have w than v: wins before draws
// before losses, the quicker win and the slower loss, the higher score.
func (k Kind) Less(v, w Value) bool { return k.merit(v) < k.merit(w) }

func (k Kind) merit(v Value) int {
	plies, _ := k.Plies(v)
	switch k.Outcome(v) {
	case Scored:
		return k.Points(v)
	case Win:
		return 1<<20 - plies
	case Loss:
		return plies - 1<<20
	}
	return 0
}

// Text returns the notation of v: W2, L0, T; win-7, loss-8, draw; +2, 0, -3.
func (k Kind) Text(v Value) string {
	plies, _ := k.Plies(v)
	switch {
	case k == Score && k.Points(v) > 0:
		return "+" + strconv.Itoa(k.Points(v))
	case k == Score:
		return strconv.Itoa(k.Points(v))
	case k == Wide && v == Tie:
		return "draw"
	case k == Wide:
		return k.Outcome(v).String() + "-" + strconv.Itoa(plies)
	case v == Tie:
		return "T"
	case k.Outcome(v) == Win:
		return "W" + strconv.Itoa((plies+1)/2)
	}
	return "L" + strconv.Itoa(plies/2)
}

// Parse is the inverse of [Kind.Text].
func (k Kind) Parse(s string) (Value, error) {
	bad := func() (Value, error) {
		return 0, InputErrorf("%q is no value: want %s", s, map[Kind]string{
			Byte:  "T, L0, W1, L1, W2, …",
			Wide:  "draw, win-N or loss-N with N plies",
			Score: "a signed number such as +2, 0 or -3",
		}[k])
	}
	switch {
	case k == Score:
		n, err := strconv.ParseInt(s, 10, 8)
		if err != nil {
			return bad()
		}
		return Value(uint8(n)), nil
	case k == Byte && s == "T", k == Wide && s == "draw":
		return Tie, nil
	case k == Byte && len(s) > 1 && (s[0] == 'W' || s[0] == 'L'):
		n, err := strconv.ParseUint(s[1:], 10, 8)
		if err != nil || s[0] == 'W' && n == 0 {
			return bad()
		}
		plies := 2 * int(n)
		if s[0] == 'W' {
			plies--
		}
		v, err := k.Decided(s[0] == 'W', plies)
		if err != nil || k.Text(v) != s {
			return bad()
		}
		return v, nil
	case k == Wide:
		outcome, digits, _ := strings.Cut(s, "-")
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || outcome != "win" && outcome != "loss" {
			return bad()
		}
		v, err := k.Decided(outcome == "win", int(n))
		if err != nil || k.Text(v) != s {
			return bad()
		}
		return v, nil
	}
	return bad()
}
