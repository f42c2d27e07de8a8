package drawing

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Pile is a heap of a position, of one player.
type Pile struct {
	Name   string // in words
	Second bool   // the second player's, as the first picture has it
	Pieces []Look // with its different pieces, in the order of the notation
	Counts []int  // the number of each piece
	Number int    // without pieces: the number itself
	Store  bool   // at an end of the board
}

// pattern returns the regular expression that finds the heap, nil for absent pieces.
func (h Heap) pattern() (*regexp.Regexp, error) {
	if h.Side < 0 || h.Side > 2 || (h.Find == "") == (h.Absent == "") || len([]rune(h.Piece)) > 1 {
		return nil, fmt.Errorf("the heap %q: want a side of 0, 1 or 2, either find or absent, and a piece of one character", h.Name)
	}
	if h.Find == "" {
		return nil, nil
	}
	r, err := regexp.Compile(h.Find)
	if err == nil && r.NumSubexp() != 1 {
		err = fmt.Errorf("it has %d groups: want one", r.NumSubexp())
	}
	if err != nil {
		return nil, fmt.Errorf("find of the heap %q: %w", h.Name, err)
	}
	return r, nil
}

// Piles returns the heaps of a position after ply turns: board has the symbols on its squares, rest
// is the notation behind them.
func (d *Depiction) Piles(board []rune, rest string, ply int) (piles []Pile) {
	for _, h := range d.Heaps {
		find, err := h.pattern()
		if err != nil {
			continue // Check has told
		}
		swap := ply%2 != 0 && d.relative()
		if find == nil {
			piles = append(piles, d.sides(h, d.absent(h.Absent, board), ply)...)
			continue
		}
		text := ""
		if m := find.FindStringSubmatch(rest); m != nil {
			text = m[1]
		}
		number, err := strconv.Atoi(text)
		switch {
		case h.Piece != "" && err == nil && number > 0:
			piles = append(piles, d.sides(h, slices.Repeat([]rune(h.Piece), min(number, 999)), ply)...)
		case h.Piece != "":
		case err == nil:
			piles = append(piles, Pile{Name: h.Name, Second: (h.Side == 1) != swap, Number: number, Store: h.Store})
		default:
			piles = append(piles, d.sides(h, []rune(text), ply)...)
		}
	}
	return piles
}

// sides makes piles of symbols, one for each player who has some.
func (d *Depiction) sides(h Heap, symbols []rune, ply int) (piles []Pile) {
	of := [2]Pile{{Name: h.Name}, {Name: h.Name, Second: true}}
	for _, symbol := range symbols {
		look := d.Of(symbol, ply)
		if !look.IsPiece() || !look.IsOwned() && h.Side == 2 {
			continue
		}
		owner := side(look.Second)
		if look.Neutral || h.Side < 2 {
			owner = side((h.Side == 1) != (ply%2 != 0 && d.relative()))
		}
		p := &of[owner]
		if i := slices.Index(p.Pieces, look); i >= 0 {
			p.Counts[i]++
			continue
		}
		p.Pieces, p.Counts = append(p.Pieces, look), append(p.Counts, 1)
	}
	for _, p := range of {
		if len(p.Pieces) > 0 {
			piles = append(piles, p)
		}
	}
	return piles
}

// absent returns the symbols of a set that are not on the board.
func (d *Depiction) absent(set string, board []rune) (missing []rune) {
	same := func(a, b rune) bool {
		x, y := d.Look(a), d.Look(b)
		return x.IsOwned() && y.IsOwned() && x.Second == y.Second && x.Label == y.Label && x.Figure == y.Figure
	}
	left := slices.Clone(board)
	for _, symbol := range set {
		if i := slices.IndexFunc(left, func(on rune) bool { return same(on, symbol) }); i >= 0 {
			left[i] = 0
			continue
		}
		missing = append(missing, symbol)
	}
	return missing
}

// relative reports whether the sides of heaps are the mover's and the opponent's.
func (d *Depiction) relative() bool { return d.Relative || d.Turned || d.Mirrored }

// Owner returns the name of the player whose pile it is.
func (p Pile) Owner(d *Depiction) string { return d.Name(side(p.Second)) }

// InWords tells the piles to people who do not see them, such as "in hand: Light L G".
func (p Pile) InWords(d *Depiction) string {
	words := []string{p.Owner(d), p.Name + ":"}
	for i, look := range p.Pieces {
		word := look.Label
		if word == "" {
			word = look.Figure
		}
		if p.Counts[i] > 1 || word == "" {
			word = strings.TrimSpace(strconv.Itoa(p.Counts[i]) + " " + word)
		}
		words = append(words, word)
	}
	if len(p.Pieces) == 0 {
		words = append(words, strconv.Itoa(p.Number))
	}
	return strings.Join(words, " ")
}
