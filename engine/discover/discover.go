package discover

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Game makes a game from rules. It finds all positions that play reaches from the start, the start
// included, and numbers them by the ranks of their keys. Layers or slices of the rules become the
// slices of the game, in ascending order of their numbers. Keys are ranked within each slice.
// Without layers or slices the game has one slice. With a symmetry the game stores canonical keys
// only; without one every position has weight 1. The game has no predecessors. It stores finished
// positions that have a key.
//
// Game refuses rules whose parts contradict each other. A limit other than 0 bounds the number of
// positions. If the game exceeds it or the memory limit of the process ([debug.SetMemoryLimit]),
// the error is an [engine.InputError]. A breach of the rules' contract is an error that names the
// position: a finished position with moves, an end that the kind cannot hold, a move that stays in
// its layer.
//
// All keys stay in memory: 9 bytes a position. The search needs 16 bytes more for each position of
// the largest slice, some 200 MiB of buffers, and room for garbage, within the memory limit. It runs
// on all cores, and takes about 0.1 µs of CPU time for each position of a game with five moves a
// position. [Find] handles games that do not fit or may be interrupted. [Keyed] makes a game from known keys, such
// as those of a database.
//
// Successors appear as often as the rules append their keys. AppendEndings names the moves that end
// the game and lead to no key (bits WinsNow, DrawsNow, LosesNow). Without it the [engine.Notation]
// shows all such moves of a bit as one turn, "wins", "draws" or "loses". Its result is a mark,
// written as the position before the turn, followed by the word.
func Game(spec engine.Spec, kind engine.Kind, rules *engine.Rules, limit uint64) (engine.Game, error) {
	parts, err := Find(context.Background(), spec, kind, rules, Options{Limit: limit})
	if err != nil {
		return nil, err
	}
	return Keyed(spec, kind, rules, parts)
}

// Keyed makes a game from rules and known positions. The parts become its slices, in the given
// order. Each part must have keys.
func Keyed(spec engine.Spec, kind engine.Kind, rules *engine.Rules, parts []Slice) (engine.Game, error) {
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if p.Keys == nil {
			return nil, fmt.Errorf("the keys of slice %d of %v are not there", p.Number, spec)
		}
		g.parts = append(g.parts, &keyPart{keys: p.Keys, size: p.Keys.Len(), number: p.Number, name: p.Name, layer: p.Layer || g.acyclic(), first: g.size, targets: p.Targets})
		g.size += p.Keys.Len()
		g.resident += p.Resident
	}
	g.makeSlices()
	if rules.NewBatcher != nil && rules.Symmetry != nil {
		g.weights = &weightRuns{game: g}
	}
	return g, nil
}

// ruled makes a game without positions from rules, and checks that the rules are consistent.
func ruled(spec engine.Spec, kind engine.Kind, rules *engine.Rules) (*discovered, error) {
	rules = rolled(rules)
	g := &discovered{spec: spec, kind: kind, ranking: ranking{rules: rules, moves: rules.AppendMoves, number: rules.Slice}}
	if rules.Layer != nil {
		g.number = rules.Layer
	}
	if rules.Symmetry != nil {
		g.moves = rules.Symmetry.AppendCanonicalMoves
	}
	scores := kind == engine.Score
	average := kind.Known() && kind.Outcome(0) == engine.Average
	switch {
	case kind.Known() && kind.Uncertain() != (rules.Roll != nil):
		return nil, fmt.Errorf("discover %v: rules of the %v kind, and Roll is there: %v", spec, kind, rules.Roll != nil)
	case average && rules.Score == nil:
		return nil, fmt.Errorf("discover %v: rules of expected scores need Score, the score of finished positions", spec)
	case rules.AppendMoves == nil:
		return nil, fmt.Errorf("discover %v: the rules have no moves", spec)
	case rules.Layer != nil && rules.Slice != nil:
		return nil, fmt.Errorf("discover %v: the rules have both layers and slices", spec)
	case !kind.Known():
		return nil, fmt.Errorf("discover %v: there is no %v kind", spec, kind)
	case scores && rules.Score == nil:
		return nil, fmt.Errorf("discover %v: rules of the score kind need Score, the score of finished positions", spec)
	case !scores && (rules.Points != nil || rules.Side != nil):
		return nil, fmt.Errorf("discover %v: the rules have points or sides, which need the score kind", spec)
	case rules.Side != nil && rules.Layer == nil:
		return nil, fmt.Errorf("discover %v: the rules have sides but no layers", spec)
	case !scores && !average && rules.Score != nil:
		return nil, fmt.Errorf("discover %v: the rules have Score, but values of the %v kind are not scores", spec, kind)
	}
	return g, nil
}

// discovered is the game that [Game] and [Keyed] make.
type discovered struct {
	spec   engine.Spec
	kind   engine.Kind
	slices []engine.Slice
	ranking
	resident uint64      // bytes of the keys in memory
	weights  *weightRuns // nil if the game does not answer in batches or has no symmetry
}

func (g *discovered) Spec() engine.Spec      { return g.spec }
func (g *discovered) Kind() engine.Kind      { return g.kind }
func (g *discovered) Size() uint64           { return g.size }
func (g *discovered) Slices() []engine.Slice { return g.slices }

