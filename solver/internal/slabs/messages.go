package slabs

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/foregone-db/foregone/engine/pool"
)

// A frame is a chunk, two counts, the length of a payload, all as unsigned varints, and the payload, in the form of the
// log's. The outcome of a unit has one for each chunk of its part: the record for the log. A message has frames of links: the
// payload has the configurations that links lead to, each as often as links do, and no counts.

// appendFrame appends a frame.
func appendFrame(dst []byte, chunk int, res result) []byte {
	for _, n := range [...]uint64{uint64(chunk), res.counts.Stored, res.counts.Others, uint64(len(res.payload))} {
		dst = binary.AppendUvarint(dst, n)
	}
	return append(dst, res.payload...)
}

// eachFrame calls use with the frames of the chunks number, number+parts and so on, below chunks.
func (t *team) eachFrame(frames []byte, number int, use func(chunk int, res result) error) error {
	for len(frames) > 0 {
		var head [4]uint64
		for n := range head {
			size := 0
			if head[n], size = binary.Uvarint(frames); size <= 0 {
				return errRecord
			}
			frames = frames[size:]
		}
		if head[3] > uint64(len(frames)) || head[0] >= uint64(t.plan.chunks) {
			return errRecord
		}
		if int(head[0])%t.parts == number {
			if err := use(int(head[0]), result{payload: frames[:head[3]], counts: Counts{head[1], head[2]}}); err != nil {
				return err
			}
		}
		frames = frames[head[3]:]
	}
	return nil
}

// outbox gathers the links that a unit finds, as messages to all parts. Equal calls give equal bytes.
type outbox struct {
	records [][]uint32 // by chunk: a slab's place in its chunk, and below it a configuration
	held    int        // such records
	frames  [][]byte   // by part
	spare   [][]uint32 // by worker, for sorting
}

// mostHeld is the number of records that an outbox holds before it packs them.
const mostHeld = 1 << 21

// add adds links (live slab << 32 | configuration).
func (t *team) add(ctx context.Context, o *outbox, links []uint64) error {
	shift, bits := t.plan.shift, t.plan.confBits
	mask := uint64(1)<<shift - 1
	for _, l := range links {
		slab := l >> 32
		o.records[slab>>shift] = append(o.records[slab>>shift], uint32(slab&mask)<<bits|uint32(l))
	}
	if o.held += len(links); o.held < mostHeld {
		return nil
	}
	return t.pack(ctx, o)
}

// pack turns the records into frames.
func (t *team) pack(ctx context.Context, o *outbox) error {
	o.held = 0
	return pool.Each(ctx, len(t.workers), t.parts, func(_ context.Context, worker, part int) error {
		var payload []byte
		for chunk := part; chunk < len(o.records); chunk += t.parts {
			if list := o.records[chunk]; len(list) > 0 {
				o.spare[worker] = sortRecords(list, o.spare[worker])
				payload = appendRecords(payload[:0], list, t.plan.confBits)
				o.frames[part] = appendFrame(o.frames[part], chunk, result{payload: payload})
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
			configuration := record & (1<<bits - 1)
			payload = appendGap(payload, configuration-last-1)
			last = configuration
		}
		before, list = place, list[n:]
	}
	return payload
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
