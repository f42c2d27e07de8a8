package phase

import (
	"encoding/binary"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/table"
)

// Codec translates between phases, plies and the values of a kind as a table stores them.
type Codec struct {
	kind   engine.Kind
	both   bool // wins and losses in every number of plies, otherwise wins in odd ones alone
	two    bool // two bytes a value, otherwise one
	single bool // one player: every phase finds wins
	wide   bool // eight bytes a value: the numbers of a game of chance, which only package chance reads
}

// CodecOf returns the codec of a kind. The values of a kind with remoteness are 0 for a draw, and
// the phase plus 1.
func CodecOf(kind engine.Kind) Codec {
	_, err := kind.Decided(true, 0)
	return Codec{kind, err == nil && !kind.Single(), kind.Width() == 2, kind.Single(), kind.Uncertain()}
}

// Kind returns the kind.
func (c Codec) Kind() engine.Kind { return c.kind }

// Width returns the bytes of a value.
func (c Codec) Width() uint64 {
	if c.wide {
		return 8
	}
	return uint64(c.kind.Width())
}

// Single reports whether one player makes all moves. Then phase p finds the positions that are p
// moves from a goal: the predecessors of the phase before.
func (c Codec) Single() bool { return c.single }

// Wins reports whether a phase finds wins, or else losses.
func (c Codec) Wins(p Phase) bool { return c.single || p.Wins() }

// Win returns the phase that finds the wins in a number of plies.
func (c Codec) Win(plies int) Phase {
	if c.both {
		return Phase(2*plies + 1)
	}
	return Phase(plies)
}

// Loss returns the phase that finds the losses in a number of plies.
func (c Codec) Loss(plies int) Phase {
	if c.both {
		return Phase(2 * plies)
	}
	return Phase(plies)
}

// Remoteness returns the remoteness, in plies, of the positions that a phase finds.
func (c Codec) Remoteness(p Phase) int {
	if c.both {
		return int(p) / 2
	}
	return int(p)
}

// Lag returns the greatest number of phases from a frontier to a phase that starts from it:
// losses follow from the wins of the phase before, wins from the losses of the phase before or, if
// losses settle late ([Codec.LossesSettleLate]), of three phases before.
func (c Codec) Lag() Phase {
	if c.both {
		return 3
	}
	return 1
}

// LossesSettleLate reports whether the losses of a phase become the frontier only after the next phase,
// which finds the wins of the same remoteness from the losses before.
func (c Codec) LossesSettleLate() bool { return c.both }

// Fits reports whether the kind can hold the value that a phase finds.
func (c Codec) Fits(p Phase) bool { return c.Remoteness(p) <= c.kind.MaxRemoteness() }

// Value returns the value that a phase finds. It fails if the kind cannot hold it.
func (c Codec) Value(p Phase) (engine.Value, error) {
	return c.kind.Decided(c.Wins(p), c.Remoteness(p))
}

// Text returns the notation of the value that a phase finds.
func (c Codec) Text(p Phase) string {
	v, _ := c.Value(p)
	return c.kind.Text(v)
}

// Mark writes the value of a phase at offsets of stored values.
func (c Codec) Mark(values []byte, offsets []uint32, p Phase) {
	if c.two {
		for _, o := range offsets {
			binary.LittleEndian.PutUint16(values[2*o:], uint16(p+1))
		}
		return
	}
	for _, o := range offsets {
		values[o] = byte(p + 1)
	}
}

// Missing stands for a value that is not in memory.
const Missing = 1 << 31

// At returns the value at an offset of stored values, or Missing beyond their end.
func (c Codec) At(values []byte, o uint64) uint32 {
	if c.two {
		if o *= 2; o < uint64(len(values)) {
			return uint32(binary.LittleEndian.Uint16(values[o:]))
		}
	} else if o < uint64(len(values)) {
		return uint32(values[o])
	}
	return Missing
}

// Put writes the value at an offset of stored values.
func (c Codec) Put(values []byte, o uint64, v engine.Value) {
	if c.two {
		binary.LittleEndian.PutUint16(values[2*o:], uint16(v))
	} else {
		values[o] = byte(v)
	}
}

// Tally counts stored values.
func (c Codec) Tally(values []byte) map[int]uint64 {
	counts := map[int]uint64{}
	if c.two {
		for o := 0; o < len(values); o += 2 {
			counts[int(binary.LittleEndian.Uint16(values[o:]))]++
		}
		return counts
	}
	for v, n := range table.CountBytes(values) {
		if n > 0 {
			counts[v] = n
		}
	}
	return counts
}
