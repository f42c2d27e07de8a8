package proof

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
)

// partialMagic begins a file of unfinished searches; its last byte is the version.
const partialMagic = "fgproof\x01"

// save writes the spots of searches into a file, which load reads: the magic, the length and the
// text of the title, which says what is searched, then for each graph its spots, and a checksum.
func save(path, title string, graphs []*graph) error {
	b := binary.AppendUvarint([]byte(partialMagic), uint64(len(title)))
	b = append(b, title...)
	b = binary.AppendUvarint(b, uint64(len(graphs)))
	for _, g := range graphs {
		b = g.append(b)
	}
	b = binary.LittleEndian.AppendUint32(b, durable.Checksum(b))
	return durable.WriteFile(path, true, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		_, err := out.Write(b)
		return errors.Join(err, out.Flush())
	})
}

// append appends the spots. A spot without a rank that needs one is left out.
func (g *graph) append(b []byte) []byte {
	var kept []int32
	for n, s := range g.spots {
		if s != nil && (s.ranked || !g.ranks(s)) {
			kept = append(kept, int32(n))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(kept)))
	for _, n := range kept {
		s := g.spots[n]
		flags := uint64(0)
		for bit, set := range []bool{s.over, s.ends, s.ranked} {
			if set {
				flags |= 1 << bit
			}
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(g.places[n])), flags)
		b = binary.AppendUvarint(binary.AppendVarint(b, int64(s.claim)), uint64(s.rank))
		b = binary.AppendUvarint(b, uint64(len(s.edges)))
		for _, e := range s.edges {
			b = binary.AppendUvarint(b, uint64(g.places[e.to]))
			b = binary.AppendVarint(binary.AppendVarint(b, int64(e.gain)), int64(e.claim))
		}
	}
	return b
}

// load reads the spots of searches, if there is a file of the same title. It refuses a damaged one.
func load(path, title string, graphs []*graph) error {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	found, err := parsePartial(b, title, graphs)
	if err != nil {
		return fmt.Errorf("%s: %w: delete it to begin again", path, err)
	}
	if !found {
		return engine.InputErrorf("%s is of another proof: delete it, or write to another file", path)
	}
	return nil
}

// parsePartial reads what save wrote, or returns false if it is of another title.
func parsePartial(b []byte, title string, graphs []*graph) (bool, error) {
	n := len(partialMagic)
	end := len(b) - durable.ChecksumSize
	switch {
	case end < n || string(b[:n-1]) != partialMagic[:n-1]:
		return false, errors.New("it is no unfinished proof")
	case b[n-1] != partialMagic[n-1]:
		return false, fmt.Errorf("it has version %d: want %d", b[n-1], partialMagic[n-1])
	case durable.Checksum(b[:end]) != binary.LittleEndian.Uint32(b[end:]):
		return false, errors.New("its checksum is wrong")
	}
	r := reader{b: b[n:end]}
	size := r.number(uint64(len(r.b)))
	if r.bad || string(r.b[:size]) != title {
		return false, nil
	}
	r.b = r.b[size:]
	if r.number(math.MaxInt32) != uint64(len(graphs)) {
		r.bad = true
	}
	for _, g := range graphs {
		g.read(&r)
	}
	if r.bad || len(r.b) > 0 {
		return false, errors.New("it is damaged")
	}
	return true, nil
}

// read reads the spots of a graph.
func (g *graph) read(r *reader) {
	places := 2*g.game.Size() + 1
	for range r.number(math.MaxInt32) {
		at, flags := place(r.number(places)), r.number(7)
		s := &spot{over: flags&1 != 0, ends: flags&2 != 0, ranked: flags&4 != 0, claim: int(r.signed()), rank: int(r.number(math.MaxInt32))}
		for range r.number(math.MaxInt32) {
			if r.bad {
				return
			}
			s.edges = append(s.edges, edge{to: g.number(place(r.number(places))), gain: r.signed(), claim: r.signed()})
		}
		if r.bad {
			return
		}
		if n := g.number(at); g.spots[n] == nil {
			g.spots[n] = s
			g.count++
		}
	}
}

// reader reads numbers. After a fault it is bad, and returns zeros.
type reader struct {
	b   []byte
	bad bool
}

// number reads a number of at most most.
func (r *reader) number(most uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if r.bad = r.bad || n <= 0 || v > most; r.bad {
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) signed() int16 {
	v, n := binary.Varint(r.b)
	if r.bad = r.bad || n <= 0 || v != int64(int16(v)); r.bad {
		return 0
	}
	r.b = r.b[n:]
	return int16(v)
}
