package placement

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

// New returns the game of a declaration with moves. A change that is not nil can replace the
// notation, by keys of [Numbering.Key], before the game is made. Errors are [engine.InputError]s
// where the declaration is wrong.
func New(spec engine.Spec, kind engine.Kind, d *Declaration, change func(*Numbering, *engine.Rules)) (engine.Game, error) {
	n, err := d.Number()
	if err != nil {
		return nil, err
	}
	if len(d.Moves) == 0 {
		return nil, engine.InputErrorf("declaration of a placement: want moves")
	}
	if err := n.checkMoves(); err != nil {
		return nil, err
	}
	r := &rules{writer: writer{n}}
	r.from, r.back = n.turns()
	contract := &engine.Rules{
		AppendMoves: r.AppendMoves, Slice: r.slice, Symmetry: r, Notation: r, Board: r.board, MoveText: r.moveText, AppendEndings: r.appendEndings, Depiction: r.depiction(),
		MaxSuccessors: r.mostMoves(),
	}
	if d.Start != "" {
		if contract.Start, err = r.ParseKey(d.Start); err != nil {
			return nil, err
		}
	}
	if change != nil {
		change(n, contract)
	}
	g, err := discover.Keyed(spec, kind, contract, n.parts())
	if err != nil {
		return nil, err
	}
	return &game{g, r}, nil
}

// parts returns the slices with their keys, as package discover takes them.
func (n *Numbering) parts() (parts []discover.Slice) {
	for i, s := range n.Slices {
		targets := slices.Clone(s.Exits)
		if !s.Layer {
			targets = append(targets, i)
			slices.Sort(targets)
		}
		parts = append(parts, discover.Slice{Number: i, Targets: targets, Size: s.Size, Keys: sliceKeys{n, s}})
	}
	return parts
}

// sliceKeys is the keys of a slice. It implements [discover.KeySet].
type sliceKeys struct {
	*Numbering
	slice engine.Slice
}

func (k sliceKeys) Len() uint64 { return k.slice.Size }

func (k sliceKeys) Key(rank uint64) uint64 {
	p, _ := k.NewCursor().Seek(k.slice.First + rank)
	return k.Numbering.Key(p)
}

func (k sliceKeys) Rank(key uint64) (uint64, bool) {
	p := k.Read(key)
	i, ok := k.Index(&p)
	return i - k.slice.First, ok && i-k.slice.First < k.slice.Size && k.Canonical(p) == p
}

// game is a game by its numbering. It implements [engine.Game] at the full level.
type game struct {
	engine.Game
	rules *rules
}

// Slices implements [engine.Game].
func (g *game) Slices() []engine.Slice { return g.rules.Slices }

// Start implements [engine.Notation].
func (g *game) Start() (engine.Position, bool) {
	if g.rules.Start == "" {
		return nil, false
	}
	return g.Game.Start()
}

// Weight implements [engine.Game].
func (g *game) Weight(i uint64) uint64 {
	weight, _ := g.rules.WeightRun(i)
	return weight
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.WeightRun = g.rules.Bytes(), g.rules.WeightRun
	return p
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	w := &scratch{mover: newMover(g.rules), cursor: g.rules.NewCursor()}
	return engine.Scratch{Generator: w, Unmover: w, Searcher: w}
}

// scratch implements [engine.Generator], [fast.Unmover] and [fast.Searcher].
type scratch struct {
	mover
	cursor *Cursor
	twin   bool // the present position is its own twin

	list  []uint64 // what is listed
	from  int      // where the list of the position begins
	set   *fast.Set
	in    bool // search for a position in the set, not for one outside
	found bool
	index uint64
}

// seek begins a list of the moves, or of those before, of a position.
func (w *scratch) seek(dst []uint64, i uint64, set *fast.Set, in bool) (*Position, *Class) {
	p, c := w.cursor.Seek(i)
	w.twin = w.Symmetries.Order > 1 && w.cursor.stabilizer() != 1
	w.list, w.from, w.set, w.in, w.found = dst, len(dst), set, in, false
	return p, c
}

// visit implements visitor.
//
// Successors and predecessors list an edge equally often: once for each move. If a symmetry leaves
// one of its ends as it is, moves at that end coincide, and both list the edge once.
func (w *scratch) visit(p *Position, c *Class) (done bool) {
	t := &w.targets[c.Number]
	t.enter(c, p.At[0])
	index, twin, ok := t.find(p)
	if !ok {
		return false
	}
	if w.set != nil {
		if w.found = w.in && w.set.Has(index) || !w.in && w.set.Lacks(index); w.found {
			w.index = index
		}
		return w.found
	}
	if !(twin || w.twin) || !slices.Contains(w.list[w.from:], index) {
		w.list = append(w.list, index)
	}
	return false
}

func (w *scratch) over(*Position, engine.Ends) {}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	p, c := w.seek(dst, i, nil, false)
	w.visitMoves(p, c, w)
	if w.moves == 0 {
		return w.list, results[w.Stuck][1]
	}
	return w.list, w.ends
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	p, c := w.seek(dst, i, nil, false)
	w.visitUnmoves(p, c, w)
	return w.list
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (successor uint64, ok bool) {
	p, c := w.seek(nil, i, set, false)
	w.visitMoves(p, c, w)
	if !w.found && (w.moves == 0 && results[w.Stuck][1] != engine.IsLost || w.ends&engine.DrawsNow != 0) {
		return i, true
	}
	return w.index, w.found
}

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	p, c := w.seek(nil, i, set, true)
	w.visitMoves(p, c, w)
	return w.found
}

// rules is a declaration as rules by keys. It implements [engine.Symmetry] and
// [engine.KeyNotation].
type rules struct {
	writer
	from, back [][]turn
}

// keyList is the keys that moves lead to. It implements visitor.
type keyList struct {
	*rules
	before  Position
	keys    []uint64
	endings []engine.Ending
}

func (l *keyList) visit(p *Position, _ *Class) (done bool) {
	l.keys = append(l.keys, l.Key(p))
	return false
}

func (l *keyList) over(p *Position, end engine.Ends) {
	l.endings = append(l.endings, engine.Ending{Turn: l.moveBetween(&l.before, *p), End: end, Text: l.text(p), Board: l.drawing(p)})
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p, m, list := r.Read(key), newMover(r), keyList{rules: r, keys: dst}
	list.before = p
	m.visitMoves(&p, r.ClassOf(&p), &list)
	if m.moves == 0 {
		return list.keys, results[r.Stuck][1]
	}
	return list.keys, m.ends
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(r, dst, key)
}

// Canonical implements [engine.Symmetry].
func (r *rules) Canonical(key uint64) uint64 {
	p := r.Numbering.Canonical(r.Read(key))
	return r.Key(&p)
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	p := r.Read(key)
	i, _ := r.Index(&p)
	weight, _ := r.WeightRun(i)
	return weight
}

// slice implements the Slice of [engine.Rules].
func (r *rules) slice(key uint64) int {
	p := r.Read(key)
	return r.ClassOf(&p).Slice
}

// mostMoves returns an upper bound on the moves of a position.
func (r *rules) mostMoves() (most int) {
	for _, c := range r.Classes {
		sum := 0
		for _, t := range r.from[c.Number] {
			if t.puts {
				sum += r.Squares
				continue
			}
			steps := 0
			for _, out := range t.out {
				steps = max(steps, len(out))
			}
			sum += steps * c.Counts[t.group]
		}
		most = max(most, sum)
	}
	return most
}
