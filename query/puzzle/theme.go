package puzzle

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// candidate is a puzzle with what tells it from others.
type candidate struct {
	Puzzle
	face
	kind, end string // theme, magnitude of the length, and slice; the last turn of the winner
	done      bool   // chosen, or a near-duplicate of a chosen one
}

// candidate completes a puzzle with its solution and its theme.
func (s *search) candidate(ctx context.Context, p Puzzle) (*candidate, error) {
	g := s.db.Game()
	c := &candidate{Puzzle: p, face: faceOf(g, p.Position)}
	var err error
	if c.Line, err = s.db.Line(ctx, p.Position); err != nil {
		return nil, err
	}
	c.path = append(c.path, p.Position)
	for at, n := p.Position, 0; n < min(nearPlies, len(c.Line.Moves)); n++ {
		r, err := g.Play(at, c.Line.Moves[n])
		if err != nil {
			return nil, err
		}
		if r.Ended {
			break
		}
		at = r.To
		c.path = append(c.path, at)
	}
	if !g.Kind().Single() {
		if n := len(c.Line.Moves); n > 0 {
			c.end = c.Line.Moves[n-1-(n+1)%2]
		}
		c.Theme = theme(g, c)
	}
	c.kind = fmt.Sprint(c.Theme, bits.Len(uint(c.Turns())))
	for _, slice := range g.Slices() {
		if p.Index >= slice.First && p.Index-slice.First < slice.Size {
			c.kind += " in " + slice.Name
		}
	}
	return c, nil
}

// checkThroughout sets whether one move wins at each later turn, too.
func (s *search) checkThroughout(ctx context.Context, p *Puzzle) (err error) {
	if s.db.Game().Kind().Single() {
		p.Throughout, err = throughoutAlone(ctx, s.db, p.Position)
		return err
	}
	first, err := s.db.Play(p.Position, p.Turn)
	if err == nil {
		p.Throughout, err = throughout(ctx, s.db, first)
	}
	return err
}

// theme returns what a solution is about, by its first two plies and the moves that tempt.
func theme(g engine.Game, c *candidate) string {
	var pieces [][2]int
	for ply, p := range c.path {
		pieces = append(pieces, count(g, p, ply))
	}
	mover := 0
	if d := g.Parts().Depiction; side(g, c.Position) == d.Name(1) {
		mover = 1
	}
	first := pieces[min(1, len(pieces)-1)]
	switch last := pieces[len(pieces)-1]; {
	case first[1-mover] < pieces[0][1-mover]:
		return "a capture"
	case last[mover] < pieces[0][mover]:
		return "a sacrifice"
	case len(c.path) > 2 && len(g.AppendResults(nil, c.path[1])) == 1:
		return "a forced reply"
	case c.Tempting > 0 && c.Losing == c.Tempting:
		return "a trap: what tempts loses"
	case c.Difference >= 0.9:
		return "an unlikely move: what tempts is elsewhere"
	}
	return "a quiet move"
}

// count returns the pieces on the board of the players by their colours in the first picture.
func count(g engine.Game, p engine.Position, ply int) (n [2]int) {
	l, _ := drawing.ReadLayout(g.Board(p))
	d := g.Parts().Depiction
	for _, s := range l.Squares {
		if look := d.Of(s.Symbol, ply); look.IsPiece() && look.IsOwned() {
			if look.Second {
				n[1]++
			} else {
				n[0]++
			}
		}
	}
	return n
}

// side names the player to move in a diagram: from the notation, or from the number of pieces in
// games in which players place them alternately and light begins.
func side(g engine.Game, p engine.Position) string {
	depiction, text := g.Parts().Depiction, g.Text(p)
	l, ok := drawing.ReadLayout(g.Board(p))
	switch {
	case !ok:
		return "The player"
	case depiction.Relative, depiction.Turned, strings.HasSuffix(text, " 1"):
		return depiction.Name(0)
	case strings.HasSuffix(text, " 2"):
		return depiction.Name(1)
	}
	if depiction.Balance(l.Cells()) > 0 {
		return depiction.Name(1)
	}
	return depiction.Name(0)
}

const (
	// nearSquares bounds the squares in which the boards of near-duplicates differ: one piece
	// has moved.
	nearSquares = 2
	// nearPlies bounds the plies within which their solutions reach the same position.
	nearPlies = 2
	emptyCell = '.'
	// largeBoard is the number of squares from which on pieces have space to stand elsewhere.
	largeBoard = 36
)

// face is the board of a position and the beginning of its solution.
type face struct {
	width, height int
	cells         []rune // row by row; 0 if there is no square
	path          []engine.Position
}

// faceOf returns the face of a position. If the game draws no board of squares, the face is the
// notation in one row.
func faceOf(g engine.Game, p engine.Position) face {
	if l, ok := drawing.ReadLayout(g.Board(p)); ok {
		return face{width: len(l.Columns), height: len(l.Rows), cells: l.Cells()}
	}
	text := []rune(g.Text(p))
	return face{width: len(text), height: 1, cells: text}
}

// isNear reports whether a puzzle is a near-duplicate of one of others.
func (f face) isNear(others []face) bool {
	turns := engine.Turns(f.width, f.height)
	return slices.ContainsFunc(others, func(g face) bool {
		if slices.ContainsFunc(f.path, func(p engine.Position) bool { return slices.Contains(g.path, p) }) {
			return true
		}
		return f.width == g.width && f.height == g.height && slices.ContainsFunc(turns, func(turn []int) bool { return f.same(g, turn) })
	})
}

// same reports whether the other board in a turn, or on a large board all of it moved by at most a square in each
// direction, differs in one piece at most.
func (f face) same(g face, turn []int) bool {
	shift := 0
	if len(f.cells) >= largeBoard {
		shift = 1
	}
	for dy := -shift; dy <= shift; dy++ {
		for dx := -shift; dx <= shift; dx++ {
			n := 0
			for i, j := range turn {
				x, y, other := i%f.width+dx, i/f.width+dy, rune(0)
				if x >= 0 && x < f.width && y >= 0 && y < f.height {
					other = f.cells[y*f.width+x]
				} else if g.cells[j] == emptyCell {
					continue
				}
				if other != g.cells[j] {
					n++
				}
			}
			if n <= nearSquares {
				return true
			}
		}
	}
	return false
}
