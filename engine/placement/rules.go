package placement

import "github.com/foregone-db/foregone/engine"

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
