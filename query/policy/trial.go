package policy

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Options of [Test]. The zero value tests all positions and plays no games.
type Options struct {
	// Sample is the number of random, distinct positions that the policy gets, or all if
	// there are fewer; 0: all, in the order of their indices.
	Sample uint64
	// Seed determines the random choice: equal seeds choose the same positions.
	Seed int64
	// Worst is the number of worst answers in the report.
	Worst int
	// Walk bounds the positions that the policy gets in the games from the start, for
	// each side; 0: no games.
	Walk int
	// Exploit finds what the best opponent gains, instead of the games from the start: see [Exploit]. The
	// policy gets at most Walk positions; if more can arise, that is an [engine.InputError]. An answer may
	// have several turns, separated by blanks, of which the policy plays each with equal
	// probability; elsewhere in the report the worst of them counts.
	Exploit bool
	// Games is the number of games from the start, in games of chance ([TestChance]).
	Games int
	// Progress, if set, gets the progress of a step, in positions. Calls are not concurrent. In the
	// step [Walking] the total grows.
	Progress func(step Step, done, total uint64)
}

// Step is a step of a test.
type Step string

const (
	Asking  Step = "asking positions"
	Walking Step = "playing from the start"
	// Exploiting is the search for the best opponent.
	Exploiting Step = "playing every opponent"
)

// Test asks a policy for its moves and compares them with the values of the database.
//
// An illegal turn, a missing or an excess answer, or an error of the
// policy ends the test with an error that names the position. It is never an
// [engine.InputError]. The test stops when ctx is done.
func Test(ctx context.Context, db *query.DB, p Policy, o Options) (Report, error) {
	if err := engine.TwoPlayers(db.Game(), "the test of a policy"); err != nil {
		return Report{}, err
	}
	t := &trial{db: db, game: db.Game(), policy: p, options: o}
	t.report = Report{Game: t.game.Spec().String(), Worst: []Case{}}
	if t.game.Kind() == engine.Score {
		t.report.PointsLost = new(uint64)
	}
	if named, ok := p.(fmt.Stringer); ok {
		t.report.Policy = named.String()
	}
	entries := db.Values(ctx, 0)
	if o.Sample > 0 {
		entries = t.shuffled
		t.report.Sample, t.report.Seed = &o.Sample, &o.Seed
	}
	if err := t.askStored(ctx, entries); err != nil {
		return Report{}, err
	}
	if err := t.explain(ctx); err != nil {
		return Report{}, err
	}
	if o.Exploit {
		if err := t.exploit(ctx); err != nil {
			return Report{}, err
		}
	} else if o.Walk > 0 {
		if err := t.walkFromStart(ctx); err != nil {
			return Report{}, err
		}
	}
	return t.report, nil
}

// trial is one run of [Test].
type trial struct {
	db      *query.DB
	game    engine.Game
	policy  Policy
	options Options
	report  Report
}

func (t *trial) progress(step Step, done, total uint64) {
	if t.options.Progress != nil {
		t.options.Progress(step, done, total)
	}
}

// question is a position that the policy gets.
type question struct {
	position engine.Position
	index    uint64 // of a stored position
	verdict  query.Verdict
}

// batch is the number of positions that the policy gets at a time.
const batch = 1 << 16

// askStored asks the policy at stored positions, and counts those that it skips. It stops at the
// size of the sample.
func (t *trial) askStored(ctx context.Context, entries iter.Seq2[query.Entry, error]) error {
	var questions []question
	asked := uint64(0)
	for e, err := range entries {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		q := question{t.game.At(e.Index), e.Index, e.Verdict}
		plies, decided := e.Verdict.Plies()
		switch _, over := t.game.Finished(q.position); {
		case over || decided && plies == 0: // there is no move
			t.report.Finished++
			continue
		case !e.Verdict.Known:
			t.report.Unknown++
			continue
		}
		questions = append(questions, q)
		if asked++; asked == t.options.Sample {
			break
		}
		if len(questions) == batch {
			if err := t.ask(ctx, questions, t.judge); err != nil {
				return err
			}
			questions = questions[:0]
		}
	}
	return t.ask(ctx, questions, t.judge)
}

// shuffled yields all stored positions that may be known, in random order.
func (t *trial) shuffled(yield func(query.Entry, error) bool) {
	known := t.db.Known()
	total := known.Count()
	rng := rand.New(rand.NewPCG(uint64(t.options.Seed), 0))
	moved := map[uint64]uint64{} // the entries that a shuffle of all indices has changed so far
	at := func(n uint64) uint64 {
		if to, ok := moved[n]; ok {
			return to
		}
		return n
	}
	for k := range total {
		other := k + rng.Uint64N(total-k)
		place := at(other)
		moved[other] = at(k)
		delete(moved, k) // the shuffle has passed it
		a, err := t.db.At(known.Nth(place))
		if !yield(query.Entry{Index: a.Index, Verdict: a.Verdict}, err) {
			return
		}
	}
}

