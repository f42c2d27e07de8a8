package phases

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// A solve that began on this machine alone continues with others: it publishes the content of its
// ledger, stage by stage, as if the machines had found it together. Each machine does the steps
// that are too small to share, starting from the seeds. So the seeds include all decided positions.

// scanOrPublish scans all chunks with the others, or publishes the scan that the ledger has. It
// drops an incomplete scan.
func scanOrPublish(ctx context.Context, s *slice) (err error) {
	if !slices.Contains(s.records.scanned, false) {
		err = publishScan(ctx, s)
	} else if err = s.records.dropScan(); err == nil {
		err = scanTogether(ctx, s)
	}
	if err == nil {
		s.env.Reporter.Scanned()
	}
	return err
}

// publishScan publishes the scan of all chunks.
func publishScan(ctx context.Context, s *slice) error {
	g := newStage(s, 0)
	if s.env.winsFirst {
		if err := run(ctx, s, s.env.tasks(task.Wins, 0, nil), do); err != nil {
			return err
		}
	}
	records, err := s.records.scan()
	if err != nil {
		return err
	}
	return s.env.Party.Publish(ctx, g.of("scan-%d", s.env.Number), func(ctx context.Context, l party.Lead) (wins []party.Object, err error) {
		if s.env.winsFirst {
			wins, err = g.put(ctx, l, task.Wins, func(chunk int, o *party.Outcome) error {
				addMark(o, chunk, sparse(s.bits.Words(s.bits.Won.Words(), chunk)))
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		scan, err := g.put(ctx, l, task.Scan, func(chunk int, o *party.Outcome) error {
			c, err := s.records.published(records[chunk])
			addChange(o, chunk, c)
			return err
		})
		return append(wins, scan...), err
	})
}

// scan lists, by chunk, the records of the scan and of positions decided since.
func (r *records) scan() ([][]ledger.Key, error) {
	list := make([][]ledger.Key, r.env.Chunks)
	err := r.eachKey(func(k ledger.Key) error {
		list[k.Chunk] = append(list[k.Chunk], k)
		return nil
	}, ledger.Seeds, ledger.Frontier, ledger.Rescued, ledger.Waits)
	return list, err
}

// published returns records of a chunk as a change in which all decided positions are seeds.
func (r *records) published(keys []ledger.Key) (c ledger.Change, err error) {
	seeds := map[phase.Phase]*roaring.Bitmap{}
	for _, k := range keys {
		b, err := r.env.Ledger.Get(k)
		if err != nil {
			return c, err
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
	return c, nil
}

// dropScan deletes the results of an incomplete scan.
func (r *records) dropScan() error {
	clear(r.scanned)
	var used []ledger.Key
	err := r.eachKey(func(k ledger.Key) error {
		used = append(used, k)
		return nil
	}, ledger.Seeds, ledger.Waits, ledger.Rescued)
	if err == nil && len(used) > 0 {
		_, err = r.env.Ledger.Commit(ledger.Change{Remove: used})
	}
	return err
}

// publishPhase publishes a complete phase from the ledger.
func publishPhase(ctx context.Context, s *slice, p phase.Phase) error {
	g, r := newStage(s, p), s.records
	return s.env.Party.Publish(ctx, g.of("phase-%d-%d", s.env.Number, p), func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		return g.put(ctx, l, task.Decide, func(chunk int, o *party.Outcome) error {
			b, err := r.get(ledger.Frontier, p, chunk)
			if err == nil && b != nil {
				addChange(o, chunk, r.frontier(task.Task{Phase: p, Chunk: chunk}, b, []ledger.Key{r.key(ledger.Seeds, p, chunk)}))
			}
			return err
		})
	})
}

// put stores outcomes of a step that was done before. add adds the content of each chunk.
func (g *stage) put(ctx context.Context, l party.Lead, kind task.Kind, add func(chunk int, o *party.Outcome) error) ([]party.Object, error) {
	return g.putUnits(ctx, l, kind, func(u *party.Unit) (*party.Outcome, error) {
		o := &party.Outcome{Unit: *u}
		for chunk := u.From; chunk < u.To; chunk++ {
			if err := add(chunk, o); err != nil {
				return nil, err
			}
		}
		return o, nil
	})
}
