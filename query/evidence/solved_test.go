package evidence_test

import (
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine/builtin"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query/evidence"
)

// TestSolved checks the evidence in the folder solved. With the tag long it opens the games, which takes
// minutes and gigabytes, to compare their rules, the sample and its proofs.
func TestSolved(t *testing.T) {
	names, err := filepath.Glob("solved/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	known := games.NewRegistry()
	if enginetest.Long {
		known = games.NewRegistry(builtin.Definitions()...)
	}
	for _, name := range names {
		e, err := evidence.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		found, err := e.Check(t.Context(), known)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if f.Wrong != "" || f.Skipped != "" && enginetest.Long {
				t.Errorf("%s: %s: %s%s", name, f.What, f.Wrong, f.Skipped)
			}
		}
	}
}
