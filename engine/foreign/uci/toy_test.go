package uci

import (
	"slices"
	"strings"
)

// toy is a second implementation of some small games, on FENs, to compare the engine with. Squares
// are numbered from the top left.
type toy struct {
	files, ranks int
	pawns        string // how P moves: "shogi" or "breakthrough"
	drops        bool   // captured pieces go to the hand
	noDropMate   bool   // a player who gives mate with a dropped pawn loses
	stalemate    int    // the result for a player without a move: -1, 0 or 1
	race         bool   // a player wins by reaching the last row, or by taking all pieces
}

// state is a position of a toy. Pieces of White are upper-case.
type state struct {
	squares []byte // '.': empty
	hands   string // sorted
	black   bool
}

func (g toy) read(fen string) state {
	fields := strings.Fields(fen)
	rows, hands, _ := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	s := state{hands: hands, black: fields[1] == "b"}
	for _, c := range []byte(rows) {
		switch {
		case c == '/':
		case '0' <= c && c <= '9':
			s.squares = append(s.squares, strings.Repeat(".", int(c-'0'))...)
		default:
			s.squares = append(s.squares, c)
		}
	}
	return s
}

func (g toy) write(s state) string {
	var text strings.Builder
	for n, c := range s.squares {
		if n > 0 && n%g.files == 0 {
			text.WriteByte('/')
		}
		text.WriteByte(c)
	}
	rows := text.String()
	text.Reset()
	for n := g.files; n > 0; n-- {
		rows = strings.ReplaceAll(rows, strings.Repeat(".", n), string(rune('0'+n)))
	}
	text.WriteString(rows)
	if g.drops {
		text.WriteString("[" + s.hands + "]")
	}
	return text.String() + map[bool]string{false: " w - -", true: " b - -"}[s.black]
}

func own(s state, c byte) bool { return c != '.' && (c >= 'a') == s.black }

// targets returns the squares to which a piece can go. It ignores checks.
func (g toy) targets(s state, from int) (list []int) {
	file, rank := from%g.files, from/g.files
	reach := func(df, dr int, empty, taken bool) bool {
		f, r := file+df, rank+dr
		if f < 0 || f >= g.files || r < 0 || r >= g.ranks {
			return false
		}
		to := r*g.files + f
		c := s.squares[to]
		if c == '.' && empty || c != '.' && !own(s, c) && taken {
			list = append(list, to)
		}
		return c == '.'
	}
	ahead := -1
	if s.black {
		ahead = 1
	}
	switch s.squares[from] | 0x20 {
	case 'k':
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				reach(df, dr, true, true)
			}
		}
	case 'r', 'q':
		ways := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
		if s.squares[from]|0x20 == 'q' {
			ways = append(ways, [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}...)
		}
		for _, d := range ways {
			for n := 1; reach(n*d[0], n*d[1], true, true); n++ {
			}
		}
	case 'p':
		if g.pawns == "shogi" {
			reach(0, ahead, true, true)
		} else {
			reach(0, ahead, true, false)
			reach(-1, ahead, true, true)
			reach(1, ahead, true, true)
		}
	}
	return list
}

// attacked reports whether the mover can take the opponent's king.
func (g toy) attacked(s state) bool {
	for from, c := range s.squares {
		if !own(s, c) {
			continue
		}
		for _, to := range g.targets(s, from) {
			if s.squares[to]|0x20 == 'k' {
				return true
			}
		}
	}
	return false
}

// after returns the states after the legal moves, and whether each move is a drop.
func (g toy) after(s state) (list []state, drop []bool) {
	add := func(next state, dropped bool) {
		next.black = !s.black
		if !g.attacked(next) {
			list, drop = append(list, next), append(drop, dropped)
		}
	}
	for from, c := range s.squares {
		if !own(s, c) {
			continue
		}
		for _, to := range g.targets(s, from) {
			next := state{slices.Clone(s.squares), s.hands, s.black}
			if taken := next.squares[to]; taken != '.' && g.drops {
				hands := []byte(next.hands + string(taken^0x20))
				slices.Sort(hands)
				next.hands = string(hands)
			}
			next.squares[to], next.squares[from] = c, '.'
			add(next, false)
		}
	}
	for n := range len(s.hands) {
		if !own(s, s.hands[n]) || n > 0 && s.hands[n] == s.hands[n-1] {
			continue
		}
		for to, c := range s.squares {
			if c == '.' {
				next := state{slices.Clone(s.squares), s.hands[:n] + s.hands[n+1:], s.black}
				next.squares[to] = s.hands[n]
				add(next, true)
			}
		}
	}
	return list, drop
}

// wonNow stands for the position after a move that loses at once: it is won for the player to move.
const wonNow = "won"

// moves returns the positions after the moves. For a finished position it returns the result for
// the player to move: -1, 0 or 1.
func (g toy) moves(fen string) (list []string, finished bool, worth int) {
	s := g.read(fen)
	if g.race {
		goal, mine := s.squares[:g.files], false
		if !s.black {
			goal = s.squares[len(s.squares)-g.files:]
		}
		for _, c := range s.squares {
			mine = mine || own(s, c)
		}
		if !mine || slices.ContainsFunc(goal, func(c byte) bool { return c != '.' && !own(s, c) }) {
			return nil, true, -1
		}
	}
	next, drop := g.after(s)
	if len(next) == 0 {
		other := s
		other.black = !s.black
		if g.attacked(other) {
			return nil, true, -1
		}
		return nil, true, g.stalemate
	}
	for n, t := range next {
		text := g.write(t)
		if g.noDropMate && drop[n] {
			passed := t
			passed.black = !t.black
			if replies, _ := g.after(t); len(replies) == 0 && g.attacked(passed) {
				text = wonNow
			}
		}
		list = append(list, text)
	}
	return list, false, 0
}

// outcome is the result for the player to move, 1, 0 or -1, and the plies until the end.
type outcome struct{ worth, plies int }

// solve finds all positions and their outcomes, ply by ply.
func (g toy) solve(start string) map[string]outcome {
	start = g.write(g.read(start))
	next := map[string][]string{}
	known := map[string]outcome{wonNow: {1, 0}}
	drawn := map[string]bool{}
	for queue := []string{start}; len(queue) > 0; {
		fen := queue[0]
		queue = queue[1:]
		if _, seen := next[fen]; seen || fen == wonNow {
			continue
		}
		list, finished, worth := g.moves(fen)
		next[fen] = list
		switch {
		case finished && worth != 0:
			known[fen] = outcome{worth, 0}
		case finished:
			drawn[fen] = true
		}
		queue = append(queue, list...)
	}
	for plies, idle := 1, 0; idle < 2; plies++ {
		found := map[string]outcome{}
		for fen, list := range next {
			if _, done := known[fen]; done || drawn[fen] {
				continue
			}
			lost := true
			for _, to := range list {
				o, done := known[to]
				if done && o.worth < 0 {
					found[fen] = outcome{1, plies}
				}
				lost = lost && done && o.worth > 0
			}
			if lost {
				found[fen] = outcome{-1, plies}
			}
		}
		if idle++; len(found) > 0 {
			idle = 0
		}
		for fen, o := range found {
			known[fen] = o
		}
	}
	delete(known, wonNow)
	for fen := range next {
		if _, done := known[fen]; !done {
			known[fen] = outcome{}
		}
	}
	return known
}
