package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
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
	Turn    string // a shortest turn that leads there, of those the first in byte order
	Verdict Verdict
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
	moves, ws, err := db.ranked(ctx, p)
	if err != nil {
		return Moves{Answer: a}, fmt.Errorf("moves of %s: %w", a.Text, err)
	}
	// What [DB.Value] says, without listing the moves twice.
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		a.Verdict, err = db.stored(a.Index)
	} else if v, ok := db.game.Finished(p); ok {
		a.Verdict = Verdict{db.kind, v, true}
	} else {
		a.Verdict, err = db.judge(ws)
	}
	if err != nil {
		return Moves{Answer: a}, err
	}
	for i := range moves {
		if m := &moves[i]; !m.Ended {
			m.Text = db.game.Text(m.To)
		}
	}
	if detail {
		if err := db.AddReplies(ctx, moves); err != nil {
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
	ws, err := db.weigh([]engine.Result{r})
	if err != nil {
		return Move{}, fmt.Errorf("value of %s at %s: %w", turn, db.game.Text(p), err)
	}
	m := Move{Turn: turn, Verdict: ws[0].verdict, Ended: r.Ended, To: r.To, Index: ws[0].index, Stored: ws[0].stored}
	if !m.Ended {
		m.Text = db.game.Text(m.To)
	}
	return m, nil
}

// ranked returns the moves of p, best first, without the notation of the
// resulting positions; and what they are worth, in another order.
func (db *DB) ranked(ctx context.Context, p engine.Position) ([]Move, []weighed, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	found := db.game.Moves(p)
	results := make([]engine.Result, len(found))
	for i, m := range found {
		results[i] = m.Result
	}
	ws, err := db.weigh(results)
	if err != nil {
		return nil, nil, err
	}
	moves := make([]Move, len(found))
	for i, m := range found {
		moves[i] = Move{Turn: m.Turn, Verdict: ws[i].verdict, Ended: m.Ended, To: m.To, Index: ws[i].index, Stored: ws[i].stored}
	}
	// The game gives them in byte order of the turns.
	slices.SortStableFunc(moves, func(a, b Move) int { return db.order(a.Verdict, b.Verdict) })
	return moves, ws, nil
}

// order is [Compare], except that what is not known stands last where a file used in
// place holds a part of the values only: it can be anything there.
func (db *DB) order(v, w Verdict) int {
	if v.Known != w.Known && db.partial() {
		if v.Known {
			return -1
		}
		return 1
	}
	return Compare(v, w)
}

// repliesAtOnce is the number of moves whose replies are looked up together. More
// means fewer blocks of the table read twice, and 24 bytes a reply.
const repliesAtOnce = 1024

// AddReplies fills in how the replies to moves of this database are distributed. Some
// thousand replies to each of some thousand moves take seconds; it stops when ctx is
// done.
func (db *DB) AddReplies(ctx context.Context, moves []Move) error {
	for group := range slices.Chunk(moves, repliesAtOnce) {
		if err := db.addRepliesTo(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// reply is a result of a turn of the opponent.
type reply struct {
	weighed
	move int // the number of the move replied to
}

func (db *DB) addRepliesTo(ctx context.Context, moves []Move) error {
	perMove := make([][]reply, len(moves))
	err := parallel(ctx, len(moves), func(i int) error {
		if moves[i].Ended {
			return nil
		}
		replies, err := db.replies(moves[i].To, i)
		perMove[i] = replies
		return err
	})
	if err != nil {
		return err
	}
	all := slices.Concat(perMove...)
	slices.SortFunc(all, func(a, b reply) int { return cmp.Compare(a.index, b.index) })
	const batch = 1 << 14
	err = parallel(ctx, (len(all)+batch-1)/batch, func(i int) error {
		return db.lookUpReplies(all[i*batch : min(len(all), (i+1)*batch)])
	})
	if err != nil {
		return err
	}
	tallies := make([]map[Verdict]uint64, len(moves))
	for _, r := range all {
		if tallies[r.move] == nil {
			tallies[r.move] = map[Verdict]uint64{}
		}
		tallies[r.move][r.verdict]++
	}
	for i := range moves {
		if moves[i].Ended {
			continue
		}
		moves[i].Replies = make([]Reply, 0, len(tallies[i]))
		for v, n := range tallies[i] {
			moves[i].Replies = append(moves[i].Replies, Reply{v, n})
		}
		slices.SortFunc(moves[i].Replies, func(a, b Reply) int { return db.order(a.Verdict, b.Verdict) })
	}
	return nil
}

// replies returns the results of the turns at p, those stored still without their
// verdicts.
func (db *DB) replies(p engine.Position, move int) ([]reply, error) {
	results := db.game.AppendResults(nil, p)
	replies := make([]reply, len(results))
	for i, r := range results {
		w, err := db.place(r)
		if err != nil {
			return nil, err
		}
		replies[i] = reply{w, move}
	}
	return replies, nil
}

// lookUpReplies fills in the verdicts of what is stored.
func (db *DB) lookUpReplies(rs []reply) error {
	for i := range rs {
		if !rs[i].stored {
			continue
		}
		if err := db.fill(&rs[i].weighed); err != nil {
			return err
		}
	}
	return nil
}

// parallel calls f(0) … f(n-1) on all cores and returns the first error.
func parallel(ctx context.Context, n int, f func(i int) error) error {
	return pool.Each(ctx, 0, n, func(_ context.Context, _, i int) error { return f(i) })
}
