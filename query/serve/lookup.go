package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// permLength is the number of characters of a position in the Analyzer's protocol.
const permLength = 26

// analysis is an answer in the protocol of the public Push Fight Analyzer.
type analysis struct {
	Status     string  `json:"status"`
	Successors []group `json:"successors"`
}

// group is the moves of one value, for the player who makes them.
type group struct {
	Status  string   `json:"status"`
	Moves   []string `json:"moves"`
	Details []string `json:"details,omitempty"` // parallel to Moves
}

// perms answers /lookup/perms/{position}.
func (s *Server) perms(c *call) (answer, error) {
	values, err := c.params()
	if err != nil {
		return answer{}, err
	}
	detail, err := flag(values, "d")
	if err != nil {
		return answer{}, err
	}
	g, p, err := s.permPosition(c.PathValue("position"))
	if err != nil {
		return answer{}, err
	}
	if c.fresh(g.tag) {
		return answer{tag: g.tag}, nil
	}
	m, err := s.listMoves(c, g, p, false)
	if err == nil && detail {
		err = s.addDetails(c, g, m.Moves)
	}
	if err != nil {
		return answer{}, err
	}
	body, err := json.Marshal(analyse(m, detail))
	return answer{body: body, tag: g.tag}, err
}

// permPosition reads a position of any member of the family that is served.
func (s *Server) permPosition(text string) (*game, engine.Position, error) {
	var first error
	for _, g := range s.games {
		if !g.perms {
			continue
		}
		if len(text) != permLength || strings.Trim(text, ".oOxXYP") != "" {
			return nil, nil, engine.InputErrorf("%q is no position: want %d characters of \".oOxXYP\", one for each square", clip(text), permLength)
		}
		p, err := g.db.Parse(text)
		if err == nil {
			return g, p, nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = errorf(http.StatusNotFound, "no table of Push Fight on the full board is served")
	}
	return nil, nil, first
}

// detailed reports whether the protocol wants the replies to a move. What follows a W1
// or L1 is plain: nothing, or a win at once.
func detailed(m query.Move) bool {
	plies, ok := m.Verdict.Plies()
	return !ok || plies > 2
}

// addDetails adds the replies to those moves that want them, often half of all.
func (s *Server) addDetails(c *call, g *game, moves []query.Move) error {
	return s.withDetails(c, func(ctx context.Context) error {
		for len(moves) > 0 {
			n := 1
			for n < len(moves) && detailed(moves[n]) == detailed(moves[0]) {
				n++
			}
			if detailed(moves[0]) {
				if err := g.db.AddReplies(ctx, moves[:n]); err != nil {
					return err
				}
			}
			moves = moves[n:]
		}
		return nil
	})
}

// analyse writes moves in the Analyzer's form.
func analyse(m query.Moves, detail bool) analysis {
	a := analysis{Status: m.Verdict.String(), Successors: []group{}}
	for i, move := range m.Moves {
		if i == 0 || move.Verdict != m.Moves[i-1].Verdict {
			a.Successors = append(a.Successors, group{Status: move.Verdict.String()})
		}
		last := &a.Successors[len(a.Successors)-1]
		last.Moves = append(last.Moves, move.Turn)
		if detail && detailed(move) {
			last.Details = append(last.Details, repliesText(move.Replies))
		}
	}
	return a
}

// repliesText writes a distribution as VALUE*COUNT, parted by commas.
func repliesText(replies []query.Reply) string {
	var b strings.Builder
	for i, r := range replies {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(r.Verdict.String() + "*" + strconv.FormatUint(r.Results, 10))
	}
	return b.String()
}
