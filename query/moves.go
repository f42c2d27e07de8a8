package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Moves is a position with what each of its moves leads to.
type Moves struct {
	Answer
	// Moves are sorted best first for the mover, equal ones in byte order of the
	// turn. Where a file used in place holds a part of the values only, moves that
	// are not known stand last, and may be the best.
	Moves []Move
}

// Move is a distinct result of a turn, symmetric twins told apart.
type Move struct {
	Turn    string   // a shortest turn that leads there, of those the first in byte order
	Also    []string // other turns that lead there, in byte order, where the game lists them
	Verdict Verdict
	// Clicks are the squares to click for the turn, where the game says which.
	Clicks []drawing.Click
	// Ended says that the turn ended the game without a position that could be
	// asked for; To, Text, Index and Stored say nothing then.
	Ended  bool
	To     engine.Position
	Text   string // canonical notation of the resulting position
	Index  uint64 // meaningful where Stored
	Stored bool
	// Replies says how the opponent's distinct results are distributed, best
	// first for him and seen from his side. Only where they were asked for and
	// the game goes on; empty where he has no move.
	Replies []Reply
}

// Reply is how many distinct results of a turn are worth the same.
type Reply struct {
	Verdict Verdict // for the player who replies
	Results uint64
}

// Moves returns the moves of a position with their values; the best of them is
// worth what the position is, unless moves are not known. With detail it also looks at
// every reply, which in a game with thousands of turns takes seconds. It stops when ctx is done.
func (db *DB) Moves(ctx context.Context, p engine.Position, detail bool) (Moves, error) {
	a := Answer{Game: db.spec, Position: p, Text: db.game.Text(p)}
	moves, ws, err := db.judge().ranked(ctx, p)
	if err != nil {
		return Moves{Answer: a}, fmt.Errorf("moves of %s: %w", a.Text, err)
	}
	// What [DB.Value] says, without listing the moves twice.
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		a.Verdict, err = db.stored(a.Index)
	} else if v, ok := db.game.Finished(p); ok {
		a.Verdict = Verdict{db.kind, v, true}
	} else {
		a.Verdict, err = db.judge().decide(ws)
	}
	if err != nil {
		return Moves{Answer: a}, err
	}
	if !a.Verdict.Known {
		a.AtLeast = atLeast(ws)
	}
	for i := range moves {
		if m := &moves[i]; !m.Ended {
			m.Text = db.game.Text(m.To)
		}
	}
	if detail {
		if err := db.AddReplies(ctx, moves, func(Move) bool { return true }); err != nil {
			return Moves{Answer: a}, fmt.Errorf("replies to moves of %s: %w", a.Text, err)
		}
	}
	return Moves{a, moves}, nil
}

// Play returns the move that a turn makes at p, with its value and without replies. A
// turn that is not legal is an [engine.InputError].
func (db *DB) Play(p engine.Position, turn string) (Move, error) {
	r, err := db.game.Play(p, turn)
	if err != nil {
		return Move{}, err
	}
	ws, err := db.judge().weigh(context.Background(), p, []engine.Result{r})
	if err != nil {
		return Move{}, fmt.Errorf("value of %s at %s: %w", turn, db.game.Text(p), err)
	}
	m := Move{Turn: turn, Verdict: ws[0].verdict, Ended: r.Ended, To: r.To, Index: ws[0].index, Stored: ws[0].stored}
	if !m.Ended {
		m.Text = db.game.Text(m.To)
	}
	return m, nil
}

// AddReplies fills in how the replies to those moves of this database are distributed for which wanted holds. Some
// thousand replies to each of some thousand moves take seconds; it stops when ctx is
// done.
func (db *DB) AddReplies(ctx context.Context, moves []Move, wanted func(m Move) bool) error {
	var list []*Move
	for i := range moves {
		if !moves[i].Ended && wanted(moves[i]) {
			list = append(list, &moves[i])
		}
	}
	for group := range slices.Chunk(list, repliesAtOnce) {
		if err := db.judge().addReplies(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// others returns turns without the one that is shown, in byte order; nil where there are
// none.
func others(turns []string, shown string) []string {
	turns = slices.DeleteFunc(turns, func(turn string) bool { return turn == shown })
	if len(turns) == 0 {
		return nil
	}
	slices.Sort(turns)
	return turns
}
