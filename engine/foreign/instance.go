package foreign

import (
	"errors"
	"fmt"
	"strings"
)

// Source makes instances of a game. It is safe for concurrent use.
type Source interface {
	// Open makes an instance of the variant with the given values of the parameters. d is the
	// parsed description. If the game refuses the values, the error is a [Refusal].
	Open(d *Description, params []int64) (Instance, error)
}

// Instance is a running copy of a game. It answers one question at a time, for one goroutine. Its
// errors state what went wrong, without the name of the game. After any error except a [Refusal]
// the caller must close it. An instance checks the lengths of answers and their places in memory.
// The [Game] checks everything else.
type Instance interface {
	// Opened returns the variant that the instance reported when it was opened.
	Opened() Variant
	// Expand appends for each key its head and its successors. It takes at most Batch keys.
	// canonical asks for canonical successors of canonical keys.
	Expand(heads []Head, successors []uint64, keys []uint64, canonical bool) ([]Head, []uint64, error)
	// Numbers answers the questions from AskCanonical to AskKeys. It stores a number for each key
	// in dst, which is as long as keys and may be the same slice.
	Numbers(q Question, dst, keys []uint64) error
	// Words answers a question with text: AskText and AskBoard about one key, AskMove about two,
	// from and to.
	Words(q Question, keys ...uint64) (string, error)
	// Parse reads a position. A text that is not a position is a [Refusal].
	Parse(text string) (uint64, error)
	// Close ends the instance.
	Close() error
}

// Variant is an instance's report about its variant, made when it is opened. Instances embed it.
type Variant struct {
	Start uint64 // the key of the start
	Size  uint64 // the number of ranks of a game that has the part Rank
	Batch int    // the preferred number of keys in one question
}

// Opened implements [Instance].
func (v Variant) Opened() Variant { return v }

// Question identifies a question to a game. The numbers are those of frames in PROTOCOL.md.
type Question uint32

// The questions.
const (
	AskOpen Question = iota + 1
	AskExpand
	AskExpandCanonical
	AskCanonical // the canonical key of each key
	AskWeights   // the number of twins of each key, itself included
	AskNumbers   // the layer or slice of each key, less than [mostNumbers]
	AskRanks     // the rank of each key, or [NoRank]
	AskKeys      // the key of each rank
	AskText      // a position in one line
	AskParse
	AskMove  // a move in one line
	AskBoard // a drawing
)

// mostNumbers is an exclusive upper bound on the numbers of layers and slices.
const mostNumbers = 1 << 16

// Head is the answer about one position:
//
//	bits 0-7    the state of the game, see Standing
//	bits 8-15   the mover's margin in a finished game of scores
//	bits 16-31  the number of successors
type Head uint32

// HeadOf makes a head.
func HeadOf(standing Standing, score int8, successors int) Head {
	return Head(standing) | Head(uint8(score))<<8 | Head(successors)<<16
}

// Standing is the state of the game at a position, as bits.
type Standing uint8

// The bits of a standing. At 0 the game goes on, or the mover has lost because there is no
// successor. Games of scores use none of the bits: a position without successors is finished.
const (
	Lost     Standing = 1 << iota // finished, and lost for the mover
	Won                           // finished, and won for the mover; not in the byte kind
	Drawn                         // finished, and drawn
	WinsNow                       // a move wins at once, without a successor
	DrawsNow                      // a move ends the game drawn, without a successor
	LosesNow                      // a move loses at once; not in the byte kind
	standings
)

// NoRank is the answer for a key without a rank.
const NoRank = ^uint64(0)

// Refusal is a game's rejection of input: a text that is not a position, or parameters that do not
// fit together. The game itself works.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// Late is the failure of a game that exceeded a bound on the time or the work of an answer.
type Late struct{ Bound string }

func (l *Late) Error() string { return l.Bound }

// Absent is the reason why a game cannot run: its program is missing. Lookups of indices and values
// in its databases still work.
type Absent struct{ Reason string }

func (a *Absent) Error() string { return a.Reason }

// Breach is a game's violation of the protocol. It is not an [engine.InputError].
type Breach struct {
	Game string
	At   string // the position concerned, such as "key 0x1f", or ""
	Rule string // the violated rule, a sentence whose subject is the game, such as "it …"
	Err  error  // the cause, or nil
}

func (b *Breach) Error() string {
	if b.At == "" {
		return b.Game + " breaks the protocol: " + b.Rule
	}
	// A game in Python names the position, too.
	return fmt.Sprintf("%s breaks the protocol at %s: %s", b.Game, b.At, strings.TrimPrefix(b.Rule, "at "+b.At+": "))
}

// Unwrap returns the cause of the breach.
func (b *Breach) Unwrap() error { return b.Err }

// refused reports whether an error is a refusal.
func refused(err error) bool { return errors.As(err, new(*Refusal)) }
