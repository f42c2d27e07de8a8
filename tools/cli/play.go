package cli

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

// playHelp lists what can be typed.
//
//go:embed play.txt
var playHelp string

func runPlay(c *Call, db *query.DB, position engine.Position) error {
	o := opponent.Options{Strength: c.Int("strength"), Aggressive: c.Bool("aggressive"), Seed: rand.Uint64()}
	if c.IsSet("seed") {
		o.Seed = c.Uint64("seed")
	}
	other, err := opponent.New(o)
	if err != nil {
		return err
	}
	g := db.Game()
	if _, over := g.Finished(position); over || len(g.AppendResults(nil, position)) == 0 {
		return engine.InputErrorf("there is nothing to play at %s: the game is over", g.Text(position))
	}
	m := &match{Console: c.Console, ctx: c.Context, db: db, opponent: other, position: position, yours: c.String("side") == "first"}
	if dice := g.Parts().Dice; dice != nil {
		m.dice = &diceCup{dice: dice, rng: rand.New(rand.NewPCG(o.Seed, 1)), stake: 1, alone: true}
	}
	return m.run()
}

// match is a game in progress.
type match struct {
	*Console
	ctx      context.Context
	db       *query.DB
	opponent *opponent.Opponent
	position engine.Position
	yours    bool              // whether it is the person's turn
	before   []engine.Position // at the person's turns so far
	dice     *diceCup          // in games of chance
}

func (m *match) run() error {
	ctx, cancel := context.WithCancel(m.ctx)
	defer cancel()
	lines, readErr := readLines(ctx, m.stdin)
	if m.db.Game().Kind().Single() {
		m.yours = true
		m.Message("You play alone. Type a turn, or help.")
	} else {
		m.Message("You move %s. Type a turn, or help.", map[bool]string{true: "first", false: "second"}[m.yours])
	}
	for show := true; ; {
		if m.dice != nil {
			show = show || m.dice.roll.Name == ""
			if over, err := m.rollOn(); err != nil || over {
				return err
			}
		} else if !m.yours {
			over, err := m.answer()
			if err != nil || over {
				return err
			}
			show = true
		}
		if show {
			m.showBoard()
		}
		if !m.json {
			fmt.Fprint(m.stdout, "> ")
		}
		m.stdout.Flush()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case typed, ok := <-lines:
			if !ok {
				m.tell("\nThe game is left.\n", happening{Event: "left"})
				return *readErr
			}
			line := strings.TrimSpace(typed.text)
			over, err := m.command(line)
			if err != nil || over {
				return err
			}
			show = line == "undo" || line == "board"
		}
	}
}

// happening is an event of a game, as --json prints it.
type happening struct {
	Event    string `json:"event"` // position, roll, move, hint, refused, help, stuck, left or end
	By       string `json:"by,omitempty"`
	Roll     string `json:"roll,omitempty"`
	Move     string `json:"move,omitempty"`
	Value    string `json:"value,omitempty"`
	Position string `json:"position,omitempty"` // after the move
	Text     string `json:"text,omitempty"`
}

// tell reports an event, as text for people or as a JSON object for programs. The next read returns
// any write error.
func (m *match) tell(words string, h happening) {
	if !m.json {
		fmt.Fprint(m.stdout, words)
		return
	}
	m.PrintJSON(h)
}

func (m *match) showBoard() {
	g := m.db.Game()
	text := g.Text(m.position)
	if m.dice != nil {
		defer m.showRoll()
	}
	m.tell(fmt.Sprintf("%s\n\n%s\n", text, g.Board(m.position)), happening{Event: "position", Position: text})
}

// command executes the person's input, and reports whether the game is over.
func (m *match) command(line string) (over bool, err error) {
	switch line {
	case "":
	case "help", "?":
		m.tell(playHelp, happening{Event: "help", Text: playHelp})
	case "board":
	case "hint":
		return false, m.hint()
	case "undo":
		if len(m.before) == 0 {
			m.tell("There is nothing to take back.\n", happening{Event: "refused", Text: "there is nothing to take back"})
			break
		}
		last := len(m.before) - 1
		m.position, m.before = m.before[last], m.before[:last]
		if m.dice != nil {
			m.dice.undo()
		}
	case "resign":
		text := "You resign: the opponent wins."
		if m.db.Game().Kind().Single() {
			text = "You give up."
		}
		m.tell(text+"\n", happening{Event: "end", Text: text})
		return true, nil
	case "quit":
		m.tell("The game is left.\n", happening{Event: "left"})
		return true, nil
	default:
		if m.dice != nil {
			return m.playRolled(line)
		}
		r, err := m.db.Game().Play(m.position, line)
		if engine.IsInput(err) {
			m.tell(err.Error()+"\n", happening{Event: "refused", Text: err.Error()})
			return false, nil
		} else if err != nil {
			return false, err
		}
		m.before = append(m.before, m.position)
		m.tell("", happening{Event: "move", By: "you", Move: line, Position: m.db.Game().Text(r.To)})
		return m.advance(m.turnOf(r)), nil
	}
	return false, nil
}

