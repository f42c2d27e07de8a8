package party

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// Outcome is the result of a unit.
type Outcome struct {
	Unit    Unit     // without Needs
	Changes []Change // ascending by chunk
	Marks   []Mark   // ascending by chunk
	Values  []byte   // of a run of a layer's chunks, as a table stores them; in slabs.go, what a part of the slabs decides
	Result  *Result  // nil: all of the result is in the other fields
}

// Change is the result of a task for the ledger.
type Change struct {
	Chunk int
	ledger.Change
}

// Mark is a set of positions of a chunk that later steps need.
type Mark struct {
	Chunk int
	Bits  *roaring.Bitmap
}

// magic begins an outcome in bytes. Its last digit is the version.
const magic = "FGoutcome2\n"

// ErrOutcome is returned when bytes are not an outcome.
var ErrOutcome = errors.New("not an outcome of a unit")

// Encode returns an outcome in bytes. Equal outcomes have equal bytes. Numbers are unsigned
// varints, bitmaps are in the portable format of roaring after their length:
//
//	magic, slice, phase, kind, from, to, decided
//	number of changes; of each: chunk,
//	    number of sets; of each: record (1 byte), phase, bitmap
//	    number of records to delete; of each: record, phase
//	number of marks; of each: chunk, bitmap
//	length of the values, length of the values compressed by zstd, the compressed values
//	length of the result in JSON, 0: there is none; the result
func (o *Outcome) Encode() ([]byte, error) {
	var e encoder
	e.buf = append(e.buf, magic...)
	u := &o.Unit
	e.numbers(uint64(u.Slice), uint64(u.Phase), uint64(u.Kind), uint64(u.From), uint64(u.To), u.Decided)
	e.numbers(uint64(len(o.Changes)))
	for _, c := range o.Changes {
		e.numbers(uint64(c.Chunk), uint64(len(c.Unite)))
		for _, s := range c.Unite {
			e.numbers(uint64(s.Key.Record), uint64(s.Key.Phase))
			e.bitmap(s.Bits)
		}
		e.numbers(uint64(len(c.Remove)))
		for _, k := range c.Remove {
			e.numbers(uint64(k.Record), uint64(k.Phase))
		}
	}
	e.numbers(uint64(len(o.Marks)))
	for _, m := range o.Marks {
		e.numbers(uint64(m.Chunk))
		e.bitmap(m.Bits)
	}
	e.values(o.Values)
	if o.Result == nil {
		e.numbers(0)
		return e.buf, e.err
	}
	result, err := json.Marshal(o.Result)
	e.numbers(uint64(len(result)))
	return append(e.buf, result...), errors.Join(e.err, err)
}

type encoder struct {
	buf []byte
	err error
}

func (e *encoder) numbers(list ...uint64) {
	for _, n := range list {
		e.buf = binary.AppendUvarint(e.buf, n)
	}
}

func (e *encoder) bitmap(b *roaring.Bitmap) {
	n := b.GetSerializedSizeInBytes()
	e.numbers(n)
	w := bytes.NewBuffer(e.buf)
	if _, err := b.WriteTo(w); err != nil && e.err == nil {
		e.err = err
	}
	e.buf = w.Bytes()
}

func (e *encoder) values(values []byte) {
	var packed []byte
	if len(values) > 0 {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			e.err = err
			return
		}
		packed = z.EncodeAll(values, nil)
	}
	e.numbers(uint64(len(values)), uint64(len(packed)))
	e.buf = append(e.buf, packed...)
}

