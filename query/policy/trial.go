package policy

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Options of [Test]. The zero value tests all positions and plays no games.
type Options struct {
	// Sample is the number of random, distinct positions that the policy gets, or all if
	// there are fewer; 0: all, in the order of their indices.
	Sample uint64
	// Seed chooses them: equal seeds choose equally.
	Seed int64
	// Worst is the number of worst answers in the report.
	Worst int
	// Walk bounds the positions that the policy gets in the games from the start, for
	// each side; 0: no games.
	Walk int
	// Progress, if set, gets the progress of a step, in positions. Calls are
	// not concurrent. While [Walking] the total grows.
	Progress func(step Step, done, total uint64)
}

// Step is a step of a test.
type Step string

const (
	Choosing Step = "choosing positions"
	Asking   Step = "asking positions"
	Walking  Step = "playing from the start"
)

// Test asks a policy for its moves and compares them with the values of the database.
//
// An illegal turn, a missing or an excess answer, or an error of the
// policy ends the test with an error that names the position. It is never an
// [engine.InputError]. The test stops when ctx is done.
func Test(ctx context.Context, db *query.DB, p Policy, o Options) (Report, error) {
	t := &trial{db: db, game: db.Game(), policy: p, options: o}
	t.report = Report{Game: t.game.Spec().String(), Kind: t.game.Kind(), Sample: o.Sample, Seed: o.Seed}
	if named, ok := p.(fmt.Stringer); ok {
		t.report.Policy = named.String()
	}
	questions := t.all
	if o.Sample > 0 {
		chosen, err := t.choose(ctx)
		if err != nil {
			return Report{}, err
		}
		questions = func(context.Context) iter.Seq2[question, error] { return chosen }
	}
	if err := t.ask(ctx, questions, t.judge); err != nil {
		return Report{}, err
	}
	if err := t.explain(ctx); err != nil {
		return Report{}, err
	}
	if o.Walk > 0 {
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
	done    uint64 // positions of the sample with an answer
}

func (t *trial) progress(step Step, done, total uint64) {
	if t.options.Progress != nil {
		t.options.Progress(step, done, total)
	}
}

// question is a position that the policy gets, or one that the test skips.
type question struct {
	position engine.Position
	index    uint64 // of stored ones
	verdict  query.Verdict
	skip     skip
}

// skip is the reason to skip a position.
type skip uint8

const (
	asked skip = iota
	finished
	unknown
)

// question returns the question at a stored position.
func (t *trial) question(i uint64, v query.Verdict) question {
	q := question{position: t.game.At(i), index: i, verdict: v}
	if _, over := t.game.Finished(q.position); over {
		q.skip = finished
	} else if plies, decided := v.Plies(); decided && plies == 0 { // no move
		q.skip = finished
	} else if !v.Known {
		q.skip = unknown
	}
	return q
}

// all yields the questions at all stored positions.
func (t *trial) all(ctx context.Context) iter.Seq2[question, error] {
	return func(yield func(question, error) bool) {
		for e, err := range t.db.Values(ctx, 0) {
			var q question
			if err == nil {
				q = t.question(e.Index, e.Verdict)
			}
			if !yield(q, err) {
				return
			}
		}
	}
}

// choose returns the questions at random positions. It counts the positions that it skips.
func (t *trial) choose(ctx context.Context) (iter.Seq2[question, error], error) {
	type choice struct {
		index   uint64
		verdict query.Verdict
	}
	var choices []choice
	known := t.db.Known()
	total, want := known.Count(), t.options.Sample
	rng := rand.New(rand.NewPCG(uint64(t.options.Seed), 0))
	moved := map[uint64]uint64{} // the entries that a shuffle of all indices has changed so far
	for k := uint64(0); k < total && uint64(len(choices)) < want; k++ {
		if k%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.progress(Choosing, uint64(len(choices)), want)
		}
		at := func(n uint64) uint64 {
			if to, ok := moved[n]; ok {
				return to
			}
			return n
		}
		other := k + rng.Uint64N(total-k)
		place := at(other)
		moved[other] = at(k)
		delete(moved, k) // the shuffle has passed it
		a, err := t.db.At(known.Nth(place))
		if err != nil {
			return nil, err
		}
		switch t.question(a.Index, a.Verdict).skip {
		case asked:
			choices = append(choices, choice{a.Index, a.Verdict})
		case finished:
			t.report.Finished++
		case unknown:
			t.report.Unknown++
		}
	}
	t.options.Sample = uint64(len(choices))
	return func(yield func(question, error) bool) {
		for _, c := range choices {
			if !yield(t.question(c.index, c.verdict), nil) {
				return
			}
		}
	}, nil
}

// ask calls use with the answer to each question, and with "" for skipped ones. It calls questions twice and
// ranges over both sequences concurrently, so that it need not keep questions however far
// ahead the policy reads.
func (t *trial) ask(ctx context.Context, questions func(context.Context) iter.Seq2[question, error], use func(q question, turn string) error) error {
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	positions := func(yield func(string) bool) {
		for q, err := range questions(ctx) {
			if err != nil || ctx.Err() != nil { // the other sequence returns the error
				return
			}
			if q.skip == asked && !yield(t.game.Text(q.position)) {
				return
			}
		}
	}
	next, stop := iter.Pull2(questions(ctx))
	defer stop()
	// following returns the next question that the policy gets.
	following := func() (question, bool, error) {
		for {
			q, err, ok := next()
			if !ok || err != nil || q.skip == asked {
				return q, ok, err
			}
			if err := use(q, ""); err != nil {
				return q, true, err
			}
		}
	}
	answer := func(turn string, failure error) error {
		if err := parent.Err(); err != nil {
			return err
		}
		q, ok, err := following()
		switch {
		case err != nil:
			return err
		case ok && failure != nil:
			return fmt.Errorf("position %s: %w", t.name(q), failure)
		case failure != nil:
			return failure
		case !ok:
			return fmt.Errorf("%s is an answer too many: all positions were answered", shorten(turn))
		}
		return use(q, turn)
	}
	for turn, failure := range t.policy.Answer(ctx, positions) {
		if err := answer(turn, failure); err != nil {
			cancel() // so that the policy stops reading positions
			return err
		}
	}
	if err := parent.Err(); err != nil {
		return err
	}
	q, ok, err := following()
	if err == nil && ok {
		err = fmt.Errorf("position %s: there is no answer", t.name(q))
	}
	return err
}

// name writes a position for messages.
func (t *trial) name(q question) string {
	text := t.game.Text(q.position)
	if i, stored := t.game.Index(q.position); stored {
		return fmt.Sprintf("%s (#%d)", text, i)
	}
	return text
}

// longestTurn is more than the bytes of any turn.
const longestTurn = 200

// play returns the move that an answer names.
func (t *trial) play(q question, turn string) (query.Move, error) {
	if len(turn) > longestTurn {
		return query.Move{}, fmt.Errorf("position %s: the policy answers a line of %d bytes, which is no move", t.name(q), len(turn))
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
		t.done++
		t.progress(Asking, t.done, t.options.Sample)
	} else {
		t.progress(Asking, q.index+1, t.game.Size())
	}
	switch q.skip {
	case finished:
		t.report.Finished++
		return nil
	case unknown:
		t.report.Unknown++
		return nil
	}
	m, err := t.play(q, turn)
	if err != nil {
		return err
	}
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
