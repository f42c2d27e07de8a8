package proof

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Check checks a proof that [Proof.Write] wrote, from the rules alone: that it proves the value of a
// position. Proofs of scores are refused: check.py checks them. Errors say what is wrong.
func Check(g engine.Game, position, value, text string) error {
	v, err := g.Kind().Parse(value)
	if err != nil {
		return err
	}
	c := &checker{game: g, value: v}
	if c.start, err = g.Parse(position); err != nil {
		return err
	}
	if err := c.read(text); err != nil {
		return err
	}
	wins, draws := 0, map[Side]bool{}
	for _, h := range c.halves {
		if err := c.checkHalf(h); err != nil {
			return err
		}
		if h.wins {
			wins++
		} else {
			draws[h.holder] = true
		}
	}
	switch outcome := g.Kind().Outcome(v); {
	case (outcome == engine.Win || outcome == engine.Loss) && wins == 1 && len(c.halves) == 1:
		return nil
	case outcome == engine.Draw && len(draws) == 2 && wins == 0:
		return nil
	}
	return fmt.Errorf("its halves do not prove %s", value)
}

// checker checks a proof.
type checker struct {
	game   engine.Game
	start  engine.Position
	value  engine.Value
	halves []*checkedHalf
}

// checkedHalf is a half of a proof as the file has it.
type checkedHalf struct {
	holder Side
	wins   bool
	plies  int
	nodes  map[place]stated
}

// stated is what a proof says of a position.
type stated struct {
	plies int
	turn  string // the holder's
}

// read reads the halves.
func (c *checker) read(text string) error {
	for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		var err error
		switch {
		case fields[0] == "half" && len(fields) == 3:
			err = c.readHalf(fields[1], fields[2])
		case (fields[0] == "+" || fields[0] == "-") && len(c.halves) > 0 && len(fields) >= 3:
			err = c.readNode(fields)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return nil
}

func (c *checker) readHalf(holder, claim string) error {
	h := &checkedHalf{nodes: map[place]stated{}}
	if holder == "other" {
		h.holder = Other
	} else if holder != "mover" {
		return fmt.Errorf("holder %q: want mover or other", holder)
	}
	kind, number, _ := strings.Cut(claim, " ")
	switch kind {
	case "win":
		plies, err := strconv.Atoi(number)
		if err != nil {
			return fmt.Errorf("claim %q: want win N", claim)
		}
		h.wins, h.plies = true, plies
	case "draw":
	default:
		return fmt.Errorf("claim %q: want win N or draw", claim)
	}
	c.halves = append(c.halves, h)
	return nil
}

func (c *checker) readNode(fields []string) error {
	p, err := c.game.Parse(fields[1])
	if err != nil {
		return err
	}
	plies, err := strconv.Atoi(fields[2])
	if err != nil {
		return fmt.Errorf("plies %q: want a number", fields[2])
	}
	s := stated{plies: plies}
	if len(fields) > 3 {
		s.turn = fields[3]
	}
	c.halves[len(c.halves)-1].nodes[place{p, fields[0] == "+"}] = s
	return nil
}

// checkHalf checks that the holder achieves his claim from every position of a half, and that the
// start is among them.
func (c *checker) checkHalf(h *checkedHalf) error {
	plies, decided := c.game.Kind().Plies(c.value)
	if h.wins && (!decided || h.plies != plies || (h.holder == Mover) != (c.game.Kind().Outcome(c.value) == engine.Win)) {
		return fmt.Errorf("it proves a win in %d plies, not the value", h.plies)
	}
	first, ok := h.nodes[place{c.start, h.holder == Mover}]
	if !ok || h.wins && first.plies > h.plies {
		return fmt.Errorf("the position is not in the proof")
	}
	for at, s := range h.nodes {
		if err := c.checkNode(h, at, s); err != nil {
			return fmt.Errorf("%s: %w", c.game.Text(at.position), err)
		}
	}
	return nil
}

// checkNode checks a position: the holder's turn, or every move of the other player, leads to a
// position of the half that is nearer to the end, or to an end that fulfils the claim.
func (c *checker) checkNode(h *checkedHalf, at place, s stated) error {
	results := c.game.AppendResults(nil, at.position)
	v, over := c.game.Finished(at.position)
	if over || len(results) == 0 {
		outcome := engine.Loss // who cannot move has lost
		if over {
			outcome = c.game.Kind().Outcome(v)
		}
		return h.fulfils(outcome, at.holder)
	}
	if at.holder {
		r, err := c.game.Play(at.position, s.turn)
		if err != nil {
			return err
		}
		results = []engine.Result{r}
	}
	for _, r := range results {
		if r.Ended {
			if err := h.fulfils(c.game.Kind().Outcome(r.End), at.holder); err != nil {
				return err
			}
			continue
		}
		next, ok := h.nodes[place{r.To, !at.holder}]
		if !ok {
			return fmt.Errorf("a move leads to %s, which is not in the proof", c.game.Text(r.To))
		}
		if h.wins && next.plies >= s.plies {
			return fmt.Errorf("a move leads to %s, which is not nearer to the end", c.game.Text(r.To))
		}
	}
	return nil
}

// fulfils returns an error unless an end fulfils the claim. holder says whether the outcome is the
// holder's.
func (h *checkedHalf) fulfils(outcome engine.Outcome, holder bool) error {
	if !holder {
		outcome = map[engine.Outcome]engine.Outcome{engine.Win: engine.Loss, engine.Loss: engine.Win, engine.Draw: engine.Draw}[outcome]
	}
	if outcome == engine.Win || !h.wins && outcome == engine.Draw {
		return nil
	}
	return fmt.Errorf("the game ends in a %v for the holder", outcome)
}
