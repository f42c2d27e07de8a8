package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Moves is a position with its moves and their values.
type Moves struct {
	Answer
	// Moves are sorted best first for the mover, equal ones in byte order of the turn. If a file
	// used in place holds a part of the values only, unknown moves are last, and may be the best.
	Moves []Move
	// Trickiest is the turn that is hardest to answer of those that keep the outcome. [DB.Tricky]
	// sets it.
	Trickiest string
	// Rolls, in games of chance, are the rolls with the moves that each allows. A move of Moves has the
	// notation of the first roll that allows it.
	Rolls []Roll
}

// Move is a distinct result of a turn; symmetric twins are distinct.
type Move struct {
	Turn    string   // the shortest turn that leads there; of several, the first in byte order
	Also    []string // other turns that lead there, in byte order, if the game lists them
	Verdict Verdict
	// Clicks are the squares to click for the turn, if the game defines them.
	Clicks []drawing.Click
	// Ended means that the turn ended the game without a position that has a value; then To, Text,
	// Index and Stored are not set.
	Ended  bool
	To     engine.Position
	Text   string // canonical notation of the resulting position
	Index  uint64 // valid if Stored
	Stored bool
	// Replies are the values of the opponent's distinct results with their numbers, from his view,
	// the best first. They are set only on request and if the game goes on. They are empty if he
	// has no move.
	Replies []Reply
	// Trick says how hard the move is to answer. [DB.Tricky] sets it.
	Trick *Trick
}

// Reply is the number of distinct results of a turn with one value.
type Reply struct {
	Verdict Verdict // for the player who replies
	Results uint64
}

// Moves returns the moves of a position with their values. The best of them has the value of the
// position, unless moves are unknown. With detail it also values every reply, which takes seconds
// in a game with thousands of turns. It stops when ctx is done.
func (db *DB) Moves(ctx context.Context, p engine.Position, detail bool) (Moves, error) {
	a := Answer{Game: db.spec, Position: p, Text: db.game.Text(p)}
	moves, ws, err := db.judge().ranked(ctx, p)
	if err != nil {
		return Moves{Answer: a}, fmt.Errorf("moves of %s: %w", a.Text, err)
	}
	// This does the work of [DB.Value] without listing the moves twice.
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		a.Verdict, err = db.stored(a.Index)
		a.Error = db.half(a.Index)
	} else if v, ok := db.game.Finished(p); ok {
		a.Verdict = Verdict{db.kind, v, true}
	} else if db.kind.Uncertain() {
		a, err = db.Value(p)
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
	return Moves{Answer: a, Moves: moves, Rolls: db.rolls(p, moves)}, nil
}

// Play returns the move that a turn makes at p, with its value and without replies. An illegal turn
// is an [engine.InputError].
func (db *DB) Play(p engine.Position, turn string) (Move, error) {
	r, err := db.game.Play(p, turn)
	if err != nil {
		return Move{}, err
	}
	j := db.judge()
	j.played = turn
	ws, err := j.weigh(context.Background(), p, []engine.Result{r})
	if err != nil {
		return Move{}, fmt.Errorf("value of %s at %s: %w", turn, db.game.Text(p), err)
	}
	m := Move{Turn: turn, Verdict: ws[0].verdict, Ended: r.Ended, To: r.To, Index: ws[0].index, Stored: ws[0].stored}
	if !m.Ended {
		m.Text = db.game.Text(m.To)
	}
	return m, nil
}

// AddReplies sets the Replies of those moves of this database for which wanted returns true. Some
// thousand replies to each of some thousand moves take seconds. It stops when ctx is done.
func (db *DB) AddReplies(ctx context.Context, moves []Move, wanted func(m Move) bool) error {
	if err := engine.TwoPlayers(db.game, "a count of replies"); err != nil {
		return err
	}
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

// others returns the turns other than shown, in byte order, or nil if there are none.
func others(turns []string, shown string) []string {
	turns = slices.DeleteFunc(turns, func(turn string) bool { return turn == shown })
	if len(turns) == 0 {
		return nil
	}
	slices.Sort(turns)
	return turns
}
