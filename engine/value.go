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
	// Wide values are uint16: 0 is a draw, 2r+1 a loss in r plies, 2r+2 a win in r plies. Text:
	// draw, loss-8, win-7. It is for games in which a finished position can be won for the player
	// to move, and for games longer than the byte kind can hold.
	Wide
	// Score values are the mover's margin, an int8. Text: +2, 0, -3.
	Score
	// Moves values are one byte, of games of one player: 0 is unsolvable, n+1 is solvable in n
	// moves, and n is the least number. It holds 0 to 254 moves and refuses more. Text: 11, unsolvable.
	Moves
	// Moves16 values are those of Moves in two bytes, for up to 32766 moves.
	Moves16
	// Chance values are the probability that the mover of a game of chance wins, a draw counted as
	// half a win: a float64, a float32, or a uint16 in units of 1/65535. Text: 51.54%.
	Chance
	Chance32
	Chance16
	// Expected values are the score that the mover of a game of chance expects: a float64, a
	// float32, or a float of 16 bits (IEEE 754 binary16). Text: 254.5896.
	Expected
	Expected32
	Expected16
)

// coding is how a kind codes its values. A new kind is a constant and an entry of codings. Back,
// Less and Converted follow from outcome and plies; a kind whose values are neither won, drawn nor
// lost has an outcome of its own, and cases for it there.
type coding struct {
	name    string
	width   int  // bytes of a stored value
	single  bool // one player makes all moves: a decided value is a win, and a move keeps its outcome
	most    int  // the greatest remoteness in plies, 0 where values have none
	ends    Ends
	outcome func(v Value) Outcome
	plies   func(v Value) int // of a decided value
	// decided returns the value of a position won or lost in plies turns, 0 to most; ok is false
	// where no such value exists.
	decided func(win bool, plies int) (v Value, ok bool)
	text    func(v Value) string
	parse   func(s string) (v Value, ok bool) // the inverse of text
	forms   string                            // of texts, for messages
	about   string                            // explains the kind in a line
}

var codings = [...]coding{
	Byte: {
		name: "byte", width: 1, most: 254, ends: WinsNow | DrawsNow | IsDrawn | IsLost, outcome: outcome,
		plies:   func(v Value) int { return int(v) - 1 },
		decided: func(win bool, plies int) (Value, bool) { return Value(plies + 1), win == (plies%2 == 1) },
		text: func(v Value) string {
			switch outcome(v) {
			case Draw:
				return "T"
			case Win:
				return "W" + strconv.Itoa(int(v)/2)
			}
			return "L" + strconv.Itoa(int(v-1)/2)
		},
		parse: func(s string) (Value, bool) {
			if s == "T" {
				return Tie, true
			}
			n, ok := number(s[min(len(s), 1):])
			switch {
			case !ok:
			case s[0] == 'W':
				return Value(2 * n), 0 < n && n < 128
			case s[0] == 'L':
				return Value(2*n + 1), n < 128
			}
			return 0, false
		},
		forms: "T, L0, W1, L1, W2, …",
		about: "one byte: T, Wn won with the mover's n-th turn, Ln lost after n own turns",
	},
	Wide: {
		name: "wide", width: 2, most: 32766, ends: WinsNow | DrawsNow | LosesNow | Over, outcome: outcome,
		plies: func(v Value) int { return int(v-1) / 2 },
		decided: func(win bool, plies int) (Value, bool) {
			if win {
				return Value(2*plies + 2), true
			}
			return Value(2*plies + 1), true
		},
		text: func(v Value) string {
			if v == Tie {
				return "draw"
			}
			return outcome(v).String() + "-" + strconv.Itoa(int(v-1)/2)
		},
		parse: func(s string) (Value, bool) {
			outcome, digits, _ := strings.Cut(s, "-")
			n, ok := number(digits)
			switch {
			case s == "draw":
				return Tie, true
			case !ok || n > 32766:
			case outcome == "win":
				return Value(2*n + 2), true
			case outcome == "loss":
				return Value(2*n + 1), true
			}
			return 0, false
		},
		forms: "draw, win-N or loss-N with N plies",
		about: "two bytes: draw, win-N or loss-N in N plies",
	},
	Score: {
		name: "score", width: 1,
		outcome: func(Value) Outcome { return Scored },
		text: func(v Value) string {
			if points := int8(v); points <= 0 {
				return strconv.Itoa(int(points))
			}
			return "+" + strconv.Itoa(int(v))
		},
		parse: func(s string) (Value, bool) {
			n, err := strconv.ParseInt(s, 10, 8)
			return Value(uint8(n)), err == nil
		},
		forms: "a signed number such as +2, 0 or -3",
		about: "scores, the mover's margin: +2, 0, -3",
	},
	Moves:   movesCoding("moves", 1, 254),
	Moves16: movesCoding("moves16", 2, 32766),
	Chance:  chanceCoding("chance", 8), Chance32: chanceCoding("chance32", 4), Chance16: chanceCoding("chance16", 2),
	Expected: expectedCoding("expected", 8), Expected32: expectedCoding("expected32", 4), Expected16: expectedCoding("expected16", 2),
}

