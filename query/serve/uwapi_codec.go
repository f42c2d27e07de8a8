package serve

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/answers"
)

// uwapiCodec writes positions in the form of the front end: 1_ or 2_ for the player to move,
// then the squares, in colours that players keep. The form needs no escapes
// in a URL.
type uwapiCodec struct {
	answers.Cells
	single  bool          // of one player
	letters map[rune]byte // by symbol of the notation
	symbols map[byte]rune // the inverse of letters
	colours map[rune]rune // the symbol of the same piece of the other player
	tile    byte          // the letter of an empty square in drawn positions
	hands   func(rest string, player int) string
	tailed  bool // after the squares the notation has 1 or 2 for the player to move
}

func newUWAPICodec(g *Game, f Face) uwapiCodec {
	c := uwapiCodec{hands: f.Hands, Cells: g.Cells(), single: g.DB().Game().Kind().Single()}
	symbols := maps.Clone(c.Symbols)
	if !c.Listed() {
		return c
	}
	for symbol := range c.Depicts.Looks {
		symbols[symbol] = true
	}
	_, tail := c.Split(g.Start())
	c.tailed = tail == " 1" || tail == " 2"
	c.letters, c.symbols, c.colours = map[rune]byte{}, map[byte]rune{}, map[rune]rune{}
	order := answers.SortedSymbols(c.Depicts, maps.Keys(symbols))
	for symbol := range symbols {
		if partner := c.partner(symbol, order); !symbols[partner] {
			order = append(order, partner)
			symbols[partner] = true
		}
	}
	for _, symbol := range order {
		c.colours[symbol] = c.partner(symbol, order)
		if c.Depicts.Look(symbol).Shape == drawing.NoShape {
			c.Empty = symbol
			c.name(symbol, '-')
		} else if letter, ok := f.Letters[symbol]; ok {
			c.name(symbol, letter)
		}
	}
	for _, symbol := range order {
		if _, ok := c.letters[symbol]; !ok {
			c.name(symbol, c.free(symbol))
		}
	}
	if c.tile = f.Tile; c.tile == 0 {
		c.tile = c.free('E')
	}
	return c
}

func (c *uwapiCodec) name(symbol rune, letter byte) {
	c.letters[symbol], c.symbols[letter] = letter, symbol
}

// free returns a letter that no symbol has yet: the symbol itself if possible.
func (c *uwapiCodec) free(symbol rune) byte {
	if symbol == '#' {
		symbol = 'H'
	}
	candidates := string(symbol) + "EBZQVWUTSRPNMKJGFDCALIYXOHabcdefghijklmnopqrstuvwxyz0123456789"
	for _, letter := range candidates {
		if _, taken := c.symbols[byte(letter)]; letter < unicode.MaxASCII && (unicode.IsLetter(letter) || unicode.IsDigit(letter)) && !taken {
			return byte(letter)
		}
	}
	panic(fmt.Sprintf("serve: the game has more than %d symbols", len(c.symbols)))
}

// partner returns the symbol of the same piece of the other player, or the symbol itself
// if it is not a piece.
func (c *uwapiCodec) partner(symbol rune, symbols []rune) rune {
	look := c.Depicts.Look(symbol)
	if !look.IsOwned() {
		return symbol
	}
	if _, ok := c.Depicts.Looks[symbol]; !ok {
		if unicode.IsUpper(symbol) {
			return unicode.ToLower(symbol)
		}
		return unicode.ToUpper(symbol)
	}
	for _, other := range symbols {
		if l := c.Depicts.Look(other); l.Second != look.Second && l.Shape == look.Shape && l.Label == look.Label && l.Heads == look.Heads && l.Anchor == look.Anchor {
			return other
		}
	}
	return symbol
}

