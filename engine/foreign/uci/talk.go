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
	check bool     // the player to move is in check
	moves []string // set by list, nil after show
}

// mostMoves is an upper bound on the moves that Fairy-Stockfish lists.
const mostMoves = 1023

// moveForm matches moves.
var moveForm = regexp.MustCompile(`^[A-Za-z0-9@+*=,-]{2,16}$`)

// place returns the command that sets up the position after a move at a FEN. An empty FEN is the
// start of the variant. An empty move leaves the position as it is.
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

// show returns the engine's displays of the positions that place sets up, one for each FEN and move.
func (t *talker) show(fens, moves []string) ([]shown, error) {
	return t.display(fens, moves, "d\n", "isready\n")
}

// list is show with the moves of each position.
func (t *talker) list(fens, moves []string) ([]shown, error) {
	return t.display(fens, moves, "d\ngo perft 1\n", "")
}

// display sets up each position, sends the commands in each there, and sends last at the end. It
// reads until the engine is ready, or has listed the moves of every position.
func (t *talker) display(fens, moves []string, each, last string) ([]shown, error) {
	if len(fens) == 0 {
		return nil, nil
	}
	var commands strings.Builder
	for n, fen := range fens {
		commands.WriteString(place(fen, moves[n]) + each)
	}
	list := make([]shown, len(fens))
	// The engine displays positions while the search lists moves. Each kind of line is in order, but
	// the two interleave.
	displayed, listed := 0, 0
	err := t.answers(commands.String()+last, func(line string) (said, last bool, err error) {
		if line == "readyok" {
			return true, true, nil
		}
		if fen, ok := strings.CutPrefix(line, "Fen: "); ok {
			if displayed++; displayed > len(list) {
				return false, false, fmt.Errorf("it shows more than %d positions", len(list))
			}
			list[displayed-1].fen = fen
			return true, false, nil
		}
		if checkers, ok := strings.CutPrefix(line, "Checkers:"); ok && displayed > 0 {
			list[displayed-1].check = strings.TrimSpace(checkers) != ""
			return true, false, nil
		}
		if move, ok := strings.CutSuffix(line, ": 1"); ok && moveForm.MatchString(move) {
			l := &list[listed]
			if l.moves = append(l.moves, move); len(l.moves) > mostMoves {
				return false, false, fmt.Errorf("it lists more than %d moves", mostMoves)
			}
			return true, false, nil
		}
		count, ok := strings.CutPrefix(line, "Nodes searched: ")
		if !ok {
			return false, false, nil
		}
		// After a drop whose mate the rules forbid, Fairy-Stockfish sometimes counts one move more
		// than it lists. So its count is checked only where no move is made.
		if have := len(list[listed].moves); strconv.Itoa(have) != count && moves[listed] == "" {
			return false, false, fmt.Errorf("it lists %d moves, and counts %s", have, count)
		}
		listed++
		return true, listed == len(fens), nil
	})
	if err == nil && displayed != len(fens) {
		err = fmt.Errorf("it shows %d positions: want %d", displayed, len(fens))
	}
	return list, err
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
	err := t.answers(commands.String(), func(line string) (said, last bool, err error) {
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
	if err == nil && len(standings) != len(list) {
		err = fmt.Errorf("it says how %d of %d games without a move ended", len(standings), len(list))
	}
	return standings, err
}
