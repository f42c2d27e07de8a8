package foreign

import (
	"encoding/binary"
	"maps"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/placement"
)

// placed is the parsed placement of a description. Within this package a position is a key of its
// numbering.
type placed struct {
	rules engine.Rules
	keys  *placement.Numbering
}

func parsePlacement(text []byte) (*placed, error) {
	d, err := placement.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, c := range d.Counters {
		if c.Max > placement.MaxWireCount {
			return nil, engine.InputErrorf("counter %q of its placement goes up to %d: want at most %d", c.Name, c.Max, placement.MaxWireCount)
		}
	}
	rules, keys, err := d.Rules()
	if err != nil {
		return nil, err
	}
	return &placed{*rules, keys}, nil
}

// depict gives the positions another look. What follows from the declaration stays: which symbols
// change with a turn, whether the board turns, and looks and heaps that d does not have.
func (p *placed) depict(d drawing.Depiction) {
	own := p.rules.Depiction
	d.Relative, d.Turned = own.Relative, own.Turned
	looks := maps.Clone(own.Looks)
	maps.Copy(looks, d.Looks)
	d.Looks = looks
	if d.Heaps == nil {
		d.Heaps = own.Heaps
	}
	p.rules.Depiction = d
}

// Form is the form of positions in questions and answers: keys, which are numbers of 64 bits, or
// the form of a declared placement. The zero value is the form of keys.
type Form struct{ placement *placement.Numbering }

// Form returns the form of the game's positions.
func (d *Description) Form() (f Form) {
	if d.placed != nil {
		f.placement = d.placed.keys
	}
	return f
}

// Placed reports whether positions are placements.
func (f Form) Placed() bool { return f.placement != nil }

// Bytes returns the size of a position.
func (f Form) Bytes() int {
	if f.Placed() {
		return f.placement.WireBytes()
	}
	return 8
}

// Append appends the positions of keys.
func (f Form) Append(dst []byte, keys []uint64) []byte {
	if f.Placed() {
		return f.placement.AppendWire(dst, keys)
	}
	for _, key := range keys {
		dst = binary.LittleEndian.AppendUint64(dst, key)
	}
	return dst
}

// Read appends the keys of positions, whose bytes are a multiple of Bytes.
func (f Form) Read(dst []uint64, positions []byte) ([]uint64, error) {
	if f.Placed() {
		return f.placement.ReadWire(dst, positions)
	}
	for ; len(positions) > 0; positions = positions[8:] {
		dst = append(dst, binary.LittleEndian.Uint64(positions))
	}
	return dst, nil
}

// settled is an instance of a game with a placement. It finds the finished positions among the
// successors, which have no index.
type settled struct {
	Instance
	keys *placement.Numbering
}

// Expand implements [Instance].
func (s settled) Expand(heads []Head, successors []uint64, keys []uint64, canonical bool) ([]Head, []uint64, error) {
	first, from := len(heads), len(successors)
	heads, successors, err := s.Instance.Expand(heads, successors, keys, canonical)
	if err != nil {
		return heads, successors, err
	}
	list := successors[from:]
	successors = successors[:from]
	for n, key := range keys {
		head := &heads[first+n]
		count, before := int(*head>>16), len(successors)
		if count == 0 && *head != 0 {
			continue // the game reports how play ends
		}
		var end engine.Ends
		if successors, end, err = s.keys.Settle(successors, key, list[:count]); err != nil {
			return heads, successors, err
		}
		list = list[count:]
		*head = HeadOf(Standing(*head)|standingOf[end], int8(*head>>8), len(successors)-before)
	}
	return heads, successors, nil
}

// standingOf maps the engine's ends to standings.
var standingOf = func() (list [standings]Standing) {
	for standing, end := range ends {
		list[end] = Standing(standing)
	}
	return list
}()
