package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
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
	_, stored := db.game.Index(p)
	if _, over := db.game.Finished(p); stored || over || db.kind.Uncertain() {
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

// repliesAtOnce is the number of moves whose replies are looked up together. A greater number means
// fewer blocks of the table read twice, and takes 48 bytes a reply.
const repliesAtOnce = 1024

func (j judge) addReplies(ctx context.Context, moves []*Move) error {
	perMove := make([][]weighed, len(moves))
	tallies := make([]map[Verdict]uint64, len(moves))
	repliers := j.repliers()
	err := pool.Each(ctx, 0, len(moves), func(_ context.Context, worker, i int) (err error) {
		tallies[i] = map[Verdict]uint64{}
		p := moves[i].To
		if repliers != nil {
			perMove[i], err = j.quickReplies(repliers[worker], p, tallies[i])
		} else {
			perMove[i], err = j.place(p, j.game.AppendResults(nil, p))
		}
		return err
	})
	if err != nil {
		return err
	}
	var all []*weighed
	for _, ws := range perMove {
		for i := range ws {
			all = append(all, &ws[i])
		}
	}
	if err := j.lookUp(ctx, all); err != nil {
		return err
	}
	for i, ws := range perMove {
		for _, w := range ws {
			tallies[i][w.verdict]++
		}
	}
	for i := range moves {
		moves[i].Replies = make([]Reply, 0, len(tallies[i]))
		for v, n := range tallies[i] {
			moves[i].Replies = append(moves[i].Replies, Reply{v, n})
		}
		slices.SortFunc(moves[i].Replies, func(a, b Reply) int { return j.order(a.Verdict, b.Verdict) })
	}
	return nil
}

// repliers returns a [fast.Replier] for each worker, or nil if the game has none. Repliers find
// wins at once without the table, so all values must be known.
func (j judge) repliers() []fast.Replier {
	newReplier := j.game.Parts().NewReplier
	if newReplier == nil || j.table == nil || j.maxPhase > 0 {
		return nil
	}
	list := make([]fast.Replier, pool.Workers(0))
	for i := range list {
		list[i] = newReplier()
	}
	return list
}

// quickReplies returns the results of the turns at p whose values must be looked up, and adds the
// others to a tally.
func (j judge) quickReplies(r fast.Replier, p engine.Position, tally map[Verdict]uint64) ([]weighed, error) {
	indices, won, lost := r.AppendReplies(nil, p)
	for plies, n := range []uint64{1: won, 2: lost} {
		if n == 0 {
			continue
		}
		v, err := j.kind.Decided(plies == 1, plies)
		if err != nil {
			return nil, err
		}
		tally[Verdict{j.kind, v, true}] += n
	}
	ws := make([]weighed, len(indices))
	for i, index := range indices {
		ws[i] = weighed{index: index, stored: true}
	}
	return ws, nil
}

// Trick says how hard it is to answer a move. All numbers are from the view of the player who
// answers.
type Trick struct {
	Replies uint64  `json:"replies" doc:"The opponent's distinct replies."`
	Keep    uint64  `json:"keep" doc:"The replies that keep the outcome, or the score."`
	Lose    uint64  `json:"lose" doc:"The replies that lose."`
	Depth   int     `json:"depth" doc:"The plies in which the deepest wrong reply is refuted; 0 if none is decided."`
	Chance  float64 `json:"chance" doc:"The probability that a player goes wrong who sees 4 to 10 plies ahead and picks at random among what looks best."`
}

// sights are the plies that the players of [Trick] see ahead.
var sights = [...]int{4, 5, 6, 7, 8, 9, 10}

// TrickOf measures a move by its Replies, for a judge who knows the values that are decided within
// sight plies; below 0: all. Without replies it is the zero Trick.
func TrickOf(replies []Reply, sight int) (t Trick) {
	if len(replies) == 0 {
		return t
	}
	known := make([]Reply, len(replies))
	for i, r := range replies {
		known[i] = Reply{r.Verdict.Within(sight), r.Results}
	}
	best := looksBest(known, -1)
	for _, r := range known {
		t.Replies += r.Results
		if r.Verdict.Result() == engine.Loss {
			t.Lose += r.Results
		}
		if !Errs(r.Verdict, best) {
			t.Keep += r.Results
		} else if plies, ok := r.Verdict.Plies(); ok {
			t.Depth = max(t.Depth, plies)
		}
	}
	for _, far := range sights {
		looks := looksBest(known, far)
		wrong, all := 0.0, 0.0
		for _, r := range known {
			if Compare(r.Verdict.Within(far), looks) != 0 {
				continue
			}
			all += float64(r.Results)
			if Errs(r.Verdict, best) {
				wrong += float64(r.Results)
			}
		}
		t.Chance += wrong / all / float64(len(sights))
	}
	return t
}

// Within returns what a verdict looks like to a player who sees sight plies ahead, or everything
// if sight is below 0: farther wins and losses, and unknown values, look like draws.
func (v Verdict) Within(sight int) Verdict {
	plies, decided := v.Plies()
	if !v.Known || decided && sight >= 0 && plies > sight {
		return Verdict{Kind: v.Kind, Value: engine.Tie, Known: true}
	}
	return v
}

// looksBest returns what the best reply looks like to a player who sees sight plies ahead.
func looksBest(replies []Reply, sight int) Verdict {
	first := slices.MinFunc(replies, func(a, b Reply) int { return Compare(a.Verdict.Within(sight), b.Verdict.Within(sight)) })
	return first.Verdict.Within(sight)
}

// Errs reports whether a reply is worth less than the best one: its outcome or its score.
func Errs(v, best Verdict) bool {
	if v.Outcome() == engine.Scored {
		return Compare(v, best) > 0
	}
	return v.Outcome() != best.Outcome()
}

// Tricky returns the moves of a position as [DB.Moves] does, with the Trick of each; of equal
// moves the one that is hardest to answer is first. Trickiest is the move that is hardest to answer
// of all that keep the outcome: in a lost position the first move is the longest defence, and this
// one the trickiest. With detail the moves keep their Replies.
func (db *DB) Tricky(ctx context.Context, p engine.Position, detail bool) (Moves, error) {
	if err := engine.TwoPlayers(db.game, "a measure of replies"); err != nil {
		return Moves{}, err
	}
	m, err := db.Moves(ctx, p, true)
	if err != nil {
		return m, err
	}
	var best *Move
	for i := range m.Moves {
		move := &m.Moves[i]
		trick := TrickOf(move.Replies, -1)
		if move.Trick = &trick; !detail {
			move.Replies = nil
		}
	}
	slices.SortStableFunc(m.Moves, func(a, b Move) int {
		return cmp.Or(db.judge().order(a.Verdict, b.Verdict), cmp.Compare(b.Trick.Chance, a.Trick.Chance), cmp.Compare(a.Trick.Keep, b.Trick.Keep))
	})
	for i := range m.Moves {
		move := &m.Moves[i]
		if !Errs(move.Verdict, m.Moves[0].Verdict) && (best == nil || move.Trick.Chance > best.Trick.Chance) {
			best, m.Trickiest = move, move.Turn
		}
	}
	return m, nil
}