// Parts implements [engine.Game].
func (g *discovered) Parts() engine.Parts {
	p := engine.Parts{Resident: g.resident, Depiction: g.rules.Depiction, MaxSuccessors: g.rules.MaxSuccessors}
	p.TurnText = func(from, to engine.Position) string { return turnText(g, from.(keyPosition).key, to) }
	for _, f := range g.rules.Features {
		p.Features = append(p.Features, engine.Feature[engine.Position]{Name: f.Name, Of: func(p engine.Position) int64 { return f.Of(p.(keyPosition).key) }})
	}
	if g.rules.AppendTurns != nil {
		p.AppendTurns = g.appendTurns
	}
	if g.rules.Roll != nil {
		p.Dice = g.dice()
	}
	return p
}

func (g *discovered) Weight(i uint64) uint64 {
	switch {
	case g.rules.Symmetry == nil:
		return 1
	case g.weights != nil:
		return g.weights.at(i)
	}
	return g.rules.Symmetry.KeyWeight(g.key(i))
}

func (g *discovered) makeSlices() {
	weight := uint64(1)
	if g.rules.Symmetry != nil {
		weight = 0
	}
	for at, p := range g.parts {
		s := engine.Slice{Name: cmp.Or(p.name, "all"), First: p.first, Size: p.size, Weight: weight, Layer: p.layer}
		switch {
		case p.name != "":
		case g.acyclic():
			s.Name = fmt.Sprintf("layer %d", p.number)
		case g.number != nil:
			s.Name = fmt.Sprintf("slice %d", p.number)
		}
		for _, to := range p.targets {
			if to != at {
				s.Exits = append(s.Exits, to)
			}
		}
		if p.size > 0 && !g.rules.Absent {
			if g.rules.Points != nil {
				s.Points = g.rules.Points(p.keys.Key(0))
			}
			if g.rules.Side != nil {
				s.Side = g.rules.Side(p.keys.Key(0))
			}
		}
		g.slices = append(g.slices, s)
	}
}

// successors returns the canonical successors of keys, with duplicates.
func (g *discovered) successors(keys []uint64) ([]uint64, error) {
	var m fast.Moves
	err := g.batcher().Expand(&m, keys)
	return m.Keys, err
}

func (g *discovered) NewScratch() engine.Scratch {
	if g.rules.NewBatcher != nil {
		s := &batchScratch{g: g, batch: g.rules.NewBatcher()}
		all := engine.Scratch{Generator: s}
		if g.rules.Roll != nil {
			all.Roller = s
		}
		if g.rules.Score != nil {
			all.Score = s.Score
		}
		return all
	}
	s := engine.Scratch{Generator: &discoveredScratch{g: g}}
	if g.rules.Roll != nil {
		s.Roller = &keyRoller{g}
	}
	if g.rules.Score != nil {
		s.Score = func(i uint64) int { return g.rules.Score(g.key(i)) }
	}
	return s
}

// discoveredScratch caches the slice of the last position, because the next position is usually in
// the same slice.
type discoveredScratch struct {
	g      *discovered
	part   *keyPart
	target *keyPart // the slice of all moves from part, or nil
}

func (s *discoveredScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if s.part == nil || i-s.part.first >= s.part.size {
		s.enter(i)
	}
	n := len(dst)
	dst, ends := s.g.moves(dst, s.part.keys.Key(i-s.part.first))
	if s.target == nil {
		for j, key := range dst[n:] {
			dst[n+j] = s.g.found(key)
		}
		return dst, ends
	}
	for j, key := range dst[n:] {
		rank, ok := s.target.keys.Rank(key)
		if !ok {
			missing(s.g, key)
		}
		dst[n+j] = s.target.first + rank
	}
	return dst, ends
}

// enter caches the slice of index i.
func (s *discoveredScratch) enter(i uint64) {
	s.part, s.target = s.g.parts[s.g.partOf(i)], nil
	if len(s.part.targets) == 1 {
		s.target = s.g.parts[s.part.targets[0]]
	}
}

// found returns the index of a successor.
func (g *discovered) found(key uint64) uint64 {
	i, ok := g.index(key)
	if !ok {
		missing(g, key)
	}
	return i
}

// missing panics with a [pool.Failure], because the rules lead to a key that is not stored.
func missing(g *discovered, key uint64) {
	pool.Fail("the rules of %v are wrong: they lead to key %#x now, but did not during discovery", g.spec, key)
}

// Played makes a game from rules for its positions and moves only. It finds no positions, so games
// of any size are ready at once. It stores no positions: Size is 0, and callers must not call At
// and NewScratch. It does not check whether play reaches a position that it reads.
func Played(spec engine.Spec, kind engine.Kind, rules *engine.Rules) (engine.Game, error) {
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return nil, err
	}
	return played{g}, nil
}

// played is a game without stored positions.
type played struct{ *discovered }

// Parse implements [engine.Notation].
func (g played) Parse(text string) (engine.Position, error) {
	if strings.HasPrefix(text, "#") && strings.Trim(text[1:], "0123456789") == "" {
		return nil, engine.InputErrorf("%q is an index, and positions have none before they are found: want the position itself", text)
	}
	key, err := g.parseKey(text)
	if err != nil {
		return nil, err
	}
	return keyPosition{key: key}, nil
}

// Index implements [engine.Notation]. It always returns false, because no position is stored.
func (g played) Index(engine.Position) (uint64, bool) { return 0, false }
