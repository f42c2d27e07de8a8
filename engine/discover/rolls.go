package discover

import (
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// rolled completes the rules of a game of chance: its moves are those of all rolls. It returns other
// rules as they are.
func rolled(rules *engine.Rules) *engine.Rules {
	if rules.Roll == nil || rules.AppendMoves != nil {
		return rules
	}
	r := *rules
	r.AppendMoves = engine.RolledMoves(r.Roll)
	return &r
}

// keyRoller is the [fast.Roller] of a game of rules.
type keyRoller struct{ g *discovered }

// Roll implements [fast.Roller].
func (k *keyRoller) Roll(r *fast.Rolls, i uint64) engine.Ends {
	r.Reset()
	ends := k.g.rules.Roll(r, k.g.key(i))
	for n := range r.Moves {
		m := &r.Moves[n]
		if m.End != 0 {
			continue
		}
		key := m.To
		if k.g.rules.Symmetry != nil {
			key = k.g.rules.Symmetry.Canonical(key)
		}
		m.To = k.g.found(key)
	}
	return ends
}

// dice returns the rolls of the game for people.
func (g *discovered) dice() *engine.Dice {
	d := g.rules.Dice
	d.Rolls = func(p engine.Position) []engine.Roll { return g.rolls(p.(keyPosition), "") }
	if g.rules.Within != nil {
		d.Within = func(p engine.Position) (uint64, bool) {
			owner, place, ok := g.rules.Within(p.(keyPosition).key)
			if !ok || p.(keyPosition).end != 0 {
				return 0, false
			}
			return g.size + g.found(g.canonical(owner))*d.Places + uint64(place), true
		}
	}
	return &d
}

// rolls returns the rolls at a position, with their moves, or those of one roll alone if its name is not "".
func (g *discovered) rolls(p keyPosition, only string) (list []engine.Roll) {
	if p.end != 0 {
		return nil
	}
	var r fast.Rolls
	if ends := g.rules.Roll(&r, p.key); ends&engine.Over != 0 {
		return nil
	}
	for n := range r.Weights {
		roll := engine.Roll{Name: strconv.Itoa(n + 1), Weight: uint64(r.Weights[n])}
		if g.rules.RollName != nil {
			roll.Name = g.rules.RollName(p.key, n)
		}
		seen := map[fast.RollMove]bool{}
		for _, m := range r.Of(n) {
			if seen[m] || only != "" && only != roll.Name {
				continue
			}
			seen[m] = true
			t := engine.RollTurn{To: keyPosition{key: m.To}, Gain: int(m.Gain), Keeps: m.Keeps, Doubles: m.Doubles}
			if m.End != 0 {
				t.To, t.Ended, t.End = keyPosition{key: p.key, end: m.End}, true, endValue(g.kind, m.End)
			}
			if t.Turn = turnText(g, p.key, t.To); g.rules.RollText != nil && !t.Ended {
				t.Turn = g.rules.RollText(p.key, m.To, n)
			}
			roll.Turns = append(roll.Turns, t)
		}
		slices.SortFunc(roll.Turns, func(a, b engine.RollTurn) int { return strings.Compare(a.Turn, b.Turn) })
		list = append(list, roll)
	}
	return list
}

// rolledMoves returns the distinct results of all rolls, each with the first roll that leads there.
func (g *discovered) rolledMoves(p keyPosition) []engine.Move {
	results := g.AppendResults(nil, p)
	turns := map[engine.Position]string{}
	for _, roll := range g.rolls(p, "") {
		for n := range roll.Turns {
			t := &roll.Turns[n]
			text := roll.Text(t)
			if have, ok := turns[t.To]; !ok || len(text) < len(have) || len(text) == len(have) && text < have {
				turns[t.To] = text
			}
		}
	}
	moves := make([]engine.Move, len(results))
	for i, r := range results {
		moves[i] = engine.Move{Result: r, Turn: turns[r.To]}
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return strings.Compare(a.Turn, b.Turn) })
	return moves
}

// playRolled plays a turn with its roll, such as "3:a1-a4".
func (g *discovered) playRolled(p keyPosition, turn string) (engine.Result, error) {
	name, _, _ := strings.Cut(turn, ":")
	rolls := g.rolls(p, name)
	if len(rolls) == 0 {
		return engine.Result{}, engine.InputErrorf("%q cannot be played at %s: there is no move", turn, g.Text(p))
	}
	var legal, names []string
	for _, roll := range rolls {
		names = append(names, roll.Name)
		for n := range roll.Turns {
			t := &roll.Turns[n]
			text := roll.Text(t)
			if text != turn {
				legal = append(legal, text)
				continue
			}
			for _, r := range g.AppendResults(nil, p) {
				if r.To == t.To {
					return r, nil
				}
			}
		}
	}
	if legal == nil {
		return engine.Result{}, engine.InputErrorf("%q is not a move at %s: want the roll and the move, such as %s:…; the rolls are %s", turn, g.Text(p), names[0], strings.Join(names, ", "))
	}
	return engine.Result{}, engine.InputErrorf("%q is not a move at %s: want the roll and the move, one of %s", turn, g.Text(p), strings.Join(legal, ", "))
}
