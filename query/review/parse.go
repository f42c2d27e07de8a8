package review

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Game is the record of a game.
type Game struct {
	File     string
	Number   int // in the file, from 1
	Players  [2]string
	Position string // where it begins; "": the start of the game
	Turns    []string
	Lines    []int // the line of the file that each turn is on, from 1
}

var (
	tag     = regexp.MustCompile(`^\[(\w+)\s+"(.*)"\]$`)
	numeral = regexp.MustCompile(`^\d+\.+`)
	marks   = regexp.MustCompile(`[!?]+$`)
	results = map[string]bool{"1-0": true, "0-1": true, "1/2-1/2": true, "*": true}
)

// reader collects games from lines.
type reader struct {
	file    string
	games   []Game
	game    Game
	comment bool // within braces
	depth   int  // of parentheses
}

// Parse reads the games of a file. It accepts any text: [Judge] reports what is not a turn. A
// game without a turn is left out.
func Parse(file, text string) []Game {
	r := reader{file: file}
	for n, line := range strings.Split(text, "\n") {
		r.line(n+1, strings.TrimSpace(line))
	}
	r.end()
	return r.games
}

// end ends the current game.
func (r *reader) end() {
	if len(r.game.Turns) > 0 {
		r.game.File, r.game.Number = r.file, len(r.games)+1
		r.games = append(r.games, r.game)
		r.game = Game{}
	}
	r.comment, r.depth = false, 0
}

func (r *reader) line(n int, line string) {
	var object struct {
		Position string   `json:"position"`
		Moves    []string `json:"moves"`
	}
	match := tag.FindStringSubmatch(line)
	position, begins := strings.CutPrefix(line, "position:")
	switch {
	case line == "":
		r.end()
	case r.comment:
		r.words(n, line)
	case strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &object) == nil:
		r.end()
		r.game = Game{Position: object.Position, Turns: object.Moves, Lines: make([]int, len(object.Moves))}
		for i := range r.game.Lines {
			r.game.Lines[i] = n
		}
		r.end()
	case begins:
		r.end()
		r.game.Position = strings.TrimSpace(position)
	case match != nil:
		if len(r.game.Turns) > 0 {
			r.end()
		}
		switch strings.ToLower(match[1]) {
		case "white", "first":
			r.game.Players[0] = match[2]
		case "black", "second":
			r.game.Players[1] = match[2]
		case "fen", "position":
			r.game.Position = match[2]
		}
	default:
		r.words(n, line)
	}
}

// words reads the turns of a line.
func (r *reader) words(n int, line string) {
	for _, word := range strings.Fields(line) {
		if r.comment {
			_, rest, ends := strings.Cut(word, "}")
			if r.comment = !ends; rest == "" {
				continue
			}
			word = rest
		}
		if strings.HasPrefix(word, ";") {
			return
		}
		if before, _, begins := strings.Cut(word, "{"); begins {
			r.comment = !strings.Contains(word, "}")
			word = before
		}
		if strings.HasPrefix(word, "(") || r.depth > 0 {
			r.depth = max(0, r.depth+strings.Count(word, "(")-strings.Count(word, ")"))
			continue
		}
		switch {
		case word == "" || strings.HasPrefix(word, "$") || word == numeral.FindString(word):
		case results[word]:
			r.end()
		default:
			r.game.Turns, r.game.Lines = append(r.game.Turns, word), append(r.game.Lines, n)
		}
	}
}

// plain returns a turn without the number before it and the marks after it.
func plain(turn string) string { return marks.ReplaceAllString(numeral.ReplaceAllString(turn, ""), "") }
