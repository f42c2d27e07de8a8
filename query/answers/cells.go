package answers

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Cells is the way in which the notation of a game lists the squares of its board. JSON has all but Depicts.
type Cells struct {
	Depicts drawing.Depiction `json:"-"`
	Layout  drawing.Layout
	// FEN: as FEN does, with rows separated by "/" and numbers for runs of empty squares. Otherwise
	// the notation has one character per square.
	FEN bool
	// Form is "rows" if the notation has rows of one character per square, separated by "/", "drawn" if it
	// does not list the squares, which only the drawn board shows, and "" otherwise.
	Form    string
	Empty   rune          // the symbol of an empty square
	Symbols map[rune]bool // that stand on squares; nil if the drawn board does not locate squares
}

// described is the number of positions from which readCells learns the game's symbols.
const described = 512

// Listed reports whether the notation lists the squares by one character per square or as FEN.
func (c Cells) Listed() bool { return c.Symbols != nil && c.Form == "" }

// readCells returns the way in which the notation lists the squares of the drawn board. It reads positions from all
// parts of the table.
func readCells(rules engine.Game) (c Cells) {
	symbols := map[rune]bool{}
	c.Depicts = rules.Parts().Depiction
	plain, fen, rows := true, true, true
	for n := range uint64(described) {
		p := rules.At(rules.Size() / described * n % rules.Size())
		if rules.Size() < described {
			p = rules.At(n % rules.Size())
		}
		l, drawn := drawing.ReadLayout(rules.Board(p))
		if !drawn {
			return c
		}
		var board []rune
		for _, s := range l.Squares {
			board = append(board, s.Symbol)
			symbols[s.Symbol] = true
		}
		text := rules.Text(p)
		if n > 0 && !slices.EqualFunc(l.Squares, c.Layout.Squares, func(a, b drawing.Square) bool { return a.Column == b.Column && a.Row == b.Row }) {
			return c
		}
		c.Layout, c.Empty = l, '.'
		for _, symbol := range slices.Backward(SortedSymbols(c.Depicts, maps.Keys(symbols))) {
			if c.Depicts.Look(symbol).Shape == drawing.NoShape {
				c.Empty = symbol // the first such symbol
			}
		}
		plain = plain && strings.HasPrefix(text, string(board))
		c.FEN, c.Form = true, ""
		fen = fen && c.listed(text, board)
		c.FEN, c.Form = false, "rows"
		rows = rows && c.listed(text, board)
	}
	switch c.FEN = !plain && fen; {
	case plain || fen:
		c.Form = ""
	case !rows:
		c.Form = "drawn"
	}
	c.Symbols = symbols
	return c
}

// shown returns what the page needs to draw a position that the notation does not describe: the
// symbols on the squares, and the rest. It is "" for other notations.
func (c Cells) shown(rules engine.Game, p engine.Position) string {
	if c.Form != "drawn" {
		return ""
	}
	l, _ := drawing.ReadLayout(rules.Board(p))
	return string(l.Symbols()) + l.Rest(rules.Text(p))
}

// listed reports whether a text in FEN or in rows has exactly these squares.
func (c Cells) listed(text string, board []rune) bool {
	got, rest := c.Split(text)
	return string(got) == string(board) && strings.HasPrefix(text, c.Join(board, rest))
}

// Split separates the squares of a position's text from the rest.
func (c Cells) Split(text string) (board []rune, rest string) {
	if c.Form == "rows" {
		for n, r := range text {
			if len(board) == len(c.Layout.Squares) {
				return board, text[n:]
			} else if r != '/' {
				board = append(board, r)
			}
		}
		return board, ""
	}
	if !c.FEN {
		all := []rune(text)
		n := min(len(c.Layout.Squares), len(all))
		return append(board, all[:n]...), string(all[n:])
	}
	end := strings.IndexAny(text, " [")
	if end < 0 {
		end = len(text)
	}
	number := 0
	for _, r := range text[:end] + "/" {
		if unicode.IsDigit(r) {
			number = min(10*number+int(r-'0'), len(c.Layout.Squares))
			continue
		}
		for ; number > 0; number-- {
			board = append(board, c.Empty)
		}
		if r != '/' {
			board = append(board, r)
		}
	}
	return board, text[end:]
}

// Join is the inverse of Split.
func (c Cells) Join(board []rune, rest string) string {
	if !c.FEN && c.Form != "rows" {
		return string(board) + rest
	}
	var rows []string
	if c.Form == "rows" {
		for i, symbol := range board {
			if y := c.Layout.Squares[min(i, len(c.Layout.Squares)-1)].Row; i == 0 || c.Layout.Squares[i-1].Row < y {
				rows = append(rows, "")
			}
			rows[len(rows)-1] += string(symbol)
		}
		return strings.Join(rows, "/") + rest
	}
	for squares := range slices.Chunk(board, len(c.Layout.Columns)) {
		row := string(squares)
		for n := len(squares); n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(string(c.Empty), n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + rest
}

// Turn returns the player to move, 1 or 2, that the rest of a position's text names, or 0 if it
// names none. FEN has w or b, other notations the symbol of a player's piece right behind the board, or 1 or 2 at the end.
func (c Cells) Turn(rest string) int {
	fields := strings.Fields(rest)
	if c.FEN {
		if len(fields) > 0 && strings.HasPrefix(fields[0], "[") {
			fields = fields[1:]
		}
		if len(fields) > 0 {
			return map[string]int{"w": 1, "b": 2}[fields[0]]
		}
		return 0
	}
	hands := slices.ContainsFunc(c.Depicts.Heaps, func(h drawing.Heap) bool { return h.Side == 2 && h.Find != "" })
	if strings.HasPrefix(rest, " ") && !hands && len(fields) > 0 {
		symbol := []rune(fields[0])
		_, known := c.Depicts.Looks[symbol[0]]
		if look := c.Depicts.Look(symbol[0]); len(symbol) == 1 && look.IsOwned() && (known || unicode.IsLetter(symbol[0])) {
			return map[bool]int{false: 1, true: 2}[look.Second]
		}
	}
	if strings.HasSuffix(rest, " 1") || strings.HasSuffix(rest, " 2") {
		return int(rest[len(rest)-1] - '0')
	}
	return 0
}
