package parts

import (
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// A frame is a chunk, two counts, the length of a payload, all as unsigned varints, and the payload. The outcome of
// a unit has one for each chunk of its part: the record for the log. A message has frames of links: the
// payload has the members that links lead to, each as often as links do, and no counts.
//
// A payload has, for each set that is not empty: its place in the chunk, the number of members, and the members,
// ascending. All are unsigned varints. A place or member is stored as the gap after the previous one: the difference
// minus one; the first is stored as it is.

// Counts are the numbers of positions with one value.
type Counts struct {
	Stored uint64 // stored positions
	Others uint64 // others, which slabs have
}

// Add adds counts.
func (c *Counts) Add(d Counts) {
	c.Stored += d.Stored
	c.Others += d.Others
}

// Result is the result of a stage in a chunk.
type Result struct {
	Payload []byte
	Counts  Counts
	Latest  int      // the last stage that must be done in any case
	Links   []uint64 // place of a set in all chunks << 32 | member
}

// appendFrame appends a frame.
func appendFrame(dst []byte, chunk int, res Result) []byte {
	for _, n := range [...]uint64{uint64(chunk), res.Counts.Stored, res.Counts.Others, uint64(len(res.Payload))} {
		dst = binary.AppendUvarint(dst, n)
	}
	return append(dst, res.Payload...)
}

// eachFrame calls use with the frames of the chunks of a part.
func (t *Team) eachFrame(frames []byte, number int, use func(chunk int, res Result) error) error {
	for len(frames) > 0 {
		var head [4]uint64
		for n := range head {
			size := 0
			if head[n], size = binary.Uvarint(frames); size <= 0 {
				return ErrPayload
			}
			frames = frames[size:]
		}
		if head[3] > uint64(len(frames)) || head[0] >= uint64(t.Chunks) {
			return ErrPayload
		}
		if int(head[0])%t.Parts == number {
			if err := use(int(head[0]), Result{Payload: frames[:head[3]], Counts: Counts{head[1], head[2]}}); err != nil {
				return err
			}
		}
		frames = frames[head[3]:]
	}
	return nil
}

// outbox gathers the links that a unit finds, as messages to all parts. Equal calls give equal bytes.
type outbox struct {
	records [][]uint32 // by chunk: a set's place in its chunk, and below it a member
	held    int        // such records
	frames  [][]byte   // by part
	spare   [][]uint32 // by worker, for sorting
}

// mostHeld is the number of records that an outbox holds before it packs them.
const mostHeld = 1 << 21

// add adds links.
func (t *Team) add(ctx context.Context, o *outbox, links []uint64) error {
	mask := uint64(1)<<t.Shift - 1
	for _, l := range links {
		set := l >> 32
		o.records[set>>t.Shift] = append(o.records[set>>t.Shift], uint32(set&mask)<<t.Bits|uint32(l))
	}
	if o.held += len(links); o.held < mostHeld {
		return nil
	}
	return t.pack(ctx, o)
}

// pack turns the records into frames.
func (t *Team) pack(ctx context.Context, o *outbox) error {
	o.held = 0
	return pool.Each(ctx, t.Workers, t.Parts, func(_ context.Context, worker, part int) error {
		var payload []byte
		for chunk := part; chunk < len(o.records); chunk += t.Parts {
			if list := o.records[chunk]; len(list) > 0 {
				o.spare[worker] = sortRecords(list, o.spare[worker])
				payload = appendRecords(payload[:0], list, t.Bits)
				o.frames[part] = appendFrame(o.frames[part], chunk, Result{Payload: payload})
				o.records[chunk] = list[:0]
			}
		}
		return nil
	})
}

// appendRecords appends sorted records as a payload.
func appendRecords(payload []byte, list []uint32, bits uint) []byte {
	before := -1
	for len(list) > 0 {
		place := int(list[0] >> bits)
		n := 1
		for n < len(list) && int(list[n]>>bits) == place {
			n++
		}
		payload = binary.AppendUvarint(payload, uint64(place-before-1))
		payload = binary.AppendUvarint(payload, uint64(n))
		last := ^uint32(0)
		for _, record := range list[:n] {
			member := record & (1<<bits - 1)
			payload = appendGap(payload, member-last-1)
			last = member
		}
		before, list = place, list[n:]
	}
	return payload
}

// AppendSet appends a set to a payload by its place in the chunk. before is the place of the previous set in the
// payload, or -1.
func AppendSet(payload []byte, place, before int, set []uint64) []byte {
	payload = binary.AppendUvarint(payload, uint64(place-before-1))
	payload = binary.AppendUvarint(payload, fast.Count(set))
	last := ^uint32(0)
	for w, x := range set {
		for ; x != 0; x &= x - 1 {
			member := uint32(w*64 + bits.TrailingZeros64(x))
			payload = appendGap(payload, member-last-1)
			last = member
		}
	}
	return payload
}

// appendGap appends a gap after a member. Most take a byte.
func appendGap(payload []byte, gap uint32) []byte {
	if gap < 0x80 {
		return append(payload, byte(gap))
	}
	return binary.AppendUvarint(payload, uint64(gap))
}

// Buffer is a goroutine's own memory to read payloads into.
type Buffer struct {
	Payload []byte
	members []uint32
}

// ErrPayload is returned for a payload that is damaged.
var ErrPayload = errors.New("the record is damaged")

// EachSet calls f with every set in a payload, by its place, and its members, ascending. f owns these during the call
// only.
func EachSet(payload []byte, b *Buffer, f func(place int, members []uint32) error) error {
	place := -1
	for rest := payload; len(rest) > 0; {
		gap, n := binary.Uvarint(rest)
		count, m := binary.Uvarint(rest[max(n, 0):])
		if n <= 0 || m <= 0 {
			return ErrPayload
		}
		rest = rest[n+m:]
		place += int(gap) + 1
		b.members = b.members[:0]
		member := ^uint32(0)
		for range count {
			var gap uint64
			if len(rest) > 0 && rest[0] < 0x80 {
				gap, rest = uint64(rest[0]), rest[1:]
			} else {
				g, n := binary.Uvarint(rest)
				if n <= 0 {
					return ErrPayload
				}
				gap, rest = g, rest[n:]
			}
			member += uint32(gap) + 1
			b.members = append(b.members, member)
		}
		if err := f(place, b.members); err != nil {
			return err
		}
	}
	return nil
}

// sortRecords sorts records by their digits. It returns the spare memory, which it may have replaced.
func sortRecords(list, spare []uint32) []uint32 {
	const digit = 11 // bits
	if len(list) < 1<<8 {
		slices.Sort(list)
		return spare
	}
	if len(spare) < len(list) {
		spare = make([]uint32, len(list)+len(list)/4)
	}
	from, to := list, spare[:len(list)]
	for shift := 0; shift < 33; shift += digit {
		var at [1 << digit]int
		for _, x := range from {
			at[x>>shift&(1<<digit-1)]++
		}
		sum := 0
		for d, n := range at {
			at[d], sum = sum, sum+n
		}
		for _, x := range from {
			d := x >> shift & (1<<digit - 1)
			to[at[d]] = x
			at[d]++
		}
		from, to = to, from
	}
	copy(list, from) // three passes end in spare
	return spare
}
