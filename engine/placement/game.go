package placement

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// New returns the game of a declaration with moves. An error about the declaration is an
// [engine.InputError].
func New(spec engine.Spec, kind engine.Kind, d *Declaration) (engine.Game, error) {
	rules, keys, err := d.Rules()
	if err != nil {
		return nil, err
	}
	return Keyed(spec, kind, rules, keys)
}

// Keyed returns the game of a declaration from the results of [Declaration.Rules]. If the
// declaration has no moves, the caller has set AppendMoves of the rules. An error about the
// declaration is an [engine.InputError].
func Keyed(spec engine.Spec, kind engine.Kind, rules *engine.Rules, keys *Numbering) (engine.Game, error) {
	n, err := keys.Number()
	if err != nil {
		return nil, err
	}
	if err := n.checkSymmetry(); err != nil {
		return nil, err
	}
	g, err := discover.Keyed(spec, kind, rules, []discover.Slice{{Targets: []int{0}, Keys: keySet{n, keys}}})
	if err != nil {
		return nil, err
	}
	return &game{g, n}, nil
}

// keySet is the keys of all stored positions. It implements [discover.KeySet] and
// [discover.KeyBatches].
type keySet struct{ stored, keys *Numbering }

func (k keySet) Len() uint64 { return k.stored.Size }

func (k keySet) Key(i uint64) uint64 { return k.AppendKeys(nil, i, i+1)[0] }

// AppendKeys implements [discover.KeyBatches].
func (k keySet) AppendKeys(dst []uint64, first, end uint64) []uint64 {
	cursor := k.stored.NewCursor()
	for i := first; i < end; i++ {
		p, _ := cursor.Seek(i)
		dst = append(dst, k.keys.key(p))
	}
	return dst
}

// Rank returns the index of a position or of its twin.
func (k keySet) Rank(key uint64) (uint64, bool) {
	p := k.keys.read(key)
	return k.stored.Index(&p)
}

// Ranks implements [discover.KeyBatches].
func (k keySet) Ranks(dst, keys []uint64) error {
	cursor := k.keys.NewCursor()
	for n, key := range keys {
		p, _ := cursor.Seek(key)
		var ok bool
		if dst[n], ok = k.stored.Index(p); !ok {
			dst[n] = none
		}
	}
	return nil
}

// game is the game of a numbering. It implements [engine.Game], at the full level if the
// declaration has moves.
type game struct {
	engine.Game
	numbering *Numbering
}

// Slices implements [engine.Game].
func (g *game) Slices() []engine.Slice { return g.numbering.Slices }

// Start implements [engine.Notation].
func (g *game) Start() (engine.Position, bool) {
	if g.numbering.Start == "" {
		return nil, false
	}
	return g.Game.Start()
}

// Weight implements [engine.Game].
func (g *game) Weight(i uint64) uint64 {
	weight, _ := g.numbering.WeightRun(i)
	return weight
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.WeightRun = g.numbering.Bytes(), g.numbering.WeightRun
	return p
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	if len(g.numbering.Moves) == 0 {
		return g.Game.NewScratch()
	}
	w := &scratch{cursor: g.numbering.NewCursor(), targets: make([]target, len(g.numbering.Classes))}
	w.mover = mover{Numbering: g.numbering, visit: w.add}
	return engine.Scratch{Generator: w, Unmover: w}
}

// scratch implements [engine.Generator] and [fast.Unmover].
type scratch struct {
	mover
	cursor  *Cursor
	targets []target // by class
	twin    bool     // the current position is its own twin
	queue   []queued // the positions that the mover listed
	read    uint64   // the words of their places
}

// queued is a place of a class. It is a position if the class has it in its set.
type queued struct {
	class *Class
	place uint64
	twin  bool // the position is its own twin
}

// seek starts a list for the position of index i, and returns that position and its class.
func (w *scratch) seek(i uint64) (*Position, *Class) {
	p, c := w.cursor.Seek(i)
	w.twin = w.Symmetries.Order > 1 && w.cursor.stabilizer() != 1
	w.queue = w.queue[:0]
	return p, c
}

