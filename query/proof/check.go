package proof

import (
	"errors"
	"fmt"
	"slices"
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
		if h.Wins {
			wins++
		} else {
			draws[Mover] = draws[Mover] || h.Holder != Other
			draws[Other] = draws[Other] || h.Holder != Mover
		}
	}
	switch outcome := g.Kind().Outcome(v); {
	case (outcome == engine.Win || outcome == engine.Loss) && wins == 1 && len(c.halves) == 1:
		return nil
	case outcome == engine.Draw && draws[Mover] && draws[Other] && wins == 0:
		return nil
	}
	return fmt.Errorf("its halves do not prove %s", value)
}

// checker checks a proof.
type checker struct {
	game   engine.Game
	start  engine.Position
	value  engine.Value
	format int
	twins  bool // a node stands for all twins of its position
	lines  int  // nodes
	ended  bool // the last line was read
	halves []*checkedHalf
}

// key is a position of a half, with the player to move.
type key struct {
	position engine.Position
	holder   bool
}

// key returns the key of a position. Twins share one.
func (c *checker) key(p engine.Position, holder bool) key {
	if i, ok := c.game.Index(p); ok && c.twins {
		p = c.game.At(i)
	}
	return key{p, holder}
}

// checkedHalf is a half as the file has it.
type checkedHalf struct {
	Half
	nodes map[key]stated
}

// stated is what a proof says of a position.
type stated struct {
	position engine.Position
	plies    int
	turn     string // the holder's
}

// read reads the halves.
func (c *checker) read(text string) error {
	for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if err := c.readLine(n, line); err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	if c.format > 1 && !c.ended {
		return errors.New("its last line is missing")
	}
	return nil
}

// readLine reads line n, counted from 0.
func (c *checker) readLine(n int, line string) error {
	fields := strings.Split(line, "\t")
	switch kind := fields[0]; {
	case n == 0:
		version, ok := strings.CutPrefix(line, "foregone proof ")
		var err error
		if c.format, err = strconv.Atoi(version); !ok || err != nil || c.format < 1 || c.format > Format {
			return fmt.Errorf("%q: want \"foregone proof N\" with N from 1 to %d", line, Format)
		}
	case c.ended:
		return errors.New("a line after the end")
	case kind == "game" && len(fields) == 2 && fields[1] != c.game.Spec().String():
		return fmt.Errorf("it is of %s, not of %s", fields[1], c.game.Spec())
	case kind == "position" && len(fields) == 2:
		if p, err := c.game.Parse(fields[1]); err != nil || p != c.start {
			return fmt.Errorf("it is of the position %s, not of %s", fields[1], c.game.Text(c.start))
		}
	case (kind == "game" || kind == "rules") && len(fields) == 2:
	case line == "twins" && c.format > 1 && c.halves == nil:
		c.twins = true
	case kind == "half" && len(fields) == 3:
		return c.readHalf(fields[1], fields[2])
	case (kind == "+" || kind == "-") && len(c.halves) > 0 && len(fields) >= 3:
		c.lines++
		return c.readNode(fields)
	case kind == "end" && c.format > 1 && len(fields) == 2:
		if c.ended = true; fields[1] != strconv.Itoa(c.lines) {
			return fmt.Errorf("it ends after %d positions, not %s", c.lines, fields[1])
		}
	default:
		return fmt.Errorf("%q is no line of a proof", line)
	}
	return nil
}

func (c *checker) readHalf(holder, claim string) error {
	h := &checkedHalf{nodes: map[key]stated{}}
	at := slices.Index(holders[:], holder)
	if at < 0 {
		return fmt.Errorf("holder %q: want mover, other or both", holder)
	}
	h.Holder = Side(at)
	if number, wins := strings.CutPrefix(claim, "win "); wins || claim != "draw" {
		plies, err := strconv.Atoi(number)
		if !wins || err != nil {
			return fmt.Errorf("claim %q: want win N or draw", claim)
		}
		h.Wins, h.Plies = true, plies
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
	nodes, k := c.halves[len(c.halves)-1].nodes, c.key(p, fields[0] == "+")
	if _, twice := nodes[k]; twice {
		return fmt.Errorf("%s is there twice", fields[1])
	}
	// The turn is that of the position as it is written, so the node keeps it.
	s.position = p
	nodes[k] = s
	return nil
}

// checkHalf checks that the holder achieves his claim from every position of a half, and that the
// start is among them.
func (c *checker) checkHalf(h *checkedHalf) error {
	plies, decided := c.game.Kind().Plies(c.value)
	if h.Wins && (!decided || h.Plies != plies || (h.Holder == Mover) != (c.game.Kind().Outcome(c.value) == engine.Win)) {
		return fmt.Errorf("it proves a win in %d plies, not the value", h.Plies)
	}
	for _, side := range []Side{Mover, Other} {
		if h.Holder != side && h.Holder != Both {
			continue
		}
		first, ok := h.nodes[c.key(c.start, side == Mover)]
		if !ok || h.Wins && first.plies > h.Plies {
			return fmt.Errorf("the position is not in the proof")
		}
	}
	for at, s := range h.nodes {
		if err := c.checkNode(h, at, s); err != nil {
			return fmt.Errorf("%s: %w", c.game.Text(s.position), err)
		}
	}
	return nil
}

// checkNode checks a position: the holder's turn, or every move of the other player, leads to a
// position of the half that is nearer to the end, or to an end that fulfils the claim.
func (c *checker) checkNode(h *checkedHalf, at key, s stated) error {
	results := c.game.AppendResults(nil, s.position)
	v, over := c.game.Finished(s.position)
	if over || len(results) == 0 {
		outcome := engine.Loss // who cannot move has lost
		if over {
			outcome = c.game.Kind().Outcome(v)
		}
		return h.fulfils(outcome, at.holder)
	}
	if at.holder {
		r, err := c.game.Play(s.position, s.turn)
		if err != nil {
			return err
		}
		results = []engine.Result{r}
	}
	for _, r := range results {
		end, over, holder := r.End, r.Ended, at.holder // whose value the end has
		if !over {
			end, over = c.game.Finished(r.To)
			holder = !at.holder
		}
		if over {
			if err := h.fulfils(c.game.Kind().Outcome(end), holder); err != nil {
				return err
			}
			continue
		}
		next, ok := h.nodes[c.key(r.To, !at.holder)]
		if !ok {
			return fmt.Errorf("a move leads to %s, which is not in the proof", c.game.Text(r.To))
		}
		if h.Wins && next.plies >= s.plies {
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
	if outcome == engine.Win || !h.Wins && outcome == engine.Draw {
		return nil
	}
	return fmt.Errorf("the game ends in a %v for the holder", outcome)
}
