// Package parts solves a game or a slice on several machines that share its memory (package party). It is divided
// into chunks, and these into parts. Each stage finds the positions of one remoteness. A unit is a stage of a part.
// It applies the links that earlier units sent to its part, decides positions, and sends the links that lead to
// these. The machine that did a part before has its state; another one does the earlier stages of the part again,
// without sending.
//
// A way of solving brings the state of a part ([State]). Everything else is here: owners, messages, the form of
// results.
package parts

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// State is the state of a part on the machine that owns it.
type State interface {
	// Do does a stage in a chunk to which links are sent, as payloads. It finds the links that follow if send is set.
	// Calls of one stage, by different workers for different chunks, may be concurrent.
	Do(ctx context.Context, worker, stage, chunk int, links [][]byte, send bool) (Result, error)
	// Free frees the memory.
	Free()
}

// Team is the work of one machine on a solve in parts. The exported fields do not change.
type Team struct {
	Party   party.Party
	Name    string // of stages, without the number
	Slice   int
	Parts   int // part n has the chunks n, n+Parts, n+2·Parts and so on
	Chunks  int
	Shift   uint // log2 of the sets in a chunk
	Bits    uint // of the number of a member of a set
	Workers int
	New     func(number int) (State, error) // returns the state of a part at the beginning
	// Source returns the stage whose links a stage applies, or less than 0.
	Source func(stage int) int

	Found   []uint64         // positions, by stage
	Latest  int              // the last stage that must be done in any case
	decided uint64           // positions, in all stages
	results [][]party.Object // by stage and part
	states  map[int]*owned   // of this machine, by number of the part
	shelf   shelf
}

// owned is a part that this machine owns.
type owned struct {
	State
	number int
	after  int // the state is that after this stage; -1: at the beginning
}

// Least is the least number of parts. It has many divisors, so that machines have as many parts.
const Least = 12

// For returns the number of parts of a game or slice whose bitmap, with a bit for each position, has that many bytes.
func For(bitmap uint64) int { return Least * int(max(1, min(4, bitmap>>22), bitmap>>29)) }

// Stage finishes the next stage. begin is called before the units are shared. use, if set, is called
// when the results are known, which Each passes on.
func (t *Team) Stage(ctx context.Context, begin func(), use func(ctx context.Context) error) error {
	n := len(t.Found)
	return t.Party.Stage(ctx, party.Stage{
		Name: t.name(n), Slice: t.Slice, Phase: phase.Phase(n), Chunks: t.Parts, Decided: t.decided, Do: t.unit,
		Lead: func(ctx context.Context, l party.Lead) ([]party.Object, error) {
			begin()
			return l.Share(ctx, task.Own, nil)
		},
		Accept: func(ctx context.Context, outcomes []party.Object) error {
			sum := uint64(0)
			for _, o := range outcomes {
				sum += o.Result.Found
				t.Latest = max(t.Latest, o.Result.Latest)
			}
			t.results, t.Found = append(t.results, outcomes), append(t.Found, sum)
			t.decided += sum
			if use == nil {
				return nil
			}
			return use(ctx)
		},
	})
}

func (t *Team) name(stage int) string { return fmt.Sprintf("%s-%d", t.Name, stage) }

