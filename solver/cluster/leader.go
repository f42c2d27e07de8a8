package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// leader is the coordinator, and the [party.Party] of its own solve. It owns the job's options, the
// roster of workers, the results of finished stages, and the board. A [step] shares the work of a
// step.
type leader struct {
	self     *replica
	roster   *roster
	location string // of the store, as sent to workers
	folder   string // in the store
	audit    float64
	large    bool // the game has usualFrom positions
	quorum   int
	idle     bool // it leaves all units to workers
	parts    uint64
	mark     mark
	refusal  string    // why it takes no workers; "": it does
	lonely   sync.Once // it has said that it waits for workers

	said   chan say
	owners map[string]owner // by place of a unit, the worker that did it last

	mu       sync.Mutex              // guards the fields below
	stop     context.CancelCauseFunc // ends the current pass
	finished map[string]*manifest    // by stage, of this pass
	replays  bool                    // this pass comes to all stages, from the start
	checked  map[string]time.Time    // by stage: when its manifest was last checked
	board    Status                  // of the current step, without the fields that status adds
	started  time.Time               // when the step began
}

// Follows implements [party.Party].
func (l *leader) Follows() bool { return false }

// Alone implements [party.Party].
func (l *leader) Alone() uint64 { return l.self.job.Alone }

// Parts implements [party.Party].
func (l *leader) Parts() uint64 { return l.parts }

// Stage implements [party.Party].
func (l *leader) Stage(ctx context.Context, s party.Stage) error {
	m, err := l.finish(ctx, &s, func() ([]party.Object, error) {
		if err := l.mark.endAlone(); err != nil {
			return nil, err
		}
		return s.Lead(ctx, &lead{l, &s})
	})
	if err == nil {
		err = l.self.take(ctx, &s, m)
	}
	return l.forgetDamaged(ctx, err)
}

// AwaitSpace implements [party.Party].
func (l *leader) AwaitSpace(ctx context.Context, dir string) bool { return l.self.AwaitSpace(ctx, dir) }

// Publish implements [party.Party].
func (l *leader) Publish(ctx context.Context, s party.Stage, parts func(context.Context, party.Lead) ([]party.Object, error)) error {
	_, err := l.finish(ctx, &s, func() ([]party.Object, error) { return parts(ctx, &lead{l, &s}) })
	return l.forgetDamaged(ctx, err)
}

// Objects implements [party.Party].
func (l *leader) Objects() party.Objects { return l.self }

// finish returns the manifest of a stage and tells all workers that the stage is finished. If
// the store has none, finish makes one of the objects that find returns.
func (l *leader) finish(ctx context.Context, s *party.Stage, find func() ([]party.Object, error)) (*manifest, error) {
	l.self.enter(s.Name)
	m, err := l.self.manifest(ctx, s.Name)
	if err != nil {
		return nil, err
	}
	if m == nil {
		objects, err := find()
		if err != nil {
			return nil, err
		}
		m = &manifest{s.Name, s.Decided, objects}
		if err := agree(ctx, l.self.store, stageName(s.Name), m); err != nil {
			return nil, err
		}
		names, err := l.self.store.List(ctx, resultFolder+m.Stage+"/")
		if err == nil {
			err = l.self.deleteOthers(ctx, names, m) // such as marks
		}
		if err != nil {
			return nil, err
		}
	}
	l.mu.Lock()
	l.finished[s.Name] = m
	l.mu.Unlock()
	l.tell(news{Finished: s.Name})
	return m, nil
}

// forgetDamaged deletes the object of a [damagedError] and the manifest of its stage, and returns
// errAgain. The next pass then does the stage again, from the state before that stage. forgetDamaged
// returns other errors unchanged.
func (l *leader) forgetDamaged(ctx context.Context, err error) error {
	d, ok := errors.AsType[*damagedError](err)
	if !ok {
		return err
	}
	l.self.log.Error("an object of the store is damaged: its stage is done again", "stage", d.stage, "object", d.object.Name, "error", d.err)
	for _, name := range l.resting(ctx, d) {
		if err := l.self.store.Delete(ctx, name); err != nil {
			return err
		}
	}
	if err := l.self.store.Delete(ctx, stageName(d.stage)); err != nil {
		return err
	}
	return errAgain
}

