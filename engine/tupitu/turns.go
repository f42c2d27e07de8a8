package tupitu

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// eachTurn calls use with every turn at p: the cell stepped to and the cell cleared. All turns lead
// to different positions.
func (b *board) eachTurn(p Position, use func(to, clear int)) {
	for steps := b.steps(p); steps != 0; {
		to := lowest(&steps)
		for rest := (b.standing(p) | 1<<p.mover) &^ (1 << to); rest != 0; {
			use(to, lowest(&rest))
		}
	}
}

// AppendResults implements [engine.Notation].
func (v *Variant) AppendResults(dst []engine.Result, position engine.Position) []engine.Result {
	p := position.(Position)
	v.board.eachTurn(p, func(to, clear int) {
		dst = append(dst, engine.Result{To: p.turned(to, clear), Turns: 1})
	})
	return dst
}

// Moves implements [engine.Notation].
func (v *Variant) Moves(position engine.Position) []engine.Move {
	p, b := position.(Position), v.board
	var moves []engine.Move
	b.eachTurn(p, func(to, clear int) {
		moves = append(moves, engine.Move{
			Result: engine.Result{To: p.turned(to, clear), Turns: 1},
			Turn:   b.names[p.mover] + "-" + b.names[to] + "/" + b.names[clear],
		})
	})
	slices.SortFunc(moves, func(x, y engine.Move) int { return strings.Compare(x.Turn, y.Turn) })
	return moves
}

// Play implements [engine.Notation]. An error names the reason for the refusal.
func (v *Variant) Play(position engine.Position, turn string) (engine.Result, error) {
	p, b := position.(Position), v.board
	bad := func(format string, args ...any) (engine.Result, error) {
		return engine.Result{}, engine.InputErrorf("turn %q: "+format, append([]any{turn}, args...)...)
	}
	step, clearName, ok := strings.Cut(turn, "/")
	fromName, toName, dash := strings.Cut(step, "-")
	if !ok || !dash {
		return bad("want a step and the tile cleared, such as b2-c3/d4")
	}
	var cells [3]int
	for i, name := range []string{fromName, toName, clearName} {
		if cells[i], ok = b.cellNamed(name); !ok {
			return bad("%q is not a tile: want a1 to %s", name, b.names[b.cellAt[b.width-1]])
		}
	}
	from, to, clear := cells[0], cells[1], cells[2]
	switch {
	case b.steps(p) == 0:
		return bad("the player to move cannot step and has lost")
	case from != int(p.mover):
		return bad("the player to move stands on %s", b.names[p.mover])
	case to == int(p.opponent):
		return bad("the opponent stands on %s", toName)
	case p.cleared>>to&1 != 0:
		return bad("%s is cleared", toName)
	case b.near[from]>>to&1 == 0:
		return bad("%s is not next to %s", toName, fromName)
	case clear == to:
		return bad("a tile that holds a player cannot be cleared, and %s holds one after the step", clearName)
	case clear == int(p.opponent):
		return bad("a tile that holds a player cannot be cleared, and the opponent stands on %s", clearName)
	case p.cleared>>clear&1 != 0:
		return bad("%s is cleared already", clearName)
	}
	return engine.Result{To: p.turned(to, clear), Turns: 1}, nil
}
