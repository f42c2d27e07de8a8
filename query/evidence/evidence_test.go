package evidence_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/evidence"
	"github.com/foregone-db/foregone/query/querytest"
)

var registry = games.NewRegistry(tictactoe.Definition(), quixo.Definition(), britishsquare.Definition())

// collect returns a database and its evidence, written and read again.
func collect(t testing.TB, text string) (*query.DB, *evidence.Evidence) {
	t.Helper()
	db := querytest.Of(t, text, registry.Definitions()...)
	e, err := evidence.Collect(t.Context(), db, evidence.Options{Checks: []evidence.Check{{Command: "foregone verify --all", Checked: db.Game().Size()}}})
	if err != nil {
		t.Fatal(err)
	}
	return db, again(t, e)
}

// again writes and reads evidence.
func again(t testing.TB, e *evidence.Evidence) *evidence.Evidence {
	t.Helper()
	var text bytes.Buffer
	if err := e.Write(&text); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "e.yaml")
	if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	read, err := evidence.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// wrong returns what is wrong with evidence, alone and against a table.
func wrong(t *testing.T, db *query.DB, e *evidence.Evidence) (list []string) {
	t.Helper()
	alone, err := e.Check(t.Context(), registry)
	if err != nil {
		t.Fatal(err)
	}
	against, err := e.CheckTable(t.Context(), db, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(alone, against...) {
		if f.Skipped != "" {
			t.Errorf("%s is skipped: %s", f.What, f.Skipped)
		}
		if f.Wrong != "" {
			list = append(list, f.What+": "+f.Wrong)
		}
	}
	return list
}

func TestEvidence(t *testing.T) {
	for _, text := range []string{"tictactoe", "quixo:size=3,ranked=true", "british-square:width=3,height=3"} {
		db, e := collect(t, text)
		if list := wrong(t, db, e); list != nil {
			t.Errorf("%s: %s", text, strings.Join(list, "; "))
		}
		proofs := 0
		for _, s := range e.Sample {
			if s.Proof != "" {
				proofs++
			}
		}
		if scores := db.Game().Kind() == engine.Score; (proofs == 0) != scores || len(e.Sample) != int(min(100, db.Game().Size())) {
			t.Errorf("%s: %d of %d positions of the sample have proofs", text, proofs, len(e.Sample))
		}
	}
}

// TestFalseEvidence changes each part of the evidence: the check must find it.
func TestFalseEvidence(t *testing.T) {
	db, good := collect(t, "quixo:size=3,ranked=true")
	if len(good.Published) != 7 {
		t.Fatalf("%d published figures, want 7", len(good.Published))
	}
	for _, p := range good.Published {
		if !p.Equal {
			t.Errorf("published %s is %s, and the table has another figure", p.Figure, p.Value)
		}
	}
	flip := func(s *string) { *s = strings.Map(func(r rune) rune { return r ^ 1 }, (*s)[:1]) + (*s)[1:] }
	proved := 0
	for good.Sample[proved].Proof == "" {
		proved++
	}
	for name, change := range map[string]func(e *evidence.Evidence){
		"rules":        func(e *evidence.Evidence) { flip(&e.Rules.SHA256) },
		"digest":       func(e *evidence.Evidence) { flip(&e.Table.SHA256) },
		"root":         func(e *evidence.Evidence) { flip(&e.Table.Merkle.Root) },
		"run":          func(e *evidence.Evidence) { flip(&e.Table.Merkle.Runs[0]) },
		"positions":    func(e *evidence.Evidence) { e.Table.Positions++ },
		"all":          func(e *evidence.Evidence) { e.Table.All++ },
		"count":        func(e *evidence.Evidence) { e.Counts[0].Positions++; e.Counts[1].Positions-- },
		"section":      func(e *evidence.Evidence) { e.Sections[2].Won++ },
		"check":        func(e *evidence.Evidence) { e.Checks[0].Wrong = 1 },
		"published":    func(e *evidence.Evidence) { e.Published[0].Equal = false },
		"sample index": func(e *evidence.Evidence) { e.Sample[0].Index++ },
		"sample value": func(e *evidence.Evidence) { e.Sample[proved].Value = "draw" },
		"proof": func(e *evidence.Evidence) {
			e.Sample[proved].Proof = strings.Replace(e.Sample[proved].Proof, "mover", "other", 1)
		},
	} {
		e := again(t, good)
		change(e)
		if list := wrong(t, db, e); list == nil {
			t.Errorf("%s: the change was not found", name)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	_, e := collect(t, "tictactoe")
	var good bytes.Buffer
	if err := e.Write(&good); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                              "is no evidence",
		"foregone-evidence: 99\n":       "newer version",
		"\x00":                          "is no evidence",
		good.String() + "extra: 1\n":    "field extra not found",
		good.String() + "---\nfoo: 1\n": "more than one document",
	} {
		name := filepath.Join(t.TempDir(), "e.yaml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := evidence.Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", text, err, want)
		}
	}
	if _, err := evidence.Read(filepath.Join(t.TempDir(), "absent")); !engine.IsInput(err) {
		t.Errorf("an absent file: %v", err)
	}
}

// FuzzRead reads any text: it must be refused, or be written and read again. The program does not know
// the game, so that each input takes microseconds.
func FuzzRead(f *testing.F) {
	f.Add("foregone-evidence: 1\ngame: a\n")
	_, e := collect(f, "tictactoe")
	var good bytes.Buffer
	if err := e.Write(&good); err != nil {
		f.Fatal(err)
	}
	e.Game, e.Sample = "a", e.Sample[:1]
	f.Add(good.String())
	none := games.NewRegistry()
	name := filepath.Join(f.TempDir(), "e.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if e, err := evidence.Read(name); err == nil {
			if _, err := e.Check(t.Context(), none); err != nil {
				t.Error(err)
			}
			again(t, e)
		}
	})
}
