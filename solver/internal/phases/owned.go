package phases

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/parts"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// team is the work of a machine on a slice in parts (package parts). A stage is a phase, the first one after the
// scan. A set is the offsets in a run of 1<<Bits positions of a chunk.
type team struct {
	*slice // without sets
	parts.Team
	keep    bool           // the ledger gets the results
	buffers []parts.Buffer // by worker
}

const setBits = 12

// solveParts solves a slice in parts. If keep is set, the ledger gets the results.
func solveParts(ctx context.Context, s *slice, keep bool) (last phase.Phase, bounded bool, err error) {
	e := s.env
	t := &team{slice: s, keep: keep, buffers: make([]parts.Buffer, len(e.Crew.Workers))}
	bits := min(setBits, e.Shift)
	t.Team = parts.Team{
		Party: e.Party, Name: fmt.Sprintf("phase-%d", e.Number), Slice: e.Number, Parts: min(parts.For(e.Slice.Size/8), e.Chunks), Chunks: e.Chunks,
		Shift: e.Shift - bits, Bits: bits, Workers: len(e.Crew.Workers), New: t.newPart, Source: t.source,
	}
	defer t.Close()
	return solvePhases(ctx, s, func() phase.Phase { return phase.Phase(t.Latest) }, t.solvePhase)
}

// source returns the phase whose frontier a phase starts from.
func (t *team) source(stage int) int {
	if t.env.Codec.Wins(phase.Phase(stage)) {
		return stage - int(t.env.Codec.Lag())
	}
	return stage - 1
}

// solvePhase finds what a phase decides. It returns the number of positions.
func (t *team) solvePhase(ctx context.Context, p phase.Phase) (uint64, error) {
	started := time.Now()
	var note ledger.PhaseNote
	complete, err := t.env.Ledger.Note(ledger.PhaseName(t.env.Number, p), &note)
	if err != nil {
		return 0, err
	}
	step := progress.Step{Phase: p, Name: progress.Together}
	var use func(ctx context.Context) error
	if t.keep && !complete {
		use = func(ctx context.Context) error { return t.keepResults(ctx, p) }
	}
	if err := t.Stage(ctx, func() { t.env.Reporter.Begin(step, t.Parts) }, use); err != nil {
		return 0, err
	}
	note.New = t.Found[p]
	if err := t.decided(p, note.New); err != nil || complete {
		return note.New, err
	}
	return note.New, t.done(p, step, note, started)
}

// keepResults puts the results of a phase into the ledger.
func (t *team) keepResults(ctx context.Context, p phase.Phase) error {
	return t.Each(ctx, int(p), func(chunk int, res parts.Result) error {
		found, at := roaring.New(), task.Task{Phase: p, Chunk: chunk}
		if err := t.eachSet(res.Payload, &t.buffers[0], found.AddMany); err != nil {
			return err
		}
		return t.records.commit(at, t.records.frontier(at, found, nil))
	})
}

// eachSet calls use with the offsets in a payload.
func (t *team) eachSet(payload []byte, b *parts.Buffer, use func(offsets []uint32)) error {
	return parts.EachSet(payload, b, func(place int, members []uint32) error {
		for n := range members {
			members[n] += uint32(place) << t.Bits
		}
		use(members)
		return nil
	})
}

// part is the state of a part of a slice. Its sets and counters are those of its chunks.
type part struct {
	*slice
	team *team
}

func (t *team) newPart(int) (parts.State, error) {
	e := *t.env
	e.Every = t.Parts
	r := *t.records
	r.env = &e
	s := &slice{env: &e, edges: &edges{}, records: &r, batches: t.batches}
	s.bits = region.New(e.Layout, region.Parts{Single: e.Codec.Single(), Waiting: len(e.Slice.Exits) > 0})
	if !e.Codec.Single() {
		s.edges.makeCounters(&e)
	}
	return &part{s, t}, nil
}

// Free implements [parts.State].
func (p *part) Free() {}

// Do implements [parts.State].
func (p *part) Do(ctx context.Context, worker, stage, chunk int, links [][]byte, send bool) (res parts.Result, err error) {
	e, b, w, now := p.env, p.bits, p.env.Crew.Workers[worker], phase.Phase(stage)
	if stage == 0 {
		if res.Latest, err = p.scan(ctx, w, chunk); err != nil {
			return res, err
		}
	}
	found, decided := b.Words(b.Found, chunk), b.Words(b.Settled(now).Words(), chunk)
	clear(found)
	for _, payload := range links {
		err := p.team.eachSet(payload, &p.team.buffers[worker], func(offsets []uint32) {
			if e.Codec.Wins(now) {
				region.Mark(found, offsets)
			} else {
				p.edges.counters.Decrement(b.Place(chunk), offsets, found)
			}
		})
		if err != nil {
			return res, err
		}
	}
	if _, err := decide(p.slice, w, task.Task{Slice: e.Number, Phase: now, Kind: task.Own, Chunk: chunk}); err != nil {
		return res, err
	}
	res.Counts.Stored = fast.Count(found)
	for place, before, n := 0, -1, 1<<p.team.Bits/64; place*n < len(found); place++ {
		if set := found[place*n : min(place*n+n, len(found))]; fast.Count(set) > 0 {
			res.Payload = parts.AppendSet(res.Payload, place, before, set)
			before = place
		}
	}
	first, _ := b.Span(chunk)
	for k, word := range found {
		found[k], decided[k] = word&^decided[k], decided[k]|word // immediate wins that the scan knew send nothing
		for word = found[k]; send && word != 0; word &= word - 1 {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], first+uint64(k<<6+bits.TrailingZeros64(word)))
			for _, i := range w.Indices {
				i -= e.Slice.First
				res.Links = append(res.Links, i>>p.team.Bits<<32|i&(1<<p.team.Bits-1))
			}
		}
	}
	return res, nil
}

// scan finds what the rules alone decide in a chunk, and the last phase that decides any of it. The ledger of this
// machine has it until then.
func (p *part) scan(ctx context.Context, w *crew.Worker, chunk int) (latest int, err error) {
	v, b := newSurvey(p.slice, w, chunk), p.bits
	if p.env.winsFirst {
		copy(b.Words(b.Won.Words(), chunk), v.wins.Words())
	}
	if err := v.list(ctx, nil, true); err != nil {
		return 0, err
	}
	var kept ledger.Change
	for _, set := range v.result(p.records).Unite {
		if set.Key.Record == ledger.Rescued {
			continue
		}
		kept.Unite, latest = append(kept.Unite, set), max(latest, int(set.Key.Phase))
		if set.Key.Record == ledger.Waits {
			unite(b.Words(b.Waiting.Words(), chunk), set.Bits)
		}
	}
	return latest, p.records.commit(task.Task{Chunk: chunk}, kept)
}
