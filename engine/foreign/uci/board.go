package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// board holds the common data of all positions of a game: the size of the board, the pieces for
// squares and hands, and the counts of the start that can only decrease.
type board struct {
	files, ranks int
	tokens       []string         // a token is the content of a square, such as "K", "+r" and "Q~"
	codes        map[string]uint8 // a token's index in tokens, plus 1
	letters      []string         // pieces that can be in hand
	pocket       bool             // positions have hands
	rights       string           // letters of castling or gating rights
	counted      bool             // the variant counts checks
	checks       [2]int           // checks left to White and Black
	men          int              // on the board and in hands
	begin        position         // the start
	packing      packing
}

// position is a position of a board.
type position struct {
	squares []uint8 // codes of tokens from the top left, row by row; 0: empty
	hands   []uint8 // how many of each letter are in hand
	black   bool    // Black is to move
	rights  uint32  // bits of the remaining letters of the board's rights
	passant int     // the en passant square, counted from 1, or 0
	checks  [2]int
}

const mostSquares = 120

// newBoard makes the board of a variant for the positions that play reaches from a start.
func newBoard(pieces []piece, start string) (*board, error) {
	b, err := newShape(pieces, start)
	if err == nil {
		b.packing, err = b.newPacking()
	}
	return b, err
}

// newShape makes a board that only reads and writes positions.
func newShape(pieces []piece, start string) (*board, error) {
	b := &board{codes: map[string]uint8{}}
	fields := fieldsOf(start)
	if len(fields) < 2 {
		return nil, fmt.Errorf("%q is not a FEN: want the board and the side to move at least", start)
	}
	rows, _, pocket := strings.Cut(fields[0], "[")
	b.pocket = pocket
	b.ranks = strings.Count(rows, "/") + 1
	first, _, _ := strings.Cut(rows, "/")
	for n := 0; n < len(first); {
		token, empty, size := nextToken(first[n:])
		if size == 0 {
			return nil, fmt.Errorf("%q is not a FEN: %q is neither a piece nor a number", start, first[n:])
		}
		n += size
		b.files += empty
		if token != "" {
			b.files++
		}
	}
	if b.files < 1 || b.files > 26 || b.files*b.ranks > mostSquares {
		return nil, fmt.Errorf("%q is not a FEN: want a board of at most %d squares", start, mostSquares)
	}
	b.spell(pieces)
	if len(fields) > 2 && !digit(fields[2][0]) && fields[2] != "-" {
		for _, letter := range fields[2] {
			if strings.ContainsRune(b.rights, letter) || !strings.ContainsRune(rightLetters, letter) {
				return nil, fmt.Errorf("%q is not a FEN: %q are not castling rights", start, fields[2])
			}
			b.rights += string(letter)
		}
	}
	for _, field := range fields[2:] {
		if checks, ok := readChecks(field); ok {
			b.counted, b.checks = true, checks
		}
	}
	var err error
	b.begin, err = b.parse(start)
	b.men = b.begin.men()
	return b, err
}

// fieldsOf splits a FEN into fields. Some FENs have _ for blanks.
func fieldsOf(fen string) []string { return strings.Fields(strings.ReplaceAll(fen, "_", " ")) }

const rightLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// spell lists the pieces for squares and hands. Promoted pieces get a mark if captures return them
// to hands in their unpromoted form.
func (b *board) spell(pieces []piece) {
	marks := []string{""}
	if b.pocket {
		marks = append(marks, "~")
	}
	for _, mark := range marks {
		for _, p := range pieces {
			if mark != "" && strings.HasPrefix(p.Letter, "+") {
				continue
			}
			for _, letter := range []string{p.Letter, strings.ToLower(p.Letter)} {
				if b.codes[letter+mark] == 0 {
					b.tokens = append(b.tokens, letter+mark)
					b.codes[letter+mark] = uint8(len(b.tokens))
				}
				if b.pocket && mark == "" && !strings.HasPrefix(letter, "+") {
					b.letters = append(b.letters, letter)
				}
			}
		}
	}
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// nextToken returns the first token of a row, or the number of empty squares at its start, and the
// length read. The length is 0 if the row begins with neither.
func nextToken(row string) (token string, empty, size int) {
	for size < len(row) && digit(row[size]) {
		size++
	}
	if size > 0 {
		empty, err := strconv.Atoi(row[:size])
		if err != nil || empty > mostSquares || empty == 0 {
			return "", 0, 0
		}
		return "", empty, size
	}
	if strings.HasPrefix(row, "+") {
		size++
	}
	if size == len(row) || !letter(row[size]) {
		return "", 0, 0
	}
	size++
	if strings.HasPrefix(row[size:], "~") {
		size++
	}
	return row[:size], 0, size
}

// readChecks reads the remaining checks, "3+3".
func readChecks(field string) (checks [2]int, ok bool) {
	white, black, ok := strings.Cut(field, "+")
	if !ok || len(white) != 1 || len(black) != 1 || !digit(white[0]) || !digit(black[0]) {
		return checks, false
	}
	return [2]int{int(white[0] - '0'), int(black[0] - '0')}, true
}

// men returns the number of pieces on the board and in hands.
func (p position) men() int {
	n := 0
	for _, code := range p.squares {
		if code != 0 {
			n++
		}
	}
	for _, count := range p.hands {
		n += int(count)
	}
	return n
}

// parse reads a FEN. A position with missing fields has no rights. parse skips the move counters.
func (b *board) parse(text string) (position, error) {
	fields := fieldsOf(text)
	if len(fields) < 2 || len(fields) > 7 {
		return position{}, fmt.Errorf("want a FEN: the board, w or b, and what else the variant has")
	}
	p := position{squares: make([]uint8, 0, b.files*b.ranks), hands: make([]uint8, len(b.letters)), checks: b.checks}
	rows, hands, _ := strings.Cut(fields[0], "[")
	if err := b.parseRows(&p, rows); err != nil {
		return p, err
	}
	if err := b.parseHands(&p, fields[0][len(rows):], hands); err != nil {
		return p, err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return p, fmt.Errorf("the side to move is %q: want w or b", fields[1])
	}
	p.black = fields[1] == "b"
	return p, b.parseRest(&p, fields[2:])
}

func (b *board) parseRows(p *position, rows string) error {
	list := strings.Split(rows, "/")
	if len(list) != b.ranks {
		return fmt.Errorf("the board has %d rows: want %d", len(list), b.ranks)
	}
	for n, row := range list {
		for len(row) > 0 {
			token, empty, size := nextToken(row)
			code := b.codes[token]
			if size == 0 || token != "" && code == 0 {
				return fmt.Errorf("%q on the board is not a piece: want %s", row, strings.Join(b.tokens, ", "))
			}
			if token != "" {
				p.squares = append(p.squares, code)
			}
			for ; empty > 0 && len(p.squares) < cap(p.squares); empty-- {
				p.squares = append(p.squares, 0)
			}
			row = row[size:]
			if empty > 0 || len(p.squares) > (n+1)*b.files {
				return fmt.Errorf("row %d of the board is too long: want %d squares", n+1, b.files)
			}
		}
		if len(p.squares) != (n+1)*b.files {
			return fmt.Errorf("row %d of the board has %d squares: want %d", n+1, len(p.squares)-n*b.files, b.files)
		}
	}
	return nil
}

func (b *board) parseHands(p *position, whole, hands string) error {
	if whole == "" {
		return nil
	}
	inside, closed := strings.CutSuffix(hands, "]")
	if !b.pocket || !closed {
		return fmt.Errorf("%q are not hands of this variant", whole)
	}
	for _, letter := range strings.ReplaceAll(inside, "-", "") {
		n := slices.Index(b.letters, string(letter))
		if n < 0 || p.hands[n] > 198 {
			return fmt.Errorf("%q cannot be in hand: want %s", letter, strings.Join(b.letters, ", "))
		}
		p.hands[n]++
	}
	return nil
}

// parseRest reads the rights, the en passant square and the checks.
func (b *board) parseRest(p *position, fields []string) error {
	if len(fields) > 0 && !digit(fields[0][0]) {
		for _, letter := range strings.ReplaceAll(fields[0], "-", "") {
			n := strings.IndexRune(b.rights, letter)
			if n < 0 {
				return fmt.Errorf("the start has no right %q to castle: want some of %q", letter, b.rights)
			}
			p.rights |= 1 << n
		}
		fields = fields[1:]
		if len(fields) > 0 && !digit(fields[0][0]) {
			square := fields[0]
			if square != "-" {
				file, rank := int(square[0]-'a'), 0
				if n, err := strconv.Atoi(square[1:]); err == nil {
					rank = n
				}
				if file < 0 || file >= b.files || rank < 1 || rank > b.ranks {
					return fmt.Errorf("%q is not a square on which a pawn can be taken in passing", square)
				}
				p.passant = (b.ranks-rank)*b.files + file + 1
			}
			fields = fields[1:]
		}
	}
	for _, field := range fields {
		if checks, ok := readChecks(field); ok && b.counted {
			p.checks = checks
		} else if n, err := strconv.Atoi(field); err != nil || n < 0 {
			return fmt.Errorf("%q is not a field of a FEN here", field)
		}
	}
	return nil
}

// text writes a position as FEN without counters.
func (b *board) text(p position) string {
	var s strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			s.WriteString(strconv.Itoa(empty))
		}
		empty = 0
	}
	for n, code := range p.squares {
		if n > 0 && n%b.files == 0 {
			flush()
			s.WriteByte('/')
		}
		if code == 0 {
			empty++
			continue
		}
		flush()
		s.WriteString(b.tokens[code-1])
	}
	flush()
	if b.pocket {
		s.WriteString("[" + b.hand(p) + "]")
	}
	s.WriteString(map[bool]string{false: " w ", true: " b "}[p.black])
	if p.rights == 0 {
		s.WriteByte('-')
	}
	for n := range b.rights {
		if p.rights>>n&1 != 0 {
			s.WriteByte(b.rights[n])
		}
	}
	s.WriteString(" " + b.squareName(p.passant))
	if b.counted {
		fmt.Fprintf(&s, " %d+%d", p.checks[0], p.checks[1])
	}
	return s.String()
}

