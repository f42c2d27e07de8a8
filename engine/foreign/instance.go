package foreign

import (
	"errors"
	"fmt"
)

// Source makes instances of a game. It is safe for concurrent use.
type Source interface {
	// Describe returns the description of the game, unread.
	Describe() ([]byte, error)
	// Open makes an instance of the variant with these values of the parameters. d is what
	// ParseDescription made of the description. Values that the game refuses are a
	// [Refusal].
	Open(d *Description, params []int64) (Instance, error)
}

// Instance is a running copy of a game. It answers one question at a time, for one
// goroutine. Its errors are about what went wrong, without the name of the game; after any
// but a [Refusal] it is of no use but to be closed. It checks lengths of answers, and that
// they are where they should be; all else is checked by the [Game].
type Instance interface {
	// Start returns the key of the start.
	Start() uint64
	// Size returns the number of ranks, of games that have the part Rank.
	Size() uint64
	// Batch returns how many keys are best asked for at a time.
	Batch() int
	// Expand appends for each key its head and its successors. The keys are at most Batch
	// many.
	Expand(heads []Head, successors []uint64, keys []uint64, canonical bool) ([]Head, []uint64, error)
	// Numbers answers a question from AskCanonical to AskKey: it stores a number for each key in
	// dst, which is as long and may be the same slice.
	Numbers(q Question, dst, keys []uint64) error
	// Words answers a question in text: AskText and AskBoard about a key, AskMove about two, from
	// and to.
	Words(q Question, keys ...uint64) (string, error)
	// Parse reads a position. A text that is not a position is a [Refusal].
	Parse(text string) (uint64, error)
	// Close ends the instance.
	Close() error
}

// Question is a question to a game. The numbers are those of frames in PROTOCOL.md.
type Question uint32

// The questions.
const (
	AskOpen Question = iota + 1
	AskExpand
	AskExpandCanonical
	AskCanonical // the canonical key of each key
	AskWeights   // the number of twins of each key, itself included
	AskNumbers   // the layer or slice of each key, below [mostNumbers]
	AskRanks     // the rank of each key, [NoRank] of a key without one
	AskKeys      // the key of each rank
	AskText      // a position in one line
	AskParse
	AskMove  // a move in one line
	AskBoard // a drawing
)

// mostNumbers is above the numbers of layers and slices.
const mostNumbers = 1 << 16

// Head is the answer about one position.
//
//	bits 0-7    how the game stands, see Standing
//	bits 8-15   the mover's margin where the game is finished, of games of scores
//	bits 16-31  the number of successors
type Head uint32

// HeadOf makes a head.
func HeadOf(standing Standing, score int8, successors int) Head {
	return Head(standing) | Head(uint8(score))<<8 | Head(successors)<<16
}

// Standing says how the game stands at a position, as bits.
type Standing uint8

// The bits of a standing. Zero is a game that goes on or, without successors, one that is
// lost for the mover, who cannot move. In games of scores there are none of them: a
// position without successors is finished.
const (
	Lost     Standing = 1 << iota // finished, and lost for the mover
	Won                           // finished, and won for the mover; not in the byte kind
	Drawn                         // finished, and drawn
	WinsNow                       // a move wins at once, without a successor
	DrawsNow                      // a move ends the game drawn, without a successor
	LosesNow                      // a move loses at once; not in the byte kind
	standings
)

// NoRank stands for a key without a rank.
const NoRank = ^uint64(0)

// Refusal is what a game says of input that it does not take: a text that is no position,
// or parameters that do not fit together. Nothing is wrong with the game.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// Absent is why a game cannot be asked at all: what runs it is not here. Indices and values
// of its databases are found all the same.
type Absent struct{ Reason string }

func (a *Absent) Error() string { return a.Reason }

// Breach is a game's breach of the protocol. It is no [engine.InputError].
type Breach struct {
	Game string
	Key  uint64
	// At says that Key is the position concerned.
	At   bool
	Rule string // what was broken, in a sentence that begins with "it" or the like
	Err  error  // what lies behind it, or nil
}

func (b *Breach) Error() string {
	at := ""
	if b.At {
		at = fmt.Sprintf(" at key %#x", b.Key)
	}
	return fmt.Sprintf("%s breaks the protocol%s: %s", b.Game, at, b.Rule)
}

// Unwrap returns what lies behind the breach.
func (b *Breach) Unwrap() error { return b.Err }

// refused reports whether an error is a refusal.
func refused(err error) bool { return errors.As(err, new(*Refusal)) }