// Decode reads an outcome that Encode wrote, with up to values bytes of values. It fails with an
// [ErrOutcome]. Bitmaps do not share memory with raw.
func Decode(raw []byte, values int) (*Outcome, error) {
	d := &decoder{raw: raw}
	if !bytes.HasPrefix(raw, []byte(magic)) {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrOutcome, magic)
	}
	d.raw = raw[len(magic):]
	o := &Outcome{}
	u := &o.Unit
	u.Slice, u.Phase, u.Kind, u.From, u.To, u.Decided = d.small(), phase.Phase(d.small()), task.Kind(d.small()), d.small(), d.small(), d.number()
	if u.From > u.To {
		d.fail("its chunks are from %d to %d", u.From, u.To)
	}
	for n := d.count(u.To - u.From); n > 0 && d.err == nil; n-- {
		c := Change{Chunk: d.chunk(u.From, u.To)}
		for n := d.count(1 << 17); n > 0 && d.err == nil; n-- {
			k := ledger.Key{Record: d.record(), Slice: u.Slice, Phase: phase.Phase(d.small()), Chunk: c.Chunk}
			c.Unite = append(c.Unite, ledger.Set{Key: k, Bits: d.bitmap()})
		}
		for n := d.count(1 << 17); n > 0 && d.err == nil; n-- {
			c.Remove = append(c.Remove, ledger.Key{Record: d.record(), Slice: u.Slice, Phase: phase.Phase(d.small()), Chunk: c.Chunk})
		}
		o.Changes = append(o.Changes, c)
	}
	for n := d.count(math.MaxInt32); n > 0 && d.err == nil; n-- {
		o.Marks = append(o.Marks, Mark{d.small(), d.bitmap()})
	}
	o.Values = d.values(values)
	if n := d.count(math.MaxInt32); n > 0 && d.err == nil {
		if err := json.Unmarshal(d.raw[:n], &o.Result); err != nil || o.Result == nil {
			d.fail("its result is damaged (%v)", err)
			return o, d.err
		}
		d.raw = d.raw[n:]
	}
	if d.err == nil && len(d.raw) > 0 {
		d.fail("%d bytes follow", len(d.raw))
	}
	return o, d.err
}

// decoder reads parts of an outcome until the first error, which it keeps.
type decoder struct {
	raw []byte
	err error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: %s", ErrOutcome, fmt.Sprintf(format, args...))
		d.raw = nil
	}
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.raw)
	if size <= 0 {
		d.fail("it ends early")
		return 0
	}
	d.raw = d.raw[size:]
	return n
}

// small reads a number up to 2^31-1.
func (d *decoder) small() int {
	n := d.number()
	if n > math.MaxInt32 {
		d.fail("a number is %d", n)
		return 0
	}
	return int(n)
}

func (d *decoder) count(most int) int {
	n := d.small()
	if n > most || n > len(d.raw) {
		d.fail("there are %d parts", n)
		return 0
	}
	return n
}

func (d *decoder) chunk(from, to int) int {
	n := d.small()
	if d.err == nil && (n < from || n >= to) {
		d.fail("chunk %d is not in %d to %d", n, from, to)
	}
	return n
}

func (d *decoder) record() ledger.Record {
	r := ledger.Record(d.small())
	switch r {
	case ledger.Seeds, ledger.Frontier, ledger.Rescued, ledger.Waits:
	default:
		d.fail("a record is of type %d", r)
	}
	return r
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.raw)) {
		d.fail("it ends early")
		return nil
	}
	part := d.raw[:n]
	d.raw = d.raw[n:]
	return part
}

func (d *decoder) bitmap() *roaring.Bitmap {
	part := d.take(d.number())
	b := roaring.New()
	if d.err != nil {
		return b
	}
	n, err := b.ReadFrom(bytes.NewReader(part))
	if err != nil || n != int64(len(part)) || !ascends(b) {
		d.fail("a bitmap is damaged (%v)", err)
	}
	return b
}

// ascends reports whether a bitmap has as many members as its cardinality, in ascending order.
// [roaring.Bitmap.Validate] would compare every run with every other.
func ascends(b *roaring.Bitmap) bool {
	n, last := uint64(0), int64(-1)
	ok := true
	ledger.EachRun(b, func(offsets []uint32) {
		for _, o := range offsets {
			ok = ok && int64(o) > last
			last = int64(o)
		}
		n += uint64(len(offsets))
	})
	return ok && n == b.GetCardinality()
}

func (d *decoder) values(most int) []byte {
	n := d.number()
	packed := d.take(d.number())
	if n > uint64(most) {
		d.fail("it has %d bytes of values, want at most %d", n, most)
	}
	if d.err != nil || n == 0 {
		return nil
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(max(n, 1<<10)))
	if err != nil {
		d.fail("%v", err)
		return nil
	}
	defer z.Close()
	values, err := z.DecodeAll(packed, make([]byte, 0, n))
	if err != nil || uint64(len(values)) != n {
		d.fail("its values are damaged (%v)", err)
	}
	return values
}
