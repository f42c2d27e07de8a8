package foreign

import (
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Rules returns the rules of the game. A breach panics with a [pool.Failure] if the method cannot
// return an error.
func (g *Game) Rules() *engine.Rules {
	r := &engine.Rules{Start: g.opened.Start, Notation: notation{g}}
	if g.d.placed != nil {
		copied := g.d.placed.rules
		r = &copied
	}
	if g.d.placed == nil && g.d.Depiction != nil {
		r.Depiction = *g.d.Depiction
	}
	r.Absent, r.MaxSuccessors = g.absent != nil, g.d.MaxSuccessors
	r.AppendMoves = func(dst []uint64, key uint64) ([]uint64, engine.Ends) { return g.append(dst, key, false) }
	r.NewBatcher = func() fast.Batcher { return &batcher{g: g, canonical: g.d.Has(Canonical)} }
	number := func(key uint64) int { return one(key, (&batcher{g: g}).Numbers) }
	switch {
	case g.d.Has(Layers):
		r.Layer = number
	case g.d.Has(Slices):
		r.Slice = number
	}
	if g.d.Has(Canonical) {
		r.Symmetry = symmetry{g}
	}
	if g.kind == engine.Score || g.kind == engine.Expected {
		r.Score = g.score
	}
	if dice := g.d.Dice; dice != nil {
		r.Roll, r.AppendMoves, r.RollName = g.roll, nil, dice.name
		r.Dice = engine.Dice{Sum: dice.Sum, Bound: dice.Bound, Endless: dice.Endless}
	}
	if g.d.Has(Moves) {
		r.MoveText = func(from, to uint64) string { return g.words(AskMove, "move", from, to) }
	}
	if g.d.Has(Board) {
		r.Board = func(key uint64) string {
			return strings.TrimSuffix(g.words(AskBoard, "board", key), "\n") + "\n"
		}
	}
	return r
}

// words asks for a text about keys, or panics. Messages call the text what.
func (g *Game) words(q Question, what string, keys ...uint64) string {
	key := keys[len(keys)-1]
	text, err := ask(g, key, func(i Instance) (string, error) { return i.Words(q, keys...) })
	if err == nil {
		text, err = g.text(key, what, text, q == AskBoard)
	}
	must(err)
	return text
}

// must panics with an error that the method cannot return.
func must(err error) {
	if err != nil {
		panic(pool.Failure{Err: err})
	}
}

// one asks a question about keys for one key, or panics.
func one[T any](key uint64, ask func(dst []T, keys []uint64) error) T {
	dst := make([]T, 1)
	must(ask(dst, []uint64{key}))
	return dst[0]
}

// append implements AppendMoves of [engine.Rules] and AppendCanonicalMoves of a symmetry.
func (g *Game) append(dst []uint64, key uint64, canonical bool) ([]uint64, engine.Ends) {
	m := g.expandOne(key, canonical)
	return append(dst, m.Keys...), m.Ends[0]
}

// score implements Score of [engine.Rules].
func (g *Game) score(key uint64) int { return int(g.expandOne(key, false).Scores[0]) }

func (g *Game) expandOne(key uint64, canonical bool) (m fast.Moves) {
	b := batcher{g: g, canonical: canonical}
	must(b.Expand(&m, []uint64{key}))
	return m
}

// symmetry implements [engine.Symmetry].
type symmetry struct{ g *Game }

// Canonical implements [engine.Symmetry].
func (s symmetry) Canonical(key uint64) uint64 {
	return one(key, func(dst, keys []uint64) error { return s.g.numbers(AskCanonical, dst, keys) })
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (s symmetry) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return s.g.append(dst, key, true)
}

// KeyWeight implements [engine.Symmetry].
func (s symmetry) KeyWeight(key uint64) uint64 {
	return one(key, (&batcher{g: s.g}).Weights)
}

// notation implements [engine.KeyNotation]. Every game accepts a key in hexadecimal as a position.
type notation struct{ g *Game }

// ParseKey implements [engine.KeyNotation].
func (n notation) ParseKey(text string) (uint64, error) {
	if n.g.absent != nil && n.g.d.Has(Canonical) {
		return 0, n.g.absent // only a canonical key has an index
	}
	if digits, ok := strings.CutPrefix(text, "0x"); ok {
		if key, err := strconv.ParseUint(digits, 16, 64); err == nil {
			return key, nil
		}
	}
	switch {
	case !n.g.d.Has(Text):
		return 0, engine.InputErrorf("%q is not a position: want its key in hexadecimal, such as 0x1f", text)
	case len(text) > MaxText:
		return 0, engine.InputErrorf("a text of %d bytes is not a position: want at most %d", len(text), MaxText)
	}
	key, err := ask(n.g, 0, func(i Instance) (uint64, error) { return i.Parse(text) })
	if refused(err) {
		reason := ""
		if err.Error() != "" {
			reason = ": " + err.Error()
		}
		return 0, engine.InputErrorf("%q is not a position of %s%s", text, n.g.name, reason)
	}
	return key, err
}

// KeyText implements [engine.KeyNotation].
func (n notation) KeyText(key uint64) string {
	if !n.g.d.Has(Text) || n.g.absent != nil {
		return "0x" + strconv.FormatUint(key, 16)
	}
	return n.g.words(AskText, "text", key)
}