// exchange converts the squares of a position to the other player's view: it swaps the colours if
// the notation is relative, and turns the board if it turns with every turn.
func (c *uwapiCodec) exchange(board []rune) {
	if c.Depicts.Relative {
		for i, symbol := range board {
			if other, ok := c.colours[symbol]; ok {
				board[i] = other
			}
		}
	}
	if c.Depicts.Turned {
		for i, j := 0, len(board)-1; i < j; i, j = i+1, j-1 {
			board[i], board[j] = board[j], board[i]
		}
	}
}

// fixed returns the letters of a position's squares in colours that players keep, and
// the rest of the notation.
func (c *uwapiCodec) fixed(text string, turn int, empty byte) (letters []byte, tail string) {
	board, tail := c.Split(text)
	if turn == 2 {
		c.exchange(board)
	}
	for _, symbol := range board {
		letter, ok := c.letters[symbol]
		switch {
		case symbol == c.Empty:
			letter = empty
		case !ok:
			letter = '-'
		}
		letters = append(letters, letter)
	}
	return letters, tail
}

// encode writes a position, given in the game's notation, for the player of that turn.
func (c *uwapiCodec) encode(text string, turn int) string {
	out, tail := c.write(text, turn, '-')
	if tail != "" && !c.tailed {
		out += "_" + escape(tail)
	}
	return out
}

// autogui writes a position for the drawing.
func (c *uwapiCodec) autogui(text string, turn int) string {
	out, tail := c.write(text, turn, c.tile)
	if c.Listed() && c.hands != nil {
		out += c.hands(tail, turn)
	}
	return out
}

// write writes a position with a letter for empty squares, and returns the rest of its notation.
func (c *uwapiCodec) write(text string, turn int, empty byte) (out, tail string) {
	out = strconv.Itoa(turn) + "_"
	if !c.Listed() {
		return out + escape(text), ""
	}
	letters, tail := c.fixed(text, turn, empty)
	return out + string(letters), tail
}

// decode is the inverse of encode.
func (c *uwapiCodec) decode(position string) (text string, turn int, ok bool) {
	switch {
	case strings.HasPrefix(position, "1_"):
		turn = 1
	case strings.HasPrefix(position, "2_"):
		turn = 2
	default:
		return "", 0, false
	}
	position = position[2:]
	if !c.Listed() {
		return unescape(position), turn, true
	}
	letters, tail, _ := strings.Cut(position, "_")
	var board []rune
	for i := range len(letters) {
		symbol, ok := c.symbols[letters[i]]
		if !ok {
			return "", 0, false
		}
		board = append(board, symbol)
	}
	if turn == 2 {
		c.exchange(board)
	}
	if tail = unescape(tail); c.tailed {
		tail = " " + strconv.Itoa(turn)
	}
	return c.Join(board, tail), turn, true
}

// turnOf returns the player to move at a position in the game's notation, or the first player if
// the notation does not name him.
func (c *uwapiCodec) turnOf(text string) int {
	if !c.Listed() || c.single || c.Depicts.Relative || c.Depicts.Turned {
		return 1
	}
	board, tail := c.Split(text)
	if turn := c.Turn(tail); turn != 0 {
		return turn
	}
	if c.Depicts.Balance(board) > 0 { // the first player has moved
		return 2
	}
	return 1
}

// escape writes a text with characters that need no escape in a URL and have no meaning in
// the front end.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch x := text[i]; {
		case x >= 'a' && x <= 'z', x >= 'A' && x <= 'Z', x >= '0' && x <= '9', strings.IndexByte("-.,/=", x) >= 0:
			b.WriteByte(x)
		default:
			fmt.Fprintf(&b, "!%02x", x)
		}
	}
	return b.String()
}

// escaped is a byte as escape writes it.
var escaped = regexp.MustCompile(`![0-9a-fA-F]{2}`)

// unescape is the inverse of escape. It leaves other characters unchanged.
func unescape(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(x string) string {
		n, _ := strconv.ParseUint(x[1:], 16, 8)
		return string([]byte{byte(n)})
	})
}
