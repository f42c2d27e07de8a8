package solver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/keys"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Open makes the game that a spec names, to be solved with the options o. If the game brings only its
// rules, Open discovers the positions within the memory budget and stores their keys in the database's
// folder for later calls and queries. It resumes an interrupted discovery.
func Open(ctx context.Context, registry *games.Registry, spec engine.Spec, o Options) (engine.Game, error) {
	rules, kind, err := registry.Rules(spec)
	if err != nil {
		return nil, err
	}
	if o.Dir == "" {
		return nil, errNoFolder
	}
	lists := keys.NewFolder(filepath.Join(kv.ScratchPath(o.Dir), kv.KeyListsFolder))
	if err := checkDiscovery(lists, o.Dir, spec); err != nil {
		return nil, err
	}
	if rules == nil {
		return registry.Open(spec)
	}
	o = o.withDefaults()
	if err := o.grant().Check(); err != nil {
		return nil, err
	}
	f, err := keys.Open(kv.KeysPath(o.Dir))
	switch {
	case err == nil:
		g, err := f.Keyed(spec, kind, rules, roomy(f.Size(), o))
		if err == nil {
			err = lists.Delete() // a kill may have left them
		}
		return g, err
	case !errors.Is(err, kv.ErrNotFound):
		return nil, err
	}
	if err := checkFolder(o.Dir, spec); err != nil {
		return nil, err
	}
	lock, err := ledger.LockFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	g, err := findPositions(ctx, spec, kind, rules, lists, KnownPositions(registry, spec), o)
	return g, errors.Join(err, lock.Close())
}

// LockFolder keeps other solves out of a database's folder, which is made if it is missing, until the lock is closed.
// It fails with [kv.ErrLocked] if another process has the lock.
func LockFolder(dir string) (io.Closer, error) { return ledger.LockFolder(dir) }

// checkDiscovery refuses a folder that holds the unfinished discovery of another game.
func checkDiscovery(lists *keys.Folder, dir string, spec engine.Spec) error {
	state, err := lists.LoadState()
	if state == nil || err != nil {
		return err
	}
	game, err := discover.GameOf(state)
	if err != nil {
		return fmt.Errorf("%s %w: %w", dir, kv.ErrCorrupt, err)
	}
	if game != spec.String() {
		return fmt.Errorf("%s %w: it holds an unfinished discovery of %s%s", dir, kv.ErrGameMismatch, game, table.Changed(game, spec.String()))
	}
	return nil
}

// roomy reports whether keys may take nine bytes each, which makes the scan much faster: if that is
// at most a third of the memory, or leaves room for the sets, counters and values of a slice and for a
// reverse graph in files.
func roomy(positions uint64, o Options) bool {
	const bytesPerPosition, fixedBytes = 5, 384 << 20
	return 9*positions <= o.Memory/3 || (9+bytesPerPosition)*positions+fixedBytes <= o.Memory
}

// checkFolder refuses a folder that belongs to another game.
func checkFolder(dir string, spec engine.Spec) error {
	if t, err := table.Open(kv.TablePath(dir), table.ReaderOptions{}); err == nil {
		defer t.Close()
		return t.CheckGame(spec)
	} else if !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	db, err := ledger.OpenExisting(dir)
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	return errors.Join(db.CheckGame(spec), db.Close())
}

// outsideHeap is the memory of a discovery outside the limit of Go's heap: the pages of the
// program, and the heap's excess over its limit.
const outsideHeap = 72 << 20

// findPositions discovers the positions of rules and stores their keys. known is the expected number of
// positions, or 0.
func findPositions(ctx context.Context, spec engine.Spec, kind engine.Kind, rules *engine.Rules, lists *keys.Folder, known uint64, o Options) (engine.Game, error) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory - max(o.Memory/8, min(outsideHeap, o.Memory/2)))))
	meter := clock.NewMeter()
	meter.Earlier = unfinished(o.Dir, spec.String()).costs()
	r := &discoveryReport{
		options: o, meter: meter, reported: time.Now(), known: known,
		status: Status{Game: spec.String(), Version: o.Version, PID: os.Getpid(), Running: true, Step: progress.Discovery},
	}
	path := kv.KeysPath(o.Dir)
	parts, err := discover.Find(ctx, spec, kind, rules, discover.Options{Memory: o.Memory, Files: lists, Progress: r.progress})
	if err != nil {
		r.stop()
		return nil, err
	}
	if err := keys.Write(path, spec.String(), parts, lists); err != nil {
		return nil, err
	}
	if err := lists.Delete(); err != nil {
		return nil, err
	}
	r.end()
	inMemory, size := true, uint64(0)
	for _, p := range parts {
		inMemory = inMemory && p.Keys != nil
		size += p.Size
	}
	if inMemory && roomy(size, o) {
		return discover.Keyed(spec, kind, rules, parts)
	}
	f, err := keys.Open(path)
	if err != nil {
		return nil, err
	}
	return f.Keyed(spec, kind, rules, roomy(f.Size(), o))
}

// discoveryReport reports the progress of a discovery to the caller and in the status file.
type discoveryReport struct {
	options  Options
	status   Status
	meter    clock.Meter
	reported time.Time
	known    uint64 // expected number of positions, or 0
	forecast forecast
}

// progress implements the Progress of [discover.Options].
func (r *discoveryReport) progress(found, done, total uint64) {
	if time.Since(r.reported) < reportEvery {
		return
	}
	r.reported = time.Now()
	seconds := r.meter.Run().Seconds
	// Done is what was found minus what is pending. All is at least the known number of positions.
	looked, all := found-min(found, total-done), max(found, r.known)
	percent, rest := r.forecast.discovered(r.meter.Earlier.Seconds+seconds, float64(looked)/float64(max(all, 1)))
	if r.options.Events != nil {
		r.options.Events(Event{
			Kind: EventDiscover, Step: progress.Discovery, New: found, Size: found, Done: looked, Total: all, Seconds: seconds, Percent: percent, Left: rest,
		})
	}
	s := &r.status
	s.Positions, s.ChunksDone, s.ChunksTotal, s.Percent, s.Left = found, looked, all, percent, rest
	r.write()
}

// end records that discovery is complete: its time counts for the solve.
func (r *discoveryReport) end() {
	r.write()
}

// stop records that the discovery no longer runs.
func (r *discoveryReport) stop() {
	r.status.Running = false
	r.write()
}

func (r *discoveryReport) write() {
	r.status.setCosts(r.meter.All())
	r.status.Updated = time.Now().UTC()
	_ = kv.WriteStatus(r.options.Dir, r.status) // best effort: nothing depends on it
}
