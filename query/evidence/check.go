package evidence

import (
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
)

// Finding is the result of one comparison.
type Finding struct {
	What  string `json:"what"`
	Wrong string `json:"wrong,omitempty"` // what does not hold; "" if it holds
	// Skipped is why the comparison was not made, or "".
	Skipped string `json:"skipped,omitempty"`
}

// findings collects the results of comparisons.
type findings []Finding

// add adds a comparison that holds if err is nil.
func (f *findings) add(what string, err error) {
	found := Finding{What: what}
	if err != nil {
		found.Wrong = err.Error()
	}
	*f = append(*f, found)
}

// unequal returns an error unless the values are equal.
func unequal[T comparable](have, want T) error {
	if have != want {
		return fmt.Errorf("evidence says %v, want %v", have, want)
	}
	return nil
}

// Check checks the evidence without the table: that its figures agree with each other, that this
// program knows the game by the same rules, and that the proofs of the sample are right.
func (e *Evidence) Check(ctx context.Context, registry *games.Registry) ([]Finding, error) {
	var f findings
	f.add(fmt.Sprintf("%d counts add up to %d positions", len(e.Counts), e.Table.Positions), e.checkCounts())
	if e.Sections != nil {
		f.add(fmt.Sprintf("%d sections add up", len(e.Sections)), e.checkSections())
	}
	f.add("the Merkle root follows from its runs", e.Table.Merkle.check())
	f.add(fmt.Sprintf("%d checks found nothing wrong", len(e.Checks)), e.checkChecks())
	f.add(fmt.Sprintf("%d published figures agree", len(e.Published)), e.checkPublished())
	g, err := openGame(e.Game, registry)
	if err != nil {
		why := err.Error()
		for _, what := range []string{"the rules are those of this program", "the positions of the sample", "the proofs of the sample"} {
			f = append(f, Finding{What: what, Skipped: why})
		}
		return f, nil
	}
	f.add("the rules are those of this program", unequal(e.Rules.SHA256, rulesDigest(g)))
	f.add("the game has as many positions", unequal(e.Table.Positions, g.Size()))
	f.add(fmt.Sprintf("%d positions of the sample have their indices", len(e.Sample)), e.checkSample(g))
	proofs, err := e.checkProofs(ctx, g)
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	f.add(fmt.Sprintf("%d values of the sample are proved from the rules", proofs), err)
	return f, nil
}

// openGame makes the game that a canonical spec names.
func openGame(canonical string, registry *games.Registry) (engine.Game, error) {
	spec, err := registry.Restore(canonical, nil)
	if err != nil {
		return nil, fmt.Errorf("%s needs its files: name the database with --db", canonical)
	}
	return registry.Open(spec)
}

func (e *Evidence) checkCounts() error {
	positions, all := uint64(0), uint64(0)
	for _, c := range e.Counts {
		positions, all = positions+c.Positions, all+c.All
	}
	if positions != e.Table.Positions || all != e.Table.All {
		return fmt.Errorf("they add up to %d positions, %d with twins, not to %d and %d", positions, all, e.Table.Positions, e.Table.All)
	}
	if digest, err := hex.DecodeString(e.Table.SHA256); err != nil || len(digest) != 32 {
		return fmt.Errorf("%q is no SHA-256 digest", e.Table.SHA256)
	}
	return nil
}

func (e *Evidence) checkSections() error {
	positions := uint64(0)
	for _, s := range e.Sections {
		if s.Won+s.Drawn+s.Lost > s.Positions {
			return fmt.Errorf("section %q has more values than positions", s.Name)
		}
		positions += s.Positions
	}
	if positions > e.Table.Positions {
		return fmt.Errorf("they have %d positions, and the table has %d", positions, e.Table.Positions)
	}
	return nil
}

func (e *Evidence) checkChecks() error {
	for _, c := range e.Checks {
		if c.Wrong > 0 {
			return fmt.Errorf("%q found %d of %d positions wrong", c.Command, c.Wrong, c.Checked)
		}
	}
	return nil
}

func (e *Evidence) checkPublished() error {
	for _, p := range e.Published {
		if !p.Equal {
			return fmt.Errorf("%s is %s in %s, and the table has another figure", p.Figure, p.Value, p.Source)
		}
	}
	return nil
}

// checkSample compares the positions of the sample with the game's numbering.
func (e *Evidence) checkSample(g engine.Game) error {
	for _, s := range e.Sample {
		p, err := g.Parse(s.Position)
		if err != nil {
			return fmt.Errorf("position #%d: %w", s.Index, err)
		}
		if i, ok := g.Index(p); !ok || i != s.Index {
			return fmt.Errorf("position %s is not #%d", s.Position, s.Index)
		}
	}
	return nil
}

// checkProofs checks the proofs of the sample and returns their number.
func (e *Evidence) checkProofs(ctx context.Context, g engine.Game) (n int, err error) {
	for _, s := range e.Sample {
		if s.Proof == "" {
			continue
		}
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		if err := proof.Check(g, s.Position, s.Value, s.Proof); err != nil {
			return n, fmt.Errorf("position #%d: %w", s.Index, err)
		}
		n++
	}
	return n, nil
}

