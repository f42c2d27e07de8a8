package uci

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine/foreign"
)

// shown is the engine's display of a position.
type shown struct {
	fen   string
	check bool // the player to move is in check
}

// listed is the engine's display of a position and its moves.
type listed struct {
	shown
	moves []string
}

// mostMoves is an upper bound on the moves that Fairy-Stockfish lists.
const mostMoves = 1023

// moveForm matches moves.
var moveForm = regexp.MustCompile(`^[A-Za-z0-9@+*=,-]{2,16}$`)

// place returns the command that sets up a FEN, or the start if it is "", and then makes a move,
// unless that is "".
func place(fen, move string) string {
	command := "position startpos"
	if fen != "" {
		command = "position fen " + fen + " 0 1"
	}
	if move != "" {
		command += " moves " + move
	}
	return command + "\n"
}

// display collects displayed positions from lines.
type display []shown

// take reads a line and reports whether it belongs to a position.
func (d *display) take(line string) bool {
	if fen, ok := strings.CutPrefix(line, "Fen: "); ok {
		*d = append(*d, shown{fen: fen})
		return true
	}
	checkers, ok := strings.CutPrefix(line, "Checkers:")
	if ok && len(*d) > 0 {
		(*d)[len(*d)-1].check = strings.TrimSpace(checkers) != ""
	}
	return ok
}

// complete returns the positions, or an error if their number is not the wanted one.
func (d display) complete(want int, err error) ([]shown, error) {
	if err == nil && len(d) != want {
		err = fmt.Errorf("it shows %d positions: want %d", len(d), want)
	}
	return d, err
}

// show asks for the display of positions. Each is a FEN and a move to make there, or "".
func (t *talker) show(fens, moves []string) ([]shown, error) {
	var commands strings.Builder
	for n, fen := range fens {
		commands.WriteString(place(fen, moves[n]) + "d\n")
	}
	commands.WriteString("isready\n")
	var d display
	err := t.ask(commands.String(), func() error {
		return t.until(func(line string) (said, last bool, err error) {
			if line == "readyok" {
				return true, true, nil
			}
			return d.take(line), false, nil
		})
	})
	return d.complete(len(fens), err)
}

// list asks for the display of positions and their moves. Each is a FEN and a move to make there,
// or "".
func (t *talker) list(fens, moves []string) ([]listed, error) {
	var commands strings.Builder
	for n, fen := range fens {
		commands.WriteString(place(fen, moves[n]) + "d\ngo perft 1\n")
	}
	var d display
	list := make([]listed, len(fens))
	done := 0
	err := t.ask(commands.String(), func() error {
		return t.until(func(line string) (said, last bool, err error) {
			// The engine displays positions while the search lists moves. Each kind of line is in
			// order, but the two interleave.
			if d.take(line) {
				return true, false, nil
			}
			if move, ok := strings.CutSuffix(line, ": 1"); ok && moveForm.MatchString(move) {
				l := &list[done]
				if l.moves = append(l.moves, move); len(l.moves) > mostMoves {
					return false, false, fmt.Errorf("it lists more than %d moves", mostMoves)
				}
				return true, false, nil
			}
			count, ok := strings.CutPrefix(line, "Nodes searched: ")
			if !ok {
				return false, false, nil
			}
			// After a drop whose mate the rules forbid, Fairy-Stockfish sometimes counts one move
			// more than it lists. So its count is checked only where no move is made.
			if have := len(list[done].moves); strconv.Itoa(have) != count && moves[done] == "" {
				return false, false, fmt.Errorf("it lists %d moves, and counts %s", have, count)
			}
			done++
			return true, done == len(fens), nil
		})
	})
	all, err := d.complete(len(fens), err)
	if err != nil {
		return nil, err
	}
	for n, s := range all {
		list[n].shown = s
	}
	return list, nil
}

// ending is a position without moves: a FEN, or the result of a move from a FEN.
type ending struct {
	fen, move string
	black     bool // Black is to move there
}

// results maps XBoard's results to White's outcome.
var results = map[string]int{"1-0": 1, "0-1": -1, "1/2-1/2": 0}

// judge returns the standing of positions without moves, for the player to move.
func (t *talker) judge(variant string, list []ending) ([]foreign.Standing, error) {
	if len(list) == 0 {
		return nil, nil
	}
	var commands strings.Builder
	commands.WriteString("xboard\nvariant " + variant + "\n")
	for _, e := range list {
		commands.WriteString("setboard " + e.fen + " 0 1\n")
		if e.move != "" {
			commands.WriteString("usermove " + e.move + "\n")
		}
		commands.WriteString("go\nforce\n")
	}
	commands.WriteString("uci\n" + choose(variant) + "isready\n")
	var standings []foreign.Standing
	err := t.ask(commands.String(), func() error {
		return t.until(func(line string) (said, last bool, err error) {
			word, _, _ := strings.Cut(line, " ")
			winner, ok := results[word]
			switch {
			case line == "readyok":
				return true, true, nil
			case !ok:
				return false, false, nil
			case len(standings) == len(list):
				return false, false, fmt.Errorf("it says how more than %d games ended", len(list))
			case winner == 0:
				standings = append(standings, foreign.Drawn)
			case winner > 0 == list[len(standings)].black:
				standings = append(standings, foreign.Lost)
			default:
				standings = append(standings, foreign.Won)
			}
			return true, false, nil
		})
	})
	if err == nil && len(standings) != len(list) {
		err = fmt.Errorf("it says how %d of %d games without a move ended", len(standings), len(list))
	}
	return standings, err
}
