package foreign

import (
	"encoding/binary"
	"fmt"
	"maps"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
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

// ranked is the key set of a game that computes ranks. It implements [discover.KeySet], except that
// keys may be in any order.
type ranked struct{ g *Game }

// Ranked makes the game from its placement, or from the part Rank, which computes ranks. If the
// program is absent, it makes a game with the given number of positions, that of a database. If
// that number is 0, it returns the reason for the absence.
func (g *Game) Ranked(spec engine.Spec, positions uint64) (engine.Game, error) {
	rules := g.Rules()
	switch size := g.opened.Size; {
	case g.absent != nil && positions == 0:
		return nil, g.absent
	case g.d.placed != nil:
		return placement.Keyed(spec, g.kind, rules, g.d.placed.keys)
	case g.absent != nil:
		g.opened.Size, rules.Notation = positions, numbered{g}
	case size == 0 || size > 1<<40:
		return nil, g.breach(&Refusal{fmt.Sprintf("it has %d positions: want 1 to 2^40", size)})
	}
	if g.absent == nil {
		start := make([]uint64, 1)
		if err := (ranked{g}).Ranks(start, []uint64{g.opened.Start}); err != nil {
			return nil, err
		}
		if start[0] == NoRank {
			return nil, g.breachAt(g.opened.Start, "it is the start, and has no rank")
		}
	}
	kind := g.kind
	if kind.Uncertain() {
		kind = kind.KindOf(spec)
	}
	return discover.Keyed(spec, kind, rules, []discover.Slice{{Targets: []int{0}, Size: g.opened.Size, Keys: ranked{g}}})
}

// numbered is the notation of a game with the part Rank whose program is absent. Its keys are
// ranks, written as "#" and the number. It implements [engine.KeyNotation].
type numbered struct{ g *Game }

// ParseKey implements [engine.KeyNotation].
func (n numbered) ParseKey(string) (uint64, error) { return 0, n.g.absent }

// KeyText implements [engine.KeyNotation].
func (n numbered) KeyText(key uint64) string { return "#" + strconv.FormatUint(key, 10) }

// Len implements [discover.KeySet].
func (r ranked) Len() uint64 { return r.g.opened.Size }

// Key implements [discover.KeySet].
func (r ranked) Key(rank uint64) uint64 { return r.AppendKeys(nil, rank, rank+1)[0] }

// Rank implements [discover.KeySet].
func (r ranked) Rank(key uint64) (uint64, bool) {
	rank := one(key, r.Ranks)
	return rank, rank != NoRank
}

// AppendKeys implements [discover.KeyBatches].
func (r ranked) AppendKeys(dst []uint64, first, end uint64) []uint64 {
	from := len(dst)
	for rank := first; rank < end; rank++ {
		dst = append(dst, rank)
	}
	keys := dst[from:]
	if r.g.absent != nil {
		return dst
	}
	err := r.g.numbers(AskKeys, keys, keys)
	if err == nil && r.g.sampled(len(keys)) {
		ranks := make([]uint64, len(keys))
		err = r.Ranks(ranks, keys)
		for n, rank := range ranks {
			if want := first + uint64(n); err == nil && rank != want {
				err = r.g.breachAt(keys[n], "rank %d has this key, but the rank of the key is %d", want, rank)
			}
		}
	}
	must(err)
	return dst
}

// Ranks implements [discover.KeyBatches].
func (r ranked) Ranks(dst, keys []uint64) error {
	if r.g.absent != nil {
		copy(dst, keys)
		return nil
	}
	if err := r.g.numbers(AskRanks, dst, keys); err != nil {
		return err
	}
	for n, rank := range dst {
		if rank != NoRank && rank >= r.g.opened.Size {
			return r.g.breachAt(keys[n], "its rank is %d: want less than %d", rank, r.g.opened.Size)
		}
	}
	return nil
}