// resting returns the damaged object and the outcome that names it, if there is one: it is an outcome only with
// all of its objects.
func (l *leader) resting(ctx context.Context, d *damagedError) []string {
	names := []string{d.object.Name}
	m, err := l.self.manifest(ctx, d.stage)
	if err != nil || m == nil {
		return names // a damaged manifest is made again from the outcomes, or its stage is done again
	}
	for _, o := range m.Objects {
		if r := o.Result; r != nil && slices.ContainsFunc(r.Sent, func(s party.Message) bool { return s.Name == d.object.Name }) {
			names = append(names, o.Name)
		}
	}
	return names
}

// tell sends news to all workers.
func (l *leader) tell(n news) {
	l.self.send(newsSubject, n)
}

// hear handles the report of a worker. Reports on units go to the step.
func (l *leader) hear(ctx context.Context, s say) {
	switch s.What {
	case sayDamaged:
		go l.examine(ctx, s)
	default:
		select {
		case l.said <- s:
		default: // a listing of the store finds it
		}
	}
}

// examine checks an object that a worker reports as damaged.
func (l *leader) examine(ctx context.Context, s say) {
	l.mu.Lock()
	m, replays := l.finished[s.Stage], l.replays
	l.mu.Unlock()
	if strings.HasPrefix(s.Object.Name, keysFolder) {
		l.self.mendKeys(ctx, l.mark.dir, s.Object.Name)
		return
	}
	if m != nil && s.Object.Name == stageName(s.Stage) {
		l.restore(ctx, m)
		return
	}
	_, err := l.self.Get(ctx, s.Stage, s.Object)
	if _, damaged := errors.AsType[*damagedError](err); !damaged {
		return
	}
	l.self.log.Error("a worker found damage", "worker", s.Worker, "object", s.Object.Name)
	switch {
	case m != nil:
		err = l.forgetDamaged(ctx, err)
	case replays:
		return // the pass comes to that stage; a pass that begins at each report would not
	default:
		err = errAgain
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stop(err)
}

// restore writes the manifest of a stage again if it is damaged or missing.
func (l *leader) restore(ctx context.Context, m *manifest) {
	stands, err := l.self.manifest(ctx, m.Stage)
	if _, damaged := errors.AsType[*damagedError](err); !damaged && (err != nil || stands != nil) {
		return
	}
	l.self.log.Error("the manifest of a stage is damaged or gone, and is written again", "stage", m.Stage)
	text, err := json.Marshal(m)
	if err == nil {
		err = l.self.store.Replace(ctx, stageName(m.Stage), text)
	}
	if err != nil {
		l.self.log.Error("a manifest cannot be written", "error", err)
		return
	}
	l.tell(news{Finished: m.Stage})
}

// meet records the beat of a worker. A worker that waits in a finished stage may lack its manifest.
func (l *leader) meet(ctx context.Context, b beat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.roster.meet(b, l.board.Stage)
	if m := l.finished[b.Stage]; m != nil && b.Unit == "" && time.Since(l.checked[b.Stage]) > 4*l.self.timing.beat {
		l.checked[b.Stage] = time.Now()
		go l.restore(ctx, m)
	}
}

// note changes the board.
func (l *leader) note(change func(b *Status)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.board)
}

