package placement

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// MaxWireCount is the largest count of a counter in [Numbering.AppendWire]: its byte is "~".
const MaxWireCount = '~' - '0'

// WireBytes returns the size of a position in bytes: see [Numbering.AppendWire].
func (n *Numbering) WireBytes() int { return n.Squares + len(n.columns) - len(n.Groups) }

// AppendWire appends the positions of keys as programs in other languages receive them. Each has a
// byte for each square, the name of the group or ".", and a byte for each counter and then for the
// side to move, "0" and above. n is the numbering of [Declaration.Rules].
func (n *Numbering) AppendWire(dst []byte, keys []uint64) []byte {
	cursor, empty := n.NewCursor(), bytes.Repeat([]byte("."), n.Squares)
	for _, key := range keys {
		p, _ := cursor.Seek(key)
		dst = append(dst, empty...)
		for g := range n.Groups {
			for set := p.At[g]; set != 0; set &= set - 1 {
				dst[len(dst)-n.Squares+bits.TrailingZeros64(set)] = n.Groups[g].Name[0]
			}
		}
		for c := range n.columns[len(n.Groups):] {
			dst = append(dst, '0'+p.Counter[c])
		}
	}
	return dst
}

// ReadWire appends the keys of positions that AppendWire could have written.
func (n *Numbering) ReadWire(dst []uint64, wire []byte) ([]uint64, error) {
	for text := range slices.Chunk(wire, n.WireBytes()) {
		var p Position
		bad := len(text) < n.WireBytes() || n.put(&p, text[:n.Squares]) >= 0
		for c := 0; !bad && c < len(n.columns)-len(n.Groups); c++ {
			p.Counter[c] = text[n.Squares+c] - '0'
		}
		key, ok := n.Index(&p)
		if bad || !ok {
			return dst, fmt.Errorf("it has the position %q, which its placement excludes", text)
		}
		dst = append(dst, key)
	}
	return dst, nil
}

// Settle applies a declaration's rules about ends and slices to the keys that moves from a key lead
// to. It appends those at which play goes on to dst, which may begin the array of list, and returns
// the ends of the others, or the end of a position without moves. n is the numbering of
// [Declaration.Rules].
func (n *Numbering) Settle(dst []uint64, key uint64, list []uint64) ([]uint64, engine.Ends, error) {
	if len(list) == 0 {
		return dst, results[n.Stuck][1], nil
	}
	cursor := n.NewCursor()
	_, from := cursor.Seek(key)
	var ends engine.Ends
	for _, to := range list {
		p, c := cursor.Seek(to)
		end := c.over
		if end == 0 {
			end = n.result(p)
		}
		switch ends |= end; {
		case end != 0:
		case c.Slice != from.Slice && !slices.Contains(n.Slices[from.Slice].Exits, c.Slice):
			return dst, 0, fmt.Errorf("it moves from %s to %s: no changes of its placement lead there", n.name(from.Counts), n.name(c.Counts))
		default:
			dst = append(dst, to)
		}
	}
	return dst, ends, nil
}