// Each calls use with the results of a stage, part by part. It is for the use of [Team.Stage].
func (t *Team) Each(ctx context.Context, stage int, use func(chunk int, res Result) error) error {
	for number, object := range t.results[stage] {
		o, err := t.Party.Objects().Outcome(ctx, t.name(stage), object)
		if err == nil {
			err = t.eachFrame(o.Values, number, use)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Held returns the greatest number of chunks of a part.
func (t *Team) Held() int { return (t.Chunks + t.Parts - 1) / t.Parts }

// unit does a stage of a part.
func (t *Team) unit(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
	stage := int(u.Phase)
	p, err := t.at(ctx, u.From, stage-1)
	if err != nil {
		return nil, err
	}
	o := &party.Outcome{Unit: *u, Result: &party.Result{}}
	out := &outbox{records: make([][]uint32, t.Chunks), frames: make([][]byte, t.Parts), spare: make([][]uint32, t.Workers)}
	err = t.do(ctx, p, stage, true, func(chunk int, res Result) error {
		o.Result.Found += res.Counts.Stored
		o.Result.Latest = max(o.Result.Latest, res.Latest)
		o.Values = appendFrame(o.Values, chunk, res)
		return t.add(ctx, out, res.Links)
	})
	if err == nil {
		o.Result.Sent, err = t.send(ctx, out, p.number, stage)
	}
	return o, err
}

// at returns the state of a part after a stage; -1: at the beginning.
func (t *Team) at(ctx context.Context, number, stage int) (p *owned, err error) {
	for other, p := range t.states {
		if p.after < stage-1 || other == number && p.after != stage { // another machine owns it now, or it is of no use
			t.drop(other)
		}
	}
	if p = t.states[number]; p == nil {
		s, err := t.New(number)
		if err != nil {
			return nil, err
		}
		if t.states == nil {
			t.states = map[int]*owned{}
		}
		p = &owned{s, number, -1}
		t.states[number] = p
	}
	for err == nil && p.after < stage {
		err = t.do(ctx, p, p.after+1, false, func(int, Result) error { return nil })
	}
	return p, err
}

// drop forgets the state of a part.
func (t *Team) drop(number int) {
	t.states[number].Free()
	delete(t.states, number)
}

// Close frees the states of all parts.
func (t *Team) Close() {
	for number := range t.states {
		t.drop(number)
	}
}

// do does a stage of a part, and calls use with the results of its chunks in order.
func (t *Team) do(ctx context.Context, p *owned, stage int, send bool, use func(chunk int, res Result) error) error {
	after := p.after
	p.after = -2 // after an error the state is of no use
	links, err := t.received(ctx, p.number, stage)
	if err != nil {
		return err
	}
	chunks := func(yield func(int) bool) {
		for chunk := p.number; chunk < t.Chunks && yield(chunk); chunk += t.Parts {
		}
	}
	err = pool.InOrder(ctx, t.Workers, chunks, func(worker, chunk int) (res Result, err error) {
		defer party.Progress(ctx)
		err = party.Guard(func() error {
			res, err = p.Do(ctx, worker, stage, chunk, links[chunk/t.Parts], send)
			return err
		})
		return res, err
	}, use)
	if err == nil {
		p.after = after + 1
	}
	return err
}

// leastMessage is the size in bytes up to which the links for several parts share an object.
const leastMessage = 1 << 18

// send stores the links for later units.
func (t *Team) send(ctx context.Context, out *outbox, number, stage int) (sent []party.Message, err error) {
	if err := t.pack(ctx, out); err != nil {
		return nil, err
	}
	from := 0
	var message []byte
	for to, frames := range out.frames {
		message = append(message, frames...)
		if len(message) < leastMessage && (to < t.Parts-1 || len(message) == 0) {
			continue
		}
		o, err := t.Party.Objects().Put(ctx, fmt.Sprintf("%s/%d-%d", t.name(stage), number, from), message)
		if err != nil {
			return nil, err
		}
		sent = append(sent, party.Message{From: from, To: to + 1, Object: o})
		message, from = nil, to+1
	}
	return sent, nil
}

// shelf keeps objects that hold links for several parts, since this machine may own more of them. They are of one
// stage. It is safe for concurrent use.
type shelf struct {
	mu    sync.Mutex
	stage int
	room  int // bytes
	raw   map[string][]byte
}

// mostKept bounds the bytes on a shelf.
const mostKept = 64 << 20

// get returns the content of a message of a stage.
func (t *Team) get(ctx context.Context, stage int, m party.Message) ([]byte, error) {
	s := &t.shelf
	s.mu.Lock()
	if s.raw == nil || s.stage != stage {
		s.stage, s.room, s.raw = stage, mostKept, map[string][]byte{}
	}
	raw, ok := s.raw[m.Name]
	s.mu.Unlock()
	if ok {
		return raw, nil
	}
	raw, err := t.Party.Objects().Get(ctx, t.name(stage), m.Object)
	if err != nil || m.To == m.From+1 {
		return raw, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stage == stage && len(raw) <= s.room {
		s.raw[m.Name] = raw
		s.room -= len(raw)
	}
	return raw, nil
}

// received returns the links that a stage applies to a part, by chunk of the part.
func (t *Team) received(ctx context.Context, number, stage int) ([][][]byte, error) {
	links := make([][][]byte, t.Held())
	source := t.Source(stage)
	if source < 0 {
		return links, nil
	}
	var names []party.Message
	for _, o := range t.results[source] {
		for _, m := range o.Result.Sent {
			if m.From <= number && number < m.To {
				names = append(names, m)
			}
		}
	}
	const ahead = 4
	return links, pool.InOrder(ctx, ahead, slices.Values(names), func(_ int, m party.Message) ([]byte, error) {
		return t.get(ctx, source, m)
	}, func(_ party.Message, raw []byte) error {
		party.Progress(ctx)
		return t.eachFrame(raw, number, func(chunk int, res Result) error {
			links[chunk/t.Parts] = append(links[chunk/t.Parts], res.Payload)
			return nil
		})
	})
}
