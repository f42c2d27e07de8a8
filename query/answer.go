package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Answer is what the database knows of one position.
type Answer struct {
	Game     string // canonical spec
	Position engine.Position
	Text     string // canonical notation of the position
	Index    uint64 // the table's index; meaningful where Stored
	Stored   bool   // false: the verdict was computed from the successors
	Verdict  Verdict
}

// Parse reads a position: #N is an index, everything else is the game's own
// notation. Errors are [engine.InputError]s.
func (db *DB) Parse(text string) (engine.Position, error) {
	return engine.ParsePosition(db.game, text)
}

// Lookup returns the value of the position that text says, as [DB.Parse] reads it and
// [DB.Value] answers.
func (db *DB) Lookup(text string) (Answer, error) {
	p, err := db.Parse(text)
	if err != nil {
		return Answer{}, err
	}
	return db.Value(p)
}

// Value returns the value of a position. Where the table does not hold the
// position it is computed from its successors, and is unknown when those do not
// decide it. A damaged table gives an error that wraps [ErrCorrupt].
func (db *DB) Value(p engine.Position) (Answer, error) {
	a := Answer{Game: db.spec, Position: p, Text: db.game.Text(p)}
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		v, err := db.stored(a.Index)
		a.Verdict = v
		return a, err
	}
	v, err := db.compute(p)
	a.Verdict = v
	return a, err
}

// At returns the value of a stored position, which must be below the table's size.
func (db *DB) At(index uint64) (Answer, error) {
	v, err := db.stored(index)
	p := db.game.At(index)
	return Answer{db.spec, p, db.game.Text(p), index, true, v}, err
}

// stored returns what the table says of an index.
func (db *DB) stored(i uint64) (Verdict, error) {
	v, known, err := db.values.Get(i)
	if err != nil || !known {
		return Verdict{Kind: db.kind}, err
	}
	return db.Verdict(v), nil
}

// Verdict returns what a value says where it stands in the table.
func (db *DB) Verdict(v engine.Value) Verdict {
	return Verdict{db.kind, v, v != engine.Tie || db.maxPhase == 0}
}

// compute returns the value of a position that the table does not hold.
func (db *DB) compute(p engine.Position) (Verdict, error) {
	if v, ok := db.game.Finished(p); ok {
		return Verdict{db.kind, v, true}, nil
	}
	ws, err := db.weigh(db.game.AppendResults(nil, p))
	if err != nil {
		return Verdict{Kind: db.kind}, fmt.Errorf("value of %s: %w", db.game.Text(p), err)
	}
	return db.judge(ws)
}

// weighed is a result of a turn and what it is worth to the player who moves.
type weighed struct {
	index   uint64
	stored  bool // index is meaningful
	verdict Verdict
}

// weigh returns, in the order of results, what each of them is worth to the player
// who moves. Stored ones are read in the order of their indices, so that a block
// of the table is unpacked once.
func (db *DB) weigh(results []engine.Result) ([]weighed, error) {
	ws := make([]weighed, len(results))
	order := make([]int, 0, len(results))
	for i, r := range results {
		w, err := db.place(r)
		if err != nil {
			return nil, err
		}
		ws[i] = w
		if w.stored {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ws[a].index, ws[b].index) })
	fill := func(order []int) error {
		for _, i := range order {
			if err := db.fill(&ws[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if db.table != nil {
		return ws, fill(order)
	}
	// In a compressed file nearly every look-up unpacks a block of its own, which
	// takes long enough to share the work.
	const batch = 32
	return ws, parallel(context.Background(), (len(order)+batch-1)/batch, func(i int) error {
		return fill(order[i*batch : min(len(order), (i+1)*batch)])
	})
}

// place returns a result with its index, where it is stored, and otherwise with
// its verdict. A position that is neither finished nor stored is unknown: looking
// further could be a search without end.
func (db *DB) place(r engine.Result) (weighed, error) {
	w := weighed{verdict: Verdict{Kind: db.kind}}
	if r.Ended {
		w.verdict = Verdict{db.kind, r.End, true}
		return w, nil
	}
	if w.index, w.stored = db.game.Index(r.To); w.stored {
		return w, nil
	}
	var err error
	if v, ok := db.game.Finished(r.To); ok {
		w.verdict, err = Verdict{db.kind, v, true}.back()
	}
	return w, err
}

// fill reads the verdict of a stored result.
func (db *DB) fill(w *weighed) error {
	v, err := db.stored(w.index)
	if err != nil {
		return err
	}
	if w.verdict, err = v.back(); err != nil {
		return fmt.Errorf("a move to #%d: %w", w.index, err)
	}
	return nil
}

// judge returns the value of a position that is not finished from what its moves
// are worth.
//
// Where a table was solved to remoteness K only, an unknown successor lasts longer
// than K, so that a known win, which is shorter, stays exact. A successor that is
// not stored at all, or that a file used in place does not hold, could end at once:
// then only a win in one ply is certain, as no win is quicker.
func (db *DB) judge(ws []weighed) (Verdict, error) {
	if len(ws) == 0 {
		v, err := db.kind.Decided(false, 0)
		return Verdict{db.kind, v, err == nil}, err
	}
	best := ws[0].verdict
	unknown, blind := false, false
	for _, w := range ws {
		if Compare(w.verdict, best) < 0 {
			best = w.verdict
		}
		unknown = unknown || !w.verdict.Known
		blind = blind || !w.verdict.Known && (!w.stored || db.maxPhase == 0)
	}
	plies, _ := best.Plies()
	if unknown && (best.Outcome() != engine.Win || blind && plies > 1) {
		return Verdict{Kind: db.kind}, nil
	}
	return best, nil
}