// hand formats the hands.
func (b *board) hand(p position) string {
	var s strings.Builder
	for n, count := range p.hands {
		s.WriteString(strings.Repeat(b.letters[n], int(count)))
	}
	return s.String()
}

// squareName names a square, counted from 1.
func (b *board) squareName(square int) string {
	if square == 0 {
		return "-"
	}
	return engine.Square(square-1, b.files, b.ranks)
}

// drawing draws a position. The last line also lists the pieces with marks.
func (b *board) drawing(p position) string {
	marked := ""
	text := engine.Grid(b.files, b.ranks, func(square int) byte {
		code := p.squares[square]
		if code == 0 {
			return '.'
		}
		token := b.tokens[code-1]
		letter := strings.Trim(token, "+~")
		if letter != token {
			marked += ", " + token + " on " + b.squareName(square+1)
		}
		return letter[0]
	})
	text += map[bool]string{false: "White", true: "Black"}[p.black] + " to move"
	if hand := b.hand(p); hand != "" {
		text += ", " + hand + " in hand"
	}
	if p.passant != 0 {
		text += ", may take on " + b.squareName(p.passant) + " in passing"
	}
	if b.counted {
		text += fmt.Sprintf(", %d and %d checks left", p.checks[0], p.checks[1])
	}
	return text + marked + "\n"
}
