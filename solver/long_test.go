//go:build long

package solver

import (
	"context"
	"testing"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// TestLargeVariants solves the variants with figures in the README, and verifies every position. It
// takes some minutes.
func TestLargeVariants(t *testing.T) {
	for spec, digest := range map[string]string{
		"pushfight:movers=1,pushers=2": "f671c38eb5cb13790fb842b3dcd9a8395e44525f6b4f1e1174e17a7d360f6c67",
		"pushfight:movers=0,pushers=3": "0f17b52b3c6330aa5a8878a26756412e8cdf86bdc69332bb3cddda5e2610d9c1",
	} {
		for _, o := range []altered{{}, {Options: Options{Strategy: Forward}}, {Options: Options{Workers: 2}, working: 2 << 20}} {
			g := open(t, spec, "")
			if o.working > 0 && g.Size() > 1e7 {
				continue // it would spill some 40 GB
			}
			o.Dir = t.TempDir()
			s, err := o.solve(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if s.SHA256 != digest {
				t.Errorf("%s, %+v: digest %s, want %s", spec, o, s.SHA256, digest)
			}
			if o.working > 0 && s.Spilled == 0 {
				t.Errorf("%s: nothing was spilled", spec)
			}
			if o.Strategy != "" || o.working > 0 {
				continue
			}
			r, err := table.Open(kv.TablePath(o.Dir), table.ReaderOptions{})
			if err != nil {
				t.Fatal(err)
			}
			report, err := Verify(context.Background(), g, r, VerifyOptions{})
			r.Close()
			if err != nil || report.Failed > 0 || report.Checked != g.Size() {
				t.Errorf("%s: %+v, %v", spec, report, err)
			}
		}
	}
}