// unsolvable is the text of the value without a solution.
const unsolvable = "unsolvable"

// movesCoding returns the coding of a kind of games of one player.
func movesCoding(name string, width, most int) coding {
	return coding{
		name: name, width: width, most: most, single: true, ends: WinsNow | IsWon,
		outcome: func(v Value) Outcome {
			if v == Tie {
				return Draw
			}
			return Win
		},
		plies:   func(v Value) int { return int(v) - 1 },
		decided: func(win bool, plies int) (Value, bool) { return Value(plies + 1), win },
		text: func(v Value) string {
			if v == Tie {
				return unsolvable
			}
			return strconv.Itoa(int(v) - 1)
		},
		parse: func(s string) (Value, bool) {
			if s == unsolvable {
				return Tie, true
			}
			n, ok := number(s)
			return Value(n + 1), ok && n <= uint64(most)
		},
		forms: fmt.Sprintf("a number of moves, 0 to %d, or %s", most, unsolvable),
		about: fmt.Sprintf("one player, %s: the least number of moves to a goal, or %s", map[int]string{1: "one byte", 2: "two bytes"}[width], unsolvable),
	}
}

// number reads a number as [strconv.Itoa] writes it.
func number(digits string) (n uint64, ok bool) {
	n, err := strconv.ParseUint(digits, 10, 16)
	return n, err == nil && strconv.FormatUint(n, 10) == digits
}

// outcome is the outcome of kinds whose losses are odd and whose wins are even.
func outcome(v Value) Outcome {
	switch {
	case v == Tie:
		return Draw
	case v&1 == 1:
		return Loss
	}
	return Win
}

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return int(k) < len(codings) }

// coding returns the entry of the kind. It panics for a kind without one.
func (k Kind) coding() *coding {
	if !k.Known() {
		panic("engine: there is no " + k.String())
	}
	return &codings[k]
}

// String returns the name of the kind, such as byte, wide or chance.
func (k Kind) String() string {
	if !k.Known() {
		return fmt.Sprintf("kind(%d)", uint8(k))
	}
	return codings[k].name
}

// About explains the kind in a line, as in "two bytes: draw, win-N or loss-N in N plies".
func (k Kind) About() string { return k.coding().about }

// ParseKind is the inverse of [Kind.String].
func ParseKind(s string) (Kind, error) {
	var names []string
	for k := range codings {
		if s == codings[k].name {
			return Kind(k), nil
		}
		names = append(names, codings[k].name)
	}
	last := len(names) - 1
	return 0, fmt.Errorf("unknown value kind %q: want %s or %s", s, strings.Join(names[:last], ", "), names[last])
}

// Single reports whether one player makes all moves. Outcome is then [Win] where a goal can be
// reached, else [Draw], and remoteness is the least number of moves.
func (k Kind) Single() bool { return k.coding().single }

// Word returns an outcome in the words of the kind: solvable and unsolvable for one player, else
// [Outcome.String].
func (k Kind) Word(o Outcome) string {
	switch {
	case !k.Single():
	case o == Win:
		return "solvable"
	case o == Draw:
		return unsolvable
	}
	return o.String()
}

