package rpsw

import (
	"math/bits"
	"sort"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// move is a king step of the mover's piece of a kind.
type move struct {
	kind     kind
	from, to uint8
	capture  bool
}

func (b *board) moveText(m move) string {
	mark := "-"
	if m.capture {
		mark = "x"
	}
	return b.name(m.from) + mark + b.name(m.to)
}

// moves lists the legal moves of a position.
func (v *Variant) moves(position engine.Position) (list []move) {
	if _, over := v.Finished(position); over {
		return nil
	}
	p := position.(Position)
	for k, square := range p.mine {
		if square == 0 {
			continue
		}
		for to := v.board.king[square-1]; to != 0; to &= to - 1 {
			m := move{kind: kind(k), from: square - 1, to: uint8(bits.TrailingZeros64(to))}
			if _, own := p.mine.at(m.to); own {
				continue
			}
			if victim, ok := p.theirs.at(m.to); ok {
				if !setOf(takes[k][:]...).has(victim) {
					continue
				}
				m.capture = true
			}
			list = append(list, m)
		}
	}
	return list
}

// after returns the result of a legal move.
func (v *Variant) after(p Position, m move) engine.Result {
	p.mine[m.kind] = 1 + m.to
	if victim, ok := p.theirs.at(m.to); ok {
		p.theirs[victim] = 0
	}
	next := Position{mine: v.board.turned(p.theirs), theirs: v.board.turned(p.mine)}
	r := engine.Result{To: next, Turns: 1}
	if _, over := v.Finished(next); over {
		r.Ended, r.End = true, won
	}
	return r
}

// AppendResults implements [engine.Notation]. No two moves lead to the same
// position.
func (v *Variant) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	for _, m := range v.moves(p) {
		dst = append(dst, v.after(p.(Position), m))
	}
	return dst
}

// Moves implements [engine.Notation].
func (v *Variant) Moves(p engine.Position) []engine.Move {
	var moves []engine.Move
	for _, m := range v.moves(p) {
		moves = append(moves, engine.Move{Result: v.after(p.(Position), m), Turn: v.board.moveText(m)})
	}
	sort.Slice(moves, func(i, j int) bool { return moves[i].Turn < moves[j].Turn })
	return moves
}

// Play implements [engine.Notation]. Its error names the reason why a move is illegal.
func (v *Variant) Play(position engine.Position, text string) (engine.Result, error) {
	b, p := v.board, position.(Position)
	bad := func(format string, args ...any) (engine.Result, error) {
		return engine.Result{}, engine.InputErrorf("move %q: "+format, append([]any{text}, args...)...)
	}
	if _, over := v.Finished(p); over {
		return bad("the game is over")
	}
	at := strings.IndexAny(text, "-x")
	if at < 0 {
		return bad("want two squares such as b2-b3, or b2xb3 for a capture")
	}
	from, okFrom := b.named(text[:at])
	to, okTo := b.named(text[at+1:])
	if !okFrom || !okTo {
		return bad("want two squares from a1 to %s, such as b2-b3, or b2xb3 for a capture", b.name(b.lastSquare))
	}
	k, own := p.mine.at(from)
	if !own {
		return bad("no own piece stands on %s", b.name(from))
	}
	for _, m := range v.moves(p) {
		switch {
		case m.from != from || m.to != to:
		case m.capture && text[at] != 'x':
			return bad("that is a capture: want %s", b.moveText(m))
		case !m.capture && text[at] == 'x':
			return bad("there is nothing to take on %s: want %s", b.name(to), b.moveText(m))
		default:
			return v.after(p, m), nil
		}
	}
	if b.king[from]>>to&1 == 0 {
		return bad("%s is not next to %s", b.name(to), b.name(from))
	}
	if _, own := p.mine.at(to); own {
		return bad("an own piece stands on %s", b.name(to))
	}
	return bad("%c does not take %c", ownLetters[k], p.letter(to))
}