// add queues a position.
func (w *scratch) add(p *Position, c *Class, end engine.Ends) {
	if end == 0 {
		t := &w.targets[c.Number]
		t.enter(c, p.At[0])
		place, twin := t.find(p)
		w.queue = append(w.queue, queued{c, place, twin})
	}
}

// appendQueue appends the indices of the queued positions that are stored. The first loop reads all
// places from memory before any is needed, so that the cache misses overlap.
//
// Successors and predecessors list an edge equally often: once for each move. If an end of the edge
// is its own twin, several moves make the same edge, and both lists have it once.
func (w *scratch) appendQueue(dst []uint64) []uint64 {
	for _, q := range w.queue {
		if q.class.set != nil {
			w.read += q.class.set.Word(q.place)
		}
	}
	from := len(dst)
	for _, q := range w.queue {
		if index, ok := q.class.index(q.place); ok && !((q.twin || w.twin) && slices.Contains(dst[from:], index)) {
			dst = append(dst, index)
		}
	}
	return dst
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	p, c := w.seek(i)
	ends := w.visitMoves(p, c)
	return w.appendQueue(dst), ends
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	p, c := w.seek(i)
	w.visitUnmoves(p, c)
	return w.appendQueue(dst)
}

// rules implements a declaration's rules on keys. The keys are the indices of a numbering of all
// placements, including symmetric and finished ones.
type rules struct{ *Numbering }

// Rules returns the rules of a declaration, and the numbering of their keys. In that numbering
// symmetric and finished positions have their own keys, so it needs no tables. It is for games with
// their own indices. If the declaration has no moves, the rules lack AppendMoves and MaxSuccessors,
// which the caller sets; [Numbering.Settle] helps. An error about the declaration is an
// [engine.InputError].
func (d *Declaration) Rules() (*engine.Rules, *Numbering, error) {
	n, err := d.number(nil, true)
	if err != nil {
		return nil, nil, err
	}
	r := &rules{n}
	contract := &engine.Rules{Notation: r, Board: r.board, MoveText: r.moveText, Depiction: r.depiction()}
	if len(d.Moves) > 0 {
		contract.AppendMoves, contract.AppendEndings, contract.MaxSuccessors = r.appendMoves, r.appendEndings, r.mostMoves()
	}
	if d.Start != "" {
		if contract.Start, err = r.ParseKey(d.Start); err != nil {
			return nil, nil, err
		}
	}
	return contract, n, nil
}

// key returns the key of a position. n must be the numbering of [Declaration.Rules].
func (n *Numbering) key(p *Position) uint64 {
	key, _ := n.Index(p)
	return key
}

// read returns the position of a key.
func (n *Numbering) read(key uint64) Position {
	p, _ := n.NewCursor().Seek(key)
	return *p
}

// appendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) appendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := r.read(key)
	m := mover{Numbering: r.Numbering, visit: func(to *Position, _ *Class, end engine.Ends) {
		if end == 0 {
			dst = append(dst, r.key(to))
		}
	}}
	ends := m.visitMoves(&p, r.ClassOf(&p))
	return dst, ends
}

// appendEndings implements the AppendEndings of [engine.Rules].
func (r *rules) appendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	p := r.read(key)
	m := mover{Numbering: r.Numbering, visit: func(to *Position, _ *Class, end engine.Ends) {
		if end != 0 {
			dst = append(dst, engine.Ending{Turn: r.moveBetween(&p, *to), End: end, Text: r.text(to), Board: r.drawing(to)})
		}
	}}
	m.visitMoves(&p, r.ClassOf(&p))
	return dst
}

// mostMoves returns an upper bound on the moves of a position.
func (r *rules) mostMoves() (most int) {
	for _, c := range r.Classes {
		sum := 0
		for _, t := range c.from {
			steps := 0
			for _, out := range t.out[:offBoard] {
				steps = max(steps, len(out))
			}
			sum += steps*c.Counts[t.group] + len(t.out[offBoard])
		}
		most = max(most, sum)
	}
	return most
}