func (m *match) hint() error {
	moves, err := m.db.Moves(m.ctx, m.position, false)
	if err != nil {
		return err
	}
	if len(moves.Moves) == 0 { // of one player, in a dead end
		m.tell("There is no move: undo takes one back.\n", happening{Event: "hint"})
		return nil
	}
	best := moves.Moves[0]
	if m.dice != nil {
		best = m.dice.best(moves)
	}
	m.tell(fmt.Sprintf("%s  %s\n", best.Turn, m.verdictText(best.Verdict)), happening{Event: "hint", Move: best.Turn, Value: best.Verdict.String()})
	return nil
}

// answer plays the opponent's turn.
func (m *match) answer() (over bool, err error) {
	move, err := m.opponent.Choose(m.ctx, m.db, m.position)
	if err != nil {
		return false, err
	}
	r, err := m.db.Game().Play(m.position, move.Turn)
	if err != nil {
		return false, fmt.Errorf("the opponent's own turn is refused: %w", errors.New(err.Error()))
	}
	m.tell("The opponent plays "+move.Turn+"\n\n", happening{Event: "move", By: "opponent", Move: move.Turn, Position: m.db.Game().Text(r.To)})
	return m.advance(m.turnOf(r)), nil
}

// turnOf returns a turn at the current position that leads to a result.
func (m *match) turnOf(r engine.Result) engine.RollTurn {
	return engine.RollTurn{To: r.To, Keeps: engine.KeepsTurn(m.db.Game(), m.position, r.To), End: r.End, Ended: r.Ended}
}

// advance moves to where a turn leads, and reports whether the game is over.
func (m *match) advance(t engine.RollTurn) (over bool) {
	g := m.db.Game()
	if g.Kind().Single() {
		return m.advanceAlone(t)
	}
	if m.dice != nil {
		m.dice.count(t, m.yours)
	}
	mover, next := m.yours, m.yours == t.Keeps
	m.position, m.yours = t.To, next
	value, over := t.End, t.Ended // for the player who has moved
	if !over {
		value, over = g.Finished(t.To) // for the player to move
		mover = next
	}
	if !over && m.dice == nil && len(g.AppendResults(nil, t.To)) == 0 { // no move: lost
		value, _ = g.Kind().Decided(false, 0)
		over = true
	}
	if over {
		m.end(m.endText(query.Verdict{Kind: g.Kind(), Value: value, Known: true}, mover))
	}
	return over
}

// end shows the last position and reports the end.
func (m *match) end(text string) {
	m.tell(fmt.Sprintf("%s\n%s\n", m.db.Game().Board(m.position), text), happening{Event: "end", Text: text})
}

// advanceAlone is advance in a game of one player, who may go back from a dead end.
func (m *match) advanceAlone(t engine.RollTurn) (over bool) {
	g := m.db.Game()
	m.position = t.To
	if value, finished := g.Finished(t.To); t.Ended || finished && g.Kind().Outcome(value) == engine.Win {
		m.end(fmt.Sprintf("Solved in %s.", Plural(uint64(len(m.before)), "move", "moves")))
		return true
	}
	m.showBoard()
	if len(g.AppendResults(nil, t.To)) == 0 {
		m.tell("There is no move: undo takes one back.\n", happening{Event: "stuck", Text: "there is no move"})
	}
	return false
}

// endText describes the end of a game. yours: the verdict is the person's.
func (m *match) endText(v query.Verdict, yours bool) string {
	margin := 0 // of the person, in points or in games won
	switch outcome := v.Outcome(); outcome {
	case engine.Scored:
		margin = v.Kind.Points(v.Value)
	case engine.Average:
		margin = m.dice.stake * int(v.Kind.Float(v.Value))
	case engine.Likely:
		margin = cmp.Compare(v.Kind.Float(v.Value), 0.5)
	default:
		margin = map[engine.Outcome]int{engine.Win: 1, engine.Loss: -1}[outcome]
	}
	if !yours {
		margin = -margin
	}
	by := "."
	switch v.Outcome() {
	case engine.Average:
		if margin += m.dice.points[1] - m.dice.points[0]; m.dice.alone {
			return fmt.Sprintf("The game is over, with %s.", Plural(uint64(max(margin, 0)), "point", "points"))
		}
		fallthrough
	case engine.Scored:
		by = fmt.Sprintf(" by %d.", max(margin, -margin))
	}
	switch {
	case margin > 0:
		return "You win" + by
	case margin < 0:
		return "The opponent wins" + by
	}
	return "The game is drawn."
}

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