// Width returns the number of bytes of one stored value: 1, 2, 4 or 8.
func (k Kind) Width() int { return k.coding().width }

// MaxRemoteness returns the greatest remoteness, in plies, that the kind can hold, and 0 for
// scores.
func (k Kind) MaxRemoteness() int { return k.coding().most }

// Ends returns the ways for a game to end that the kind can hold. It returns none for scores:
// finished positions have a score instead.
func (k Kind) Ends() Ends { return k.coding().ends }

// Outcome is the winner, from the view of the player to move.
type Outcome uint8

const (
	Draw Outcome = iota
	Loss
	Win
	Scored  // the value is a score
	Unknown // nothing is known of the position
	Likely  // the value is the probability of a win
	Average // the value is an expected score
)

// String returns draw, loss, win, score, chance, expected or unknown.
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
	case Likely:
		return "chance"
	case Average:
		return "expected"
	}
	return "unknown"
}

// MarshalText implements [encoding.TextMarshaler].
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Value is a stored value as its [Kind] codes it: the byte, the uint16, the int8 of a score as its
// two's complement byte, or the bits of a float. Its meaning needs the kind.
type Value uint64

// Tie is the value of a drawn position in the byte and wide kinds.
const Tie Value = 0

// Decided returns the value of a position that is won (or else lost) for the mover in the given
// number of plies. It fails if the kind cannot hold that value.
func (k Kind) Decided(win bool, plies int) (Value, error) {
	c := k.coding()
	switch {
	case c.decided == nil:
		return 0, fmt.Errorf("a %v has no remoteness", k)
	case plies < 0 || plies > c.most:
		return 0, fmt.Errorf("remoteness %d is outside 0…%d, which is what the %v kind holds", plies, c.most, k)
	}
	v, ok := c.decided(win, plies)
	if !ok {
		return 0, fmt.Errorf("the %v kind has no %v at remoteness %d", k, map[bool]Outcome{true: Win, false: Loss}[win], plies)
	}
	return v, nil
}

// Outcome returns who wins by v.
func (k Kind) Outcome(v Value) Outcome { return k.coding().outcome(v) }

// Plies returns the remoteness of v in plies; ok is false for draws and scores.
func (k Kind) Plies(v Value) (plies int, ok bool) {
	c := k.coding()
	if c.plies == nil || v == Tie {
		return 0, false
	}
	return c.plies(v), true
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

// Back returns the value of a move for the player who makes it, from the value v of the successor
// for the player to move there: the outcome is reversed, with one more ply. In games of one player
// it stays. It fails when the kind cannot hold that remoteness.
func (k Kind) Back(v Value) (Value, error) {
	switch k.Outcome(v) {
	case Scored:
		return Value(uint8(-int8(v))), nil
	case Likely:
		return k.FromFloat(1 - k.Float(v)), nil
	case Average:
		return k.FromFloat(-k.Float(v)), nil
	case Draw:
		return Tie, nil
	case Loss:
		plies, _ := k.Plies(v)
		return k.Decided(true, plies+1)
	case Win:
		plies, _ := k.Plies(v)
		return k.Decided(k.Single(), plies+1)
	}
	panic(fmt.Sprintf("engine: value %d of the %v kind has no outcome that can be turned round", v, k))
}

// Converted returns a value of the wide kind as it counts behind an exit that ends the count of
// turns: a decided value keeps its outcome, with remoteness 0 plies.
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
func (k Kind) Less(v, w Value) bool {
	if k.Uncertain() {
		return k.Float(v) < k.Float(w)
	}
	return k.merit(v) < k.merit(w)
}

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
func (k Kind) Text(v Value) string { return k.coding().text(v) }

// Parse is the inverse of [Kind.Text]. Its errors are [InputError]s.
func (k Kind) Parse(s string) (Value, error) {
	c := k.coding()
	v, ok := c.parse(s)
	if !ok {
		return 0, InputErrorf("%q is not a value: want %s", s, c.forms)
	}
	return v, nil
}
