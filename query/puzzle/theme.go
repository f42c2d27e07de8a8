package puzzle

import (
	"context"
	"fmt"
	"math/bits"
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