// alert logs an error and adds it to the alarms in the status.
func (l *leader) alert(text string, args ...any) {
	l.self.log.Error(text, args...)
	for n := 0; n+1 < len(args); n += 2 {
		text += fmt.Sprintf(", %v %v", args[n], args[n+1])
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.board.Alarms = append(l.board.Alarms, text)
}

// lead is the [party.Lead] of one stage. It owns nothing: leader and stage do.
type lead struct {
	leader *leader
	stage  *party.Stage
}

// Put implements [party.Lead].
func (l *lead) Put(ctx context.Context, o *party.Outcome) (party.Object, error) {
	name := resultName(l.stage.Name, "led-"+o.Unit.String(), l.leader.self.name)
	object, err := putOutcome(ctx, l.leader.self.store, name, o)
	if errors.Is(err, blob.ErrConflict) {
		return object, fmt.Errorf("this machine finds two outcomes of one unit, its memory may be bad: %w", err)
	}
	l.leader.self.counters.written.Add(uint64(object.Size))
	return object, err
}

// Each implements [party.Lead].
func (l *lead) Each(ctx context.Context, objects []party.Object, use func(o *party.Outcome) error) error {
	return l.leader.self.eachOutcome(ctx, l.stage.Name, objects, use)
}

// plan is the division of a step into units.
type plan struct {
	Sizes []int `json:"sizes"` // chunks of each unit, in their order
}

// shares is the number of units into which a worker's part of the rest of a step would be divided.
// Units are large at first, to be few, and small at the end, so that no straggler delays the step.
// Each unit of Send writes marks of the whole slice, so Send has fewer and larger units.
const (
	shares     = 4
	sharesSend = 2
)

// ledPositions is the size of a unit of results that the coordinator finds itself: at most
// 64 MiB of bits.
const ledPositions = 1 << 29

// divide returns the sizes of units, in chunks, for a number of workers. The weight of a chunk
// is its work in any measure.
func divide(weights []uint64, workers, shares int) (sizes []int) {
	parts, left := uint64(shares*workers), uint64(0)
	for _, w := range weights {
		left += w
	}
	for from := 0; from < len(weights); {
		most, sum, to := max((left+parts-1)/parts, 1), weights[from], from+1
		for ; to < len(weights) && sum+weights[to] <= most; to++ {
			sum += weights[to]
		}
		sizes = append(sizes, to-from)
		from, left = to, left-sum
	}
	return sizes
}

// weights returns the weight of each chunk in a step.
func (l *lead) weights(kind task.Kind) []uint64 {
	list := make([]uint64, l.stage.Chunks)
	for chunk := range list {
		list[chunk] = 1
		if l.stage.Weigh != nil {
			list[chunk] = l.stage.Weigh(kind, chunk)
		}
	}
	return list
}

// Runs implements [party.Lead]. An interrupted step keeps its division.
func (l *lead) Runs(ctx context.Context, kind task.Kind) (runs [][2]int, err error) {
	p := plan{}
	if kind == task.Live || kind == task.Own { // a unit is a part, which the machine keeps that did it before
		for chunk := range l.stage.Chunks {
			runs = append(runs, [2]int{chunk, chunk + 1})
		}
		return runs, nil
	}
	switch workers := max(len(l.leader.roster.present()), 2); kind {
	case task.Decide:
		for left := l.stage.Chunks; left > 0; left -= p.Sizes[len(p.Sizes)-1] {
			p.Sizes = append(p.Sizes, min(left, int(max(ledPositions/l.leader.self.job.Chunk, 1))))
		}
	case task.Send:
		p.Sizes = divide(l.weights(kind), workers, sharesSend)
	default:
		p.Sizes = divide(l.weights(kind), workers, shares)
	}
	name := fmt.Sprintf("%s%s-%v.json", planFolder, l.stage.Name, kind)
	if err := agree(ctx, l.leader.self.store, name, &p); err != nil {
		return nil, err
	}
	from := 0
	for _, n := range p.Sizes {
		runs = append(runs, [2]int{from, from + n})
		if from += n; n < 1 || from > l.stage.Chunks {
			from = -1
			break
		}
	}
	if from != l.stage.Chunks {
		err := fmt.Errorf("it is not a division of %d chunks: %v", l.stage.Chunks, p.Sizes)
		return nil, &damagedError{l.stage.Name, party.Object{Name: name}, err}
	}
	return runs, nil
}
