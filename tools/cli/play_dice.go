package cli

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// diceCup has the dice of a game of chance in progress, and the points that moves earned.
type diceCup struct {
	dice   *engine.Dice
	rng    *rand.Rand
	roll   engine.Roll // of the person's turn
	points [2]int      // of the opponent and of the person
	stake  int         // what a point counts: moves may double it
	alone  bool        // nobody but the person has moved
	before []diceTurn  // at the person's turns so far
}

// diceTurn is what a turn that is taken back restores.
type diceTurn struct {
	roll   engine.Roll
	points [2]int
	stake  int
}

// undo goes back to the person's turn before, with its roll.
func (d *diceCup) undo() {
	last := len(d.before) - 1
	d.roll, d.points, d.stake, d.before = d.before[last].roll, d.before[last].points, d.before[last].stake, d.before[:last]
}

// best returns the best move that the roll allows.
func (d *diceCup) best(m query.Moves) query.Move {
	at := slices.IndexFunc(m.Rolls, func(r query.Roll) bool { return r.Name == d.roll.Name })
	return m.Rolls[at].Moves[0].Move
}

// rollOn rolls, and plays the turns of the opponent and those in which the person has no choice, until the person
// has one. It reports whether the game is over.
func (m *match) rollOn() (over bool, err error) {
	d := m.dice
	for d.roll.Name == "" {
		roll, ok := d.dice.Draw(m.position, d.rng.Uint64N(d.dice.Sum))
		if !ok {
			return true, fmt.Errorf("%s has no roll", m.db.Game().Text(m.position))
		}
		who, by := "The opponent rolls ", "opponent"
		if m.yours {
			who, by = "You roll ", "you"
		}
		m.tell(who+roll.Name+".\n", happening{Event: "roll", By: by, Roll: roll.Name, Position: m.db.Game().Text(m.position)})
		if m.yours && len(roll.Turns) > 1 {
			d.roll = roll
			return false, nil
		}
		turn := roll.Turns[0]
		if !m.yours {
			d.alone = false
			chosen, err := m.opponent.ChooseRolled(m.ctx, m.db, m.position, roll.Name)
			if err != nil {
				return false, err
			}
			turn = roll.Turns[slices.IndexFunc(roll.Turns, func(t engine.RollTurn) bool { return t.Turn == chosen.Turn })]
		}
		words := "The opponent plays " + turn.Turn + "\n\n"
		if m.yours {
			words = "The only move is " + turn.Turn + "\n\n"
		}
		m.tell(words, happening{Event: "move", By: by, Roll: roll.Name, Move: turn.Turn, Position: m.db.Game().Text(turn.To)})
		if m.advance(turn) {
			return true, nil
		}
	}
	return false, nil
}

// showRoll says what the person rolled, and what may be played.
func (m *match) showRoll() {
	var turns []string
	for _, t := range m.dice.roll.Turns {
		turns = append(turns, t.Turn)
	}
	if !m.json {
		fmt.Fprintf(m.stdout, "Your roll is %s. You may play %s.\n", m.dice.roll.Name, strings.Join(turns, ", "))
	}
}

// playRolled plays the person's turn, with or without the roll in front of it.
func (m *match) playRolled(line string) (over bool, err error) {
	d := m.dice
	typed := strings.TrimPrefix(line, d.roll.Name+":")
	at := slices.IndexFunc(d.roll.Turns, func(t engine.RollTurn) bool { return t.Turn == typed })
	if at < 0 {
		text := fmt.Sprintf("%q cannot be played with the roll %s", line, d.roll.Name)
		m.tell(text+"\n", happening{Event: "refused", Text: text})
		return false, nil
	}
	turn := d.roll.Turns[at]
	m.before, d.before = append(m.before, m.position), append(d.before, diceTurn{d.roll, d.points, d.stake})
	m.tell("", happening{Event: "move", By: "you", Roll: d.roll.Name, Move: turn.Turn, Position: m.db.Game().Text(turn.To)})
	return m.advance(turn), nil
}

// count counts the points of a turn, and puts the dice back into the cup. yours: the person has made it.
func (d *diceCup) count(t engine.RollTurn, yours bool) {
	d.points[map[bool]int{false: 0, true: 1}[yours]] += d.stake * t.Gain
	if t.Doubles {
		d.stake *= 2
	}
	d.roll = engine.Roll{}
}
