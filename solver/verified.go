package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

const (
	// firstVerified is the number of random positions that are always verified. Smaller games are
	// verified whole.
	firstVerified = 2000
	// verifiedShare is the share of the time of a solve that its verification may take.
	verifiedShare = 5
	// leastVerified is the time that any verification may take.
	leastVerified = 2 * time.Second
)

// VerifySolved verifies the table of a finished solve within a fifth of the time that the solve took,
// or two seconds, and a quarter more where the whole was tried in vain: all positions, or as many random ones as that time allows. It records the result in
// the status file for [kv.VerifiedOf]. The report has the wrong values; then VerifySolved renames the
// table to [kv.WrongName] and deletes the keys of the positions, so that nothing answers from them.
func VerifySolved(ctx context.Context, g engine.Game, s Summary, o Options, progress func(done, total uint64)) (v kv.Verified, report VerifyReport, err error) {
	defer pool.Catch(&err)
	o = o.withDefaults()
	t, err := table.Open(s.Table, table.ReaderOptions{Access: table.OnFile})
	if err != nil {
		return v, report, err
	}
	defer t.Close()
	report, all, err := verifyFor(ctx, g, t, max(s.Elapsed/verifiedShare, leastVerified), o, progress)
	switch {
	case engine.IsInput(err): // memory does not suffice
		return v, VerifyReport{}, nil
	case err != nil:
		return v, report, err
	case report.Failed > 0:
		return v, report, errors.Join(os.Rename(s.Table, kv.WrongPath(o.Dir)), removeIfThere(kv.KeysPath(o.Dir)))
	}
	v = kv.Verified{SHA256: s.SHA256, Positions: report.Checked, All: all}
	return v, report, RecordVerified(o.Dir, g.Spec().String(), v)
}

// verifyFor verifies random positions first, which give the speed. Then it tries all positions, which
// in order take a fraction of the time. It gives up when they do not fit in memory, or when an eighth of
// the time, and a second, have not sufficed for a tenth of them. The time that remains, and at least a quarter
// of all, is for more random positions.
func verifyFor(ctx context.Context, g engine.Game, t *table.Reader, patience time.Duration, o Options, progress func(done, total uint64)) (report VerifyReport, all bool, err error) {
	begun := time.Now()
	some := VerifyOptions{Workers: o.Workers, Memory: o.Memory, Seed: 1, Sample: firstVerified, MaxFailures: 1}
	report, err = Verify(ctx, g, t, some)
	if err != nil || report.Failed > 0 || g.Size() <= firstVerified {
		return report, g.Size() <= firstVerified, err
	}
	each := max(time.Since(begun), time.Millisecond) / firstVerified
	limited, end := context.WithDeadline(ctx, begun.Add(patience))
	defer end()
	whole := some
	whole.Sample = 0
	whole.Progress = func(done, total uint64) {
		if time.Since(begun) > max(patience/8, leastVerified/2) && done < total/10 {
			end()
		}
		progress(done, total)
	}
	if more, err := Verify(limited, g, t, whole); !engine.IsInput(err) && (limited.Err() == nil || ctx.Err() != nil) {
		return more, err == nil, err
	}
	n := uint64(max(patience-time.Since(begun), patience/4) / (each + 1))
	if n = min(n/2, g.Size()-1, o.Memory/32); n <= firstVerified {
		return report, false, nil
	}
	some.Sample = n
	report, err = Verify(ctx, g, t, some)
	return report, false, err
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// RecordVerified records in the status file of a database how far its table was verified.
func RecordVerified(dir, game string, v kv.Verified) error {
	lock, err := LockFolder(dir)
	if err != nil {
		return fmt.Errorf("record the verification: %w", err)
	}
	status := map[string]any{"game": game, "finished": true} // fields of other versions stay
	if err := kv.ReadStatus(dir, &status); err != nil && !errors.Is(err, kv.ErrNotFound) {
		return errors.Join(err, lock.Close())
	}
	status["verified"] = v
	return errors.Join(kv.WriteStatus(dir, status), lock.Close())
}
