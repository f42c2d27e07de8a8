package phases

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// A solve that was begun on this machine alone goes on with others: what its ledger has is
// published, stage by stage, as if it had been found together. Steps that are too small to
// be shared the others do by themselves, from the seeds: so what was decided already is
// among these, too.

// scanOrPublish scans all chunks with the others, or publishes the scan that the ledger has.
func (c *seedScan) scanOrPublish(ctx context.Context) error {
	scanned := 0
	for _, done := range c.scanned {
		if done {
			scanned++
		}
	}
	if c.s.instant != c.usual() {
		return fmt.Errorf("%s was scanned in another way: %w", c.s.region.Slice.Name, party.ErrState)
	}
	if scanned == c.s.region.Chunks {
		return c.publish(ctx)
	}
	if scanned > 0 {
		if err := c.forget(); err != nil {
			return err
		}
	}
	return c.scanTogether(ctx)
}

// forget drops what a scan has found in some chunks.
func (c *seedScan) forget() error {
	clear(c.scanned)
	for _, record := range []ledger.Record{ledger.Seeds, ledger.Waits, ledger.Rescued} {
		var used []ledger.Key
		err := c.s.Ledger.EachKey(record, c.s.region.Number, func(p phase.Phase, chunk int) error {
			used = append(used, c.s.key(record, p, chunk))
			return nil
		})
		if err == nil {
			_, err = c.s.Ledger.Commit(ledger.Change{Remove: used})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// publish publishes the scan of all chunks.
func (c *seedScan) publish(ctx context.Context) error {
	t := &together{slice: c.s}
	if c.s.instant {
		if err := c.s.Crew.Run(ctx, task.Of(task.Wins, t.region.Number, 0, t.region.Chunks, nil), c.s.perform); err != nil {
			return err
		}
	}
	records, err := t.scanned()
	if err != nil {
		return err
	}
	return c.s.Party.Publish(ctx, t.stage(scanStage(t.slice), 0), func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		var wins []party.Object
		if c.s.instant {
			if wins, err = t.put(ctx, l, task.Wins, 0, t.wins); err != nil {
				return nil, err
			}
		}
		scan, err := t.put(ctx, l, task.Scan, 0, func(chunk int, o *party.Outcome) error {
			return t.addRecords(chunk, records[chunk], o)
		})
		return append(wins, scan...), err
	})
}

// scanned lists, by chunk, the records that a scan has left and what was decided since.
func (t *together) scanned() ([][]ledger.Key, error) {
	records := make([][]ledger.Key, t.region.Chunks)
	for _, record := range []ledger.Record{ledger.Seeds, ledger.Frontier, ledger.Rescued, ledger.Waits} {
		err := t.Ledger.EachKey(record, t.region.Number, func(p phase.Phase, chunk int) error {
			if chunk >= len(records) {
				return fmt.Errorf("the store has chunk %d of %s, which has %d", chunk, t.region.Slice.Name, len(records))
			}
			records[chunk] = append(records[chunk], t.key(record, p, chunk))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

// addRecords adds the records of a chunk to an outcome. What is decided is a seed.
func (t *together) addRecords(chunk int, keys []ledger.Key, o *party.Outcome) error {
	seeds := map[phase.Phase]*roaring.Bitmap{}
	var c ledger.Change
	for _, k := range keys {
		b, err := t.Ledger.Get(k)
		if err != nil {
			return err
		}
		if b == nil {
			continue
		}
		if k.Record == ledger.Frontier {
			k.Record = ledger.Seeds
		}
		if k.Record == ledger.Seeds {
			if seeds[k.Phase] != nil {
				seeds[k.Phase].Or(b)
				continue
			}
			seeds[k.Phase] = b
		}
		c.Unite = append(c.Unite, ledger.Set{Key: k, Bits: b})
	}
	if len(c.Unite) > 0 {
		o.Changes = append(o.Changes, party.Change{Chunk: chunk, Change: c})
	}
	return nil
}

// wins adds the immediate wins of a chunk to an outcome.
func (t *together) wins(chunk int, o *party.Outcome) error {
	if b := sparse(t.region.Words(t.region.Won.Words(), chunk)); b != nil {
		o.Marks = append(o.Marks, party.Mark{Chunk: chunk, Bits: b})
	}
	return nil
}

// publishPhase publishes what the ledger has of a phase that is done.
func publishPhase(ctx context.Context, s *slice, p phase.Phase) error {
	t := &together{slice: s}
	return s.Party.Publish(ctx, t.stage(phaseStage(s, p), p), func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		return t.put(ctx, l, task.Decide, p, func(chunk int, o *party.Outcome) error {
			b, err := s.Ledger.Get(s.key(ledger.Frontier, p, chunk))
			if err == nil && b != nil {
				o.Changes = append(o.Changes, party.Change{Chunk: chunk, Change: ledger.Change{
					Unite:  []ledger.Set{{Key: s.key(ledger.Frontier, p, chunk), Bits: b}},
					Remove: []ledger.Key{s.key(ledger.Seeds, p, chunk)},
				}})
			}
			return err
		})
	})
}

// put stores outcomes of a step that was done before, of which add adds a chunk.
func (t *together) put(ctx context.Context, l party.Lead, kind task.Kind, p phase.Phase, add func(chunk int, o *party.Outcome) error) ([]party.Object, error) {
	return t.putUnits(ctx, l, kind, p, func(u *party.Unit) (*party.Outcome, error) {
		o := &party.Outcome{Unit: *u}
		for chunk := u.From; chunk < u.To; chunk++ {
			if err := add(chunk, o); err != nil {
				return nil, err
			}
		}
		return o, nil
	})
}

// putUnits stores the outcomes of all units of a step, which this machine finds.
func (t *together) putUnits(ctx context.Context, l party.Lead, kind task.Kind, p phase.Phase, find func(u *party.Unit) (*party.Outcome, error)) (list []party.Object, err error) {
	runs, err := l.Runs(ctx, kind)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		o, err := find(t.unitOf(kind, p, run))
		if err != nil {
			return nil, err
		}
		object, err := l.Put(ctx, o)
		if err != nil {
			return nil, err
		}
		list = append(list, object)
	}
	return list, nil
}
