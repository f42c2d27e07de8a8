package cli

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

func runVerify(c *Call) error {
	o, err := verifyOptions(c)
	if err != nil {
		return err
	}
	db, err := c.DatabaseOnFile()
	if err != nil {
		return err
	}
	bitmaps := db.IsBitmaps()
	switch {
	case db.Table() == nil && !bitmaps:
		return Usagef("%s is used in place, and only tables can be verified: import it without --in-place", db.Path())
	case bitmaps && o.Sample == 0 && !c.Bool("checksums"):
		return Usagef("%s names bitmaps, where each value takes a walk to the goal: want --sample N or --checksums", db.Path())
	}
	bar := c.Progress()
	if c.Bool("checksums") {
		err := db.Check(c.Context, bar.Step("checking checksums"))
		bar.Close()
		if err != nil {
			return err
		}
		stats, err := db.Stats()
		if err != nil {
			return err
		}
		return c.show("checksums", struct {
			Game      string `json:"game"`
			Checksums bool   `json:"checksums"`
			SHA256    string `json:"table_sha256,omitempty"`
			Path      string `json:"-"`
			Counts    bool   `json:"-"` // they were checked, too
		}{db.Game().Spec().String(), true, stats.SHA256, db.Path(), bitmaps || !db.Table().Header().Derives()})
	}
	o.Progress = bar.Step("verifying positions")
	var report solver.VerifyReport
	if bitmaps {
		report, err = verifyBitmaps(c.Context, db, o)
	} else {
		report, err = solver.Verify(c.Context, db.Game(), db.Table(), o)
	}
	bar.Close()
	if err != nil {
		return err
	}
	if !bitmaps && report.Failed == 0 && report.Checked == db.Table().Header().Positions {
		v := kv.Verified{SHA256: db.Table().Summary().SHA256, Positions: report.Checked, All: true}
		_ = solver.RecordVerified(db.Dir(), db.Game().Spec().String(), v) // the folder may be read-only
	}
	return showReport(c, db, report)
}

// bitmapUnit is the number of positions that a worker verifies at a time.
const bitmapUnit = 256

// maxBitmapSample bounds the time of a verification.
const maxBitmapSample = 10_000_000

// verifyBitmaps recomputes values of random positions.
func verifyBitmaps(ctx context.Context, db *query.DB, o solver.VerifyOptions) (report solver.VerifyReport, err error) {
	if o.Sample > maxBitmapSample {
		return report, Usagef("--sample is at most %d here: in bitmaps each value takes a walk to the goal", uint64(maxBitmapSample))
	}
	size := db.Game().Size()
	var mu sync.Mutex
	err = pool.Each(ctx, o.Workers, int((o.Sample+bitmapUnit-1)/bitmapUnit), func(ctx context.Context, _, unit int) error {
		rng := rand.New(rand.NewPCG(uint64(o.Seed), uint64(unit)))
		var failures []solver.VerifyFailure
		n := min(bitmapUnit, o.Sample-uint64(unit)*bitmapUnit)
		for range n {
			i := rng.Uint64N(size)
			stored, computed, err := db.Recompute(i)
			if err != nil || ctx.Err() != nil {
				return cmp.Or(err, context.Cause(ctx))
			}
			if stored != computed {
				failures = append(failures, solver.VerifyFailure{Index: i, Stored: stored.Value, Computed: computed.Value})
			}
		}
		mu.Lock()
		defer mu.Unlock()
		report.Checked += n
		report.Failed += uint64(len(failures))
		report.Failures = append(report.Failures, failures[:min(len(failures), max(0, differencesShown-len(report.Failures)))]...)
		o.Progress(report.Checked, o.Sample)
		return nil
	})
	slices.SortFunc(report.Failures, func(a, b solver.VerifyFailure) int { return cmp.Compare(a.Index, b.Index) })
	return report, err
}

func verifyOptions(c *Call) (o solver.VerifyOptions, err error) {
	kinds := 0
	for _, name := range []string{"sample", "all", "slabs", "checksums"} {
		if c.IsSet(name) {
			kinds++
		}
	}
	if kinds > 1 {
		return o, Usagef("want one of --sample, --all, --slabs and --checksums")
	}
	o.Memory = c.Size("memory")
	o.Sample, o.Slabs, o.Seed, o.Workers = c.Uint64("sample"), c.Int("slabs"), c.Int64("seed"), c.Int("workers")
	return o, nil
}

// failureJSON is a position that its successors contradict.
type failureJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	Stored   string `json:"stored"`
	Computed string `json:"computed"`
}

func showReport(c *Call, db *query.DB, report solver.VerifyReport) error {
	g := db.Game()
	failures := []failureJSON{}
	for _, f := range report.Failures {
		failures = append(failures, failureJSON{f.Index, g.Text(g.At(f.Index)), db.Verdict(f.Stored).String(), db.Verdict(f.Computed).String()})
	}
	err := c.show("verify", struct {
		Game     string        `json:"game"`
		Checked  uint64        `json:"checked"`
		Failed   uint64        `json:"failed"`
		Failures []failureJSON `json:"failures"`
		Slabs    []uint32      `json:"slabs,omitempty"`
		More     uint64        `json:"-"`
	}{g.Spec().String(), report.Checked, report.Failed, failures, report.Slabs, report.Failed - uint64(len(failures))})
	if err == nil && report.Failed > 0 {
		c.Message("%s: %s is wrong", c.name, db.Path())
		return statusError(exitFailure)
	}
	return err
}

// differencesShown is the number of differences that diff lists.
const differencesShown = 10

type differenceJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	First    string `json:"first"`
	Second   string `json:"second"`
}

func runDiff(c *Call) error {
	dbs, err := c.openAll(c.Args().Slice(), query.Options{})
	if err != nil {
		return err
	}
	bar := c.Progress()
	d, err := dbs[0].DiffWith(c.Context, dbs[1], differencesShown, func(done, total uint64) {
		bar.Update("comparing positions", "", done, total, 0)
	})
	bar.Close()
	if err != nil {
		return err
	}
	g := dbs[0].Game()
	list := []differenceJSON{}
	for _, x := range d.First {
		list = append(list, differenceJSON{x.Index, g.Text(g.At(x.Index)), x.First.String(), x.Second.String()})
	}
	err = c.show("diff", struct {
		Game        string           `json:"game"`
		Positions   uint64           `json:"positions"`
		Different   uint64           `json:"different"`
		OnlyFirst   uint64           `json:"only_first"`
		OnlySecond  uint64           `json:"only_second"`
		Differences []differenceJSON `json:"differences"`
		More        uint64           `json:"-"`
	}{g.Spec().String(), d.Positions, d.Different, d.OnlyFirst, d.OnlySecond, list, d.Different - uint64(len(list))})
	if err == nil && d.Different > 0 {
		return statusError(exitFailure)
	}
	return err
}
