package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/kv"
)

// maxDrawnLine is the number of turns after which a line without a repeated position
// ends.
const maxDrawnLine = 200

// Line is best play from a position on.
type Line struct {
	Answer
	Moves []string // turns of both sides, alternately
	// Keeps are the turns, counted from 0, after which the same player moves again.
	Keeps []int
	// End is the end of the line for the player to move at its beginning. A score is a win, a loss
	// or a draw by its sign. It is unknown if the position is, or if the line stops because no move
	// is known to be best.
	End engine.Outcome
	// Repeats is the number of turns before the first occurrence of the final position, or -1 if
	// the last turn repeats no position of the line.
	Repeats int
	// Cut means that the line was cut after 200 turns.
	Cut bool
	// Score is the score at the end for the player to move at the beginning, in games of expected scores; nil in
	// others, and if the line was cut.
	Score *int
}

// add appends a turn. keeps reports whether the same player moves again.
func (l *Line) add(turn string, keeps bool) {
	if keeps {
		l.Keeps = append(l.Keeps, len(l.Moves))
	}
	l.Moves = append(l.Moves, turn)
}

// Numbered writes the moves with the turns of the player who begins numbered: "1. b2 a1 2. c3". "+" stands
// before a turn of the player who also made the one before. In games of one player every move has a number.
func (l Line) Numbered() string {
	var b strings.Builder
	changes, again := 0, false
	for i, turn := range l.Moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch {
		case l.Verdict.Kind.Single():
			fmt.Fprintf(&b, "%d. ", i+1)
		case again:
			b.WriteString("+ ")
		case changes%2 == 0:
			fmt.Fprintf(&b, "%d. ", changes/2+1)
		}
		b.WriteString(turn)
		if again = slices.Contains(l.Keeps, i); !again {
			changes++
		}
	}
	return b.String()
}

// Shown returns the line with the names of squares that pictures of the board show, which stay where
// the player sees them who begins.
func (l Line) Shown(g engine.Game) Line {
	depicts := g.Parts().Depiction
	if len(l.Moves) == 0 || !depicts.Turned && !depicts.Mirrored {
		return l
	}
	layout, _ := drawing.ReadLayout(g.Board(l.Position))
	moves, p, ply := make([]string, len(l.Moves)), l.Position, 0
	for i, turn := range l.Moves {
		moves[i] = depicts.Turn(layout, turn, ply)
		if g.Parts().Dice == nil {
			ply++
			continue
		}
		if !engine.Keeps(g, p, turn) {
			ply++
		}
		if r, err := g.Play(p, turn); err == nil {
			p = r.To
		}
	}
	l.Moves = moves
	return l
}

// Line returns best play from p on: the winner hurries and the loser delays. Of equal moves it
// takes the first in byte order of the turn; of equal scores it prefers a move to a position that
// is new in the line. A drawn line could go on forever: it ends with the game, with the turn that
// repeats a position of the line, or after 200 turns. An unsolvable position has no best play. If the value of p is unknown the line has no
// turns. If a file used in place holds only a part of the values, the line stops when no known move
// has the value of its position. If a table contradicts itself, the error wraps [ErrCorrupt].
func (db *DB) Line(ctx context.Context, p engine.Position) (Line, error) {
	a, err := db.Value(p)
	line := Line{Answer: a, Moves: []string{}, End: a.Verdict.Result(), Repeats: -1}
	if err != nil || !a.Verdict.Known || a.Verdict.Kind.Single() && a.Verdict.Value == engine.Tie {
		return line, err
	}
	if db.kind.Uncertain() {
		return db.likely(ctx, p, line)
	}
	_, bounded := a.Verdict.Plies()
	seen := map[engine.Position]int{p: 0}
	for want := a.Verdict; ; {
		moves, _, err := db.judge().ranked(ctx, p)
		if err != nil {
			return line, fmt.Errorf("line from %s: %w", a.Text, err)
		}
		if len(moves) == 0 {
			return line, nil
		}
		best := moves[0]
		if !bounded {
			best = fresh(moves, seen)
		}
		if best.Verdict != want && !moves[len(moves)-1].Verdict.Known && db.partial() {
			line.End = engine.Unknown
			return line, nil
		}
		if best.Verdict != want {
			return line, fmt.Errorf("%s is %w: %s has the value %v, but its best move %s is worth %v",
				db.path, kv.ErrCorrupt, db.game.Text(p), want, best.Turn, best.Verdict)
		}
		line.add(best.Turn, !best.Ended && engine.KeepsTurn(db.game, p, best.To))
		if best.Ended {
			return line, nil
		}
		p = best.To
		next, err := db.Value(p)
		if err != nil {
			return line, err
		}
		want = next.Verdict
		if bounded {
			continue // the remoteness falls with every turn
		}
		if first, again := seen[p]; again {
			line.Repeats = first
			return line, nil
		}
		seen[p] = len(line.Moves)
		if len(line.Moves) == maxDrawnLine {
			line.Cut = true
			return line, nil
		}
	}
}

// fresh returns the first of the best moves, in games of scores the first that leads to a position
// not seen before: a repetition never gains the points of a score.
func fresh(moves []Move, seen map[engine.Position]int) Move {
	best := moves[0]
	if best.Verdict.Kind != engine.Score {
		return best
	}
	for _, m := range moves {
		if m.Verdict != best.Verdict {
			break
		}
		if _, again := seen[m.To]; m.Ended || !again {
			return m
		}
	}
	return best
}
