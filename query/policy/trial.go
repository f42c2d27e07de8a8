package policy

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Options of [Test]. The zero value asks all positions and nothing else.
type Options struct {
	// Sample is how many random positions are asked, different ones, or all where
	// there are fewer; 0: all, in the order of their indices.
	Sample uint64
	// Seed decides which ones: equal seeds choose equally.
	Seed int64
	// Worst is how many of the worst answers are kept.
	Worst int
	// Walk is how many positions are asked at most in the games from the start, for
	// each side; 0: there are none.
	Walk int
	// Progress, when set, is told of a step how much is done, in positions. Calls are
	// not concurrent. While [Walking] the total grows with what is found.
	Progress func(step Step, done, total uint64)
}

// Step is what a test does at the moment.
type Step string

const (
	Choosing Step = "choosing positions"
	Asking   Step = "asking positions"
	Walking  Step = "playing from the start"
)

// Test asks a policy for its moves and compares them with what the database knows.
//
// An answer that is no legal turn, an answer too few or too many, and an error of the
// policy's own end the test with an error that says at which position; it is never an
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
	done    uint64 // positions of the sample that are asked
}

func (t *trial) progress(step Step, done, total uint64) {
	if t.options.Progress != nil {
		t.options.Progress(step, done, total)
	}
}

// question is a position that is asked, or that is not.
type question struct {
	position engine.Position
	index    uint64 // of stored ones
	verdict  query.Verdict
	skip     skip
}

// skip says why a position is not asked.
type skip uint8

const (
	asked skip = iota
	finished
	unknown
)

// question returns what there is to ask at a stored position.
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

// all gives all stored positions.
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

// choose returns random positions. Those that are not asked are counted and left out.
func (t *trial) choose(ctx context.Context) (iter.Seq2[question, error], error) {
	type choice struct {
		index   uint64
		verdict query.Verdict
	}
	var choices []choice
	known := t.db.Known()
	total, want := known.Count(), t.options.Sample
	rng := rand.New(rand.NewPCG(uint64(t.options.Seed), 0))
	moved := map[uint64]uint64{} // what a shuffle so far has put elsewhere
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
		delete(moved, k) // it does not come again
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

// ask hands the answer to each question to use, and the questions that are not asked
// with an answer of "". Questions is called twice, and what it returns is ranged over
// concurrently: so that none need be kept between question and answer, however far
// ahead the policy reads.
func (t *trial) ask(ctx context.Context, questions func(context.Context) iter.Seq2[question, error], use func(q question, turn string) error) error {
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	positions := func(yield func(string) bool) {
		for q, err := range questions(ctx) {
			if err != nil || ctx.Err() != nil { // the error comes again below
				return
			}
			if q.skip == asked && !yield(t.game.Text(q.position)) {
				return
			}
		}
	}
	next, stop := iter.Pull2(questions(ctx))
	defer stop()
	// following returns the next question that is asked.
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
			cancel() // so that nobody goes on looking for positions
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

// longestTurn is more bytes than the notation of any turn has.
const longestTurn = 200

// play returns the move that an answer means.
func (t *trial) play(q question, turn string) (query.Move, error) {
	if len(turn) > longestTurn {
		return query.Move{}, fmt.Errorf("position %s: the policy answers a line of %d bytes, which is no move", t.name(q), len(turn))
	}
	m, err := t.db.Play(q.position, turn)
	if engine.IsInput(err) { // not the input of whoever asked for the test
		return m, fmt.Errorf("position %s: the policy answers %s: %v", t.name(q), shorten(turn), err)
	}
	return m, err
}

// judge counts an answer.
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

// explain adds to the worst cases what they need to be understood.
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
