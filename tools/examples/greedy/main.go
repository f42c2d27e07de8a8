// Command greedy plays British Square by a rule of thumb: claim as much territory as
// possible. It is an example of a program for "foregone policy", which shows that this
// rule loses:
//
//	go build ./tools/examples/greedy
//	foregone policy --exec ./greedy
//
// A player's territory is the empty tiles on which only he may place a piece, because they
// are next to his pieces. The program plays the tile that makes its territory largest. Of
// equal tiles it plays the first, row by row from the top left.
//
// It reads positions from standard input, one a line, and writes a move for each to
// standard output, until the input ends. -width is the number of columns of a board that is
// not square. -center lets the first player open on the centre.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("greedy: ")
	width := flag.Int("width", 0, "`columns` of the board (default: those of a square)")
	center := flag.Bool("center", false, "the first player may open on the centre")
	flag.Parse()
	if err := play(os.Stdin, os.Stdout, *width, *center); err != nil {
		log.Fatal(err)
	}
}

// play answers positions until the input ends.
func play(r io.Reader, w io.Writer, width int, center bool) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		b, err := read(lines.Text(), width, center)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, b.greedy()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// board is a position of British Square.
type board struct {
	tiles         []byte // '1', '2' or '.', row by row from the top
	width         int
	center        bool
	own, opponent byte
}

// read reads a position: the tiles, a blank, and the player to move.
func read(text string, width int, center bool) (board, error) {
	tiles, mover, _ := strings.Cut(text, " ")
	b := board{tiles: []byte(tiles), width: width, center: center, own: '1', opponent: '2'}
	if width == 0 {
		for b.width*b.width < len(tiles) {
			b.width++
		}
	}
	switch {
	case mover == "2":
		b.own, b.opponent = '2', '1'
	case mover != "1":
		return b, fmt.Errorf("%q does not say who moves", text)
	}
	if b.width < 1 || len(tiles)%b.width != 0 || width == 0 && b.width*b.width != len(tiles) {
		return b, fmt.Errorf("%q is not a square board: say with -width how many tiles a row has", text)
	}
	return b, nil
}

// greedy returns the move: a tile, or pass if no tile is legal.
func (b board) greedy() string {
	best, most := "pass", -1
	for tile := range b.tiles {
		if !b.legal(tile, b.own, b.opponent) {
			continue
		}
		b.tiles[tile] = b.own
		if n := b.territory(); n > most {
			best, most = b.name(tile), n
		}
		b.tiles[tile] = '.'
	}
	return best
}

// territory returns the number of tiles on which only the player to move may place a piece.
func (b board) territory() int {
	n := 0
	for tile := range b.tiles {
		if b.legal(tile, b.own, b.opponent) && !b.legal(tile, b.opponent, b.own) {
			n++
		}
	}
	return n
}

// legal reports whether a player may place a piece on a tile. The tile must be empty and not
// next to an opponent's piece; the first move of the game must not take the centre.
func (b board) legal(tile int, player, other byte) bool {
	if b.tiles[tile] != '.' {
		return false
	}
	x, y, height := tile%b.width, tile/b.width, len(b.tiles)/b.width
	for _, n := range [][2]int{{x, y - 1}, {x - 1, y}, {x + 1, y}, {x, y + 1}} {
		if n[0] >= 0 && n[0] < b.width && n[1] >= 0 && n[1] < height && b.tiles[n[1]*b.width+n[0]] == other {
			return false
		}
	}
	opens := player == '1' && !strings.Contains(string(b.tiles), "1")
	return !opens || b.center || 2*x+1 != b.width || 2*y+1 != height
}

// name returns the notation of a tile: a column letter and a row digit from the bottom.
func (b board) name(tile int) string {
	return fmt.Sprintf("%c%d", 'a'+tile%b.width, len(b.tiles)/b.width-tile/b.width)
}