// ask asks the policy and passes each answer on.
func (t *trial) ask(ctx context.Context, questions []question, use func(q question, turn string) error) error {
	var positions []string
	for _, q := range questions {
		positions = append(positions, t.game.Text(q.position))
	}
	return t.askIn(ctx, questions, positions, use)
}

// askIn is ask in other words.
func (t *trial) askIn(ctx context.Context, questions []question, positions []string, use func(q question, turn string) error) error {
	if len(questions) == 0 {
		return nil
	}
	for turn, err := range t.policy.Answer(ctx, positions) {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && len(questions) > 0:
			return fmt.Errorf("position %s: %w", t.name(questions[0]), err)
		case err != nil:
			return err
		case len(questions) == 0:
			return fmt.Errorf("%s is an answer too many: all positions were answered", shorten(turn))
		}
		if err := use(questions[0], turn); err != nil {
			return err
		}
		questions = questions[1:]
	}
	if len(questions) > 0 {
		return cmp.Or(ctx.Err(), fmt.Errorf("position %s: there is not an answer", t.name(questions[0])))
	}
	return nil
}

// name writes a position for messages.
func (t *trial) name(q question) string {
	text := t.game.Text(q.position)
	if i, stored := t.game.Index(q.position); stored {
		return fmt.Sprintf("%s (#%d)", text, i)
	}
	return text
}

// longestTurn is an upper bound on the bytes of a turn.
const longestTurn = 200

// play returns the move that an answer names.
func (t *trial) play(q question, turn string) (query.Move, error) {
	if len(turn) > longestTurn {
		return query.Move{}, fmt.Errorf("position %s: the policy answers a line of %d bytes, which is not a move", t.name(q), len(turn))
	}
	m, err := t.db.Play(q.position, turn)
	if engine.IsInput(err) { // not an error in the input of the test's caller
		return m, fmt.Errorf("position %s: the policy answers %s: %v", t.name(q), shorten(turn), err)
	}
	return m, err
}

// judge rates an answer.
func (t *trial) judge(q question, turn string) error {
	if t.options.Sample > 0 {
		t.progress(Asking, t.report.Asked+1, t.options.Sample)
	} else {
		t.progress(Asking, q.index+1, t.game.Size())
	}
	moves, err := t.turns(q, turn)
	if err != nil {
		return err
	}
	m := slices.MaxFunc(moves, func(a, b query.Move) int { return query.Compare(a.Verdict, b.Verdict) })
	if m.Verdict.Known && query.Compare(m.Verdict, q.verdict) < 0 {
		return fmt.Errorf("%s is %w: %s has the value %v, but the move %s is worth %v",
			t.db.Path(), query.ErrCorrupt, t.name(q), q.verdict, turn, m.Verdict)
	}
	t.report.add(q.verdict, m.Verdict)
	if m.Verdict.Known && m.Verdict != q.verdict {
		t.report.keep(Case{Index: q.index, Move: turn, Value: q.verdict, After: m.Verdict}, t.options.Worst)
	}
	return nil
}

// explain adds the positions and the best moves to the worst cases.
func (t *trial) explain(ctx context.Context) error {
	for i := range t.report.Worst {
		c := &t.report.Worst[i]
		m, err := t.db.Moves(ctx, t.game.At(c.Index), false)
		if err != nil {
			return err
		}
		c.Position = m.Text
		if m.Moves[0].Verdict == c.Value {
			c.Best = m.Moves[0].Turn
		}
	}
	return nil
}

// Policy chooses a turn for each position.
type Policy interface {
	// Answer yields a turn for each of the positions, in their order. Positions and turns are in
	// the notation of the game. It ends early, with an error in its last pair, if it fails or ctx
	// is done. Calls are not concurrent.
	Answer(ctx context.Context, positions []string) iter.Seq2[string, error]
}

// Func is a policy that answers one position after the other.
type Func func(position string) (turn string, err error)

// Answer implements [Policy].
func (f Func) Answer(ctx context.Context, positions []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, p := range positions {
			turn, err := "", ctx.Err()
			if err == nil {
				turn, err = f(p)
			}
			if !yield(turn, err) || err != nil {
				return
			}
		}
	}
}