// CheckTable compares the evidence with a table: digest, counts, sections, the Merkle tree, and the
// values of the sample. It reads the table twice.
func (e *Evidence) CheckTable(ctx context.Context, db *query.DB, progress func(step string, done, total uint64)) ([]Finding, error) {
	if db.Game().Spec().String() != e.Game {
		return nil, engine.InputErrorf("%s has %s, and the evidence is of %s", db.Path(), db.Game().Spec(), e.Game)
	}
	now, err := Collect(ctx, db, Options{Sample: 1, Progress: progress})
	if err != nil {
		return nil, err
	}
	var f findings
	f.add("the rules", unequal(e.Rules.SHA256, now.Rules.SHA256))
	f.add("the digest of the values", unequal(e.Table.SHA256, now.Table.SHA256))
	if e.Table.Merkle.Block == now.Table.Merkle.Block {
		f.add("the Merkle root over the blocks", unequal(e.Table.Merkle.Root, now.Table.Merkle.Root))
	} else {
		f = append(f, Finding{What: "the Merkle root over the blocks", Skipped: fmt.Sprintf("the table has blocks of %d positions, not of %d", now.Table.Merkle.Block, e.Table.Merkle.Block)})
	}
	var differs error
	if !slices.Equal(e.Counts, now.Counts) {
		differs = fmt.Errorf("the table has other counts")
	}
	f.add("the counts by value", differs)
	differs = nil
	if !slices.Equal(e.Sections, now.Sections) {
		differs = fmt.Errorf("the table has other counts")
	}
	f.add("the counts by section", differs)
	for _, s := range e.Sample {
		a, err := db.At(min(s.Index, db.Game().Size()-1))
		if err != nil {
			return nil, err
		}
		if a.Text != s.Position || a.Verdict.String() != s.Value || a.Index != s.Index {
			f.add("the sample", fmt.Errorf("#%d is %s, %v", s.Index, a.Text, a.Verdict))
			return f, nil
		}
	}
	f.add(fmt.Sprintf("%d values of the sample", len(e.Sample)), nil)
	return f, nil
}

//go:embed published.yaml
var publishedText []byte

// publication is published figures of a game, by name.
type publication struct {
	Game    string            `yaml:"game"` // canonical spec
	Source  string            `yaml:"source"`
	Figures map[string]string `yaml:"figures"`
}

// figures compute the figures of a table by name. The names that end in -all count symmetric twins.
var figures = map[string]func(s query.Stats) string{
	"positions":     func(s query.Stats) string { return number(s.Positions) },
	"positions-all": func(s query.Stats) string { return number(s.PositionsAll) },
	"won":           func(s query.Stats) string { return number(s.Won()) },
	"lost":          func(s query.Stats) string { return number(s.Lost()) },
	"drawn":         func(s query.Stats) string { return number(s.Drawn()) },
	"won-all":       func(s query.Stats) string { return number(all(s, engine.Win)) },
	"lost-all":      func(s query.Stats) string { return number(all(s, engine.Loss)) },
	"drawn-all":     func(s query.Stats) string { return number(all(s, engine.Draw)) },
	"sha256":        func(s query.Stats) string { return s.SHA256 },
	// The outcome of the start for its mover, or his margin.
	"start": func(s query.Stats) string {
		switch {
		case s.Start == nil:
			return query.Unknown
		case s.Start.Verdict.Outcome() == engine.Scored:
			return s.Start.Verdict.String()
		}
		return s.Start.Verdict.Outcome().String()
	},
	"start-plies": func(s query.Stats) string { return plies(s.Start) },
	"longest-win": func(s query.Stats) string { return plies(s.LongestWin) },
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }

// all counts the positions of an outcome, symmetric twins included.
func all(s query.Stats, o engine.Outcome) (n uint64) {
	for _, c := range s.Counts {
		if c.Verdict.Outcome() == o {
			n += c.All
		}
	}
	return n
}

// plies returns the remoteness of an answer in plies.
func plies(a *query.Answer) string {
	if a == nil {
		return query.Unknown
	}
	n, ok := a.Verdict.Plies()
	if !ok {
		return query.Unknown
	}
	return strconv.Itoa(n)
}

// publications returns the published figures of all games.
func publications() []publication {
	var list []publication
	if err := yaml.Unmarshal(publishedText, &list); err != nil {
		panic(fmt.Sprintf("published.yaml: %v", err)) // a test reads it
	}
	return list
}

// published compares the published figures of a game with its table.
func published(db *query.DB, s query.Stats) (list []Published) {
	for _, p := range publications() {
		if p.Game != s.Game {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(p.Figures)) {
			list = append(list, Published{name, p.Figures[name], p.Source, figures[name](s) == p.Figures[name]})
		}
	}
	return list
}
