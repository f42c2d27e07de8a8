package evidence

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
)

// Format is the version of the file.
const Format = 1

// Evidence is the content of a file. Its fields are in the order of the file.
type Evidence struct {
	Format    int         `yaml:"foregone-evidence"`
	Game      string      `yaml:"game"` // canonical spec
	Result    string      `yaml:"result"`
	Rules     Rules       `yaml:"rules"`
	Solve     Solve       `yaml:"solve"`
	Table     Table       `yaml:"table"`
	Counts    []Count     `yaml:"counts"`
	Sections  []Section   `yaml:"sections,omitempty"`
	Checks    []Check     `yaml:"checks"`
	Published []Published `yaml:"published,omitempty"`
	Citation  Citation    `yaml:"citation"`
	Sample    []Position  `yaml:"sample"`
}

// Rules name the rules.
type Rules struct {
	Name   string `yaml:"name"`
	SHA256 string `yaml:"sha256"` // of the moves from a thousand positions: see rulesDigest
}

// Solve says how the table was made. Zero costs are unknown.
type Solve struct {
	Command string  `yaml:"command"`
	Version string  `yaml:"version,omitempty"` // of the program
	Seconds float64 `yaml:"seconds,omitempty"` // wall time
	CPU     float64 `yaml:"cpu-seconds,omitempty"`
	Memory  uint64  `yaml:"memory,omitempty"` // bytes: the greatest of the process
}

// Table describes the table.
type Table struct {
	Positions uint64 `yaml:"positions"`           // stored
	All       uint64 `yaml:"positions-all"`       // with symmetric twins
	Kind      string `yaml:"kind"`                // of the values
	MaxPhase  int    `yaml:"max-phase,omitempty"` // plies; 0: the table is complete
	Bytes     int64  `yaml:"bytes"`               // of the file
	SHA256    string `yaml:"sha256"`              // of the values in index order
	Merkle    Tree   `yaml:"merkle"`
}

// Count is the number of positions of a value.
type Count struct {
	Value     string `yaml:"value"`
	Positions uint64 `yaml:"positions"` // stored
	All       uint64 `yaml:"all"`       // with symmetric twins
}

// Section has the counts of a section of the table, by outcome.
type Section struct {
	Name        string `yaml:"name"`
	query.Tally `yaml:",inline"`
}

// Check is a check that recomputed values of the table from the values of their successors.
type Check struct {
	Command string `yaml:"command"`
	Checked uint64 `yaml:"checked"` // positions
	Wrong   uint64 `yaml:"wrong"`
	Seed    int64  `yaml:"seed,omitempty"` // of a sample
}

// Published is a published figure and the table's.
type Published struct {
	Figure string `yaml:"figure"`
	Value  string `yaml:"value"`
	Source string `yaml:"source"`
	Equal  bool   `yaml:"equal"` // the table agrees
}

// Citation is how to cite the result.
type Citation struct {
	Title   string `yaml:"title"`
	Program string `yaml:"program"`
	URL     string `yaml:"url"`
	License string `yaml:"license"`
}

// Position is a position of the sample.
type Position struct {
	Index    uint64 `yaml:"index"`
	Position string `yaml:"position"`
	Value    string `yaml:"value"`
	Proof    string `yaml:"proof,omitempty"` // as [proof.Proof.Write] writes it, where it is short
}

// Options of [Collect]. The zero value of a field means its default.
type Options struct {
	Command string  // that made the table
	Version string  // of this program, for tables that do not say theirs
	Checks  []Check // that the table passed
	Sample  int     // positions; default: 100
	Seed    int64   // of the sample
	// Progress gets the name of a step, and the positions that it did.
	Progress func(step string, done, total uint64)
}

// home is where the program is.
const home = "https://github.com/foregone-db/foregone"

// Collect makes the evidence of a finished table. It reads the table twice, on all cores.
func Collect(ctx context.Context, db *query.DB, o Options) (*Evidence, error) {
	t := db.Table()
	if t == nil {
		return nil, engine.InputErrorf("the values of %s are in no table, and evidence needs one", db.Path())
	}
	stats, err := db.Stats()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(db.Path())
	if err != nil {
		return nil, err
	}
	e := &Evidence{
		Format: Format, Game: stats.Game, Result: result(db, stats), Checks: o.Checks,
		Rules: Rules{cmp.Or(db.Definition().Title, db.Definition().Name), rulesDigest(db.Game())},
		Solve: solveOf(db, o), Published: published(db, stats),
		Table: Table{
			Positions: stats.Positions, All: stats.PositionsAll, Kind: t.Kind().String(), MaxPhase: stats.MaxPhase,
			Bytes: info.Size(), SHA256: stats.SHA256,
		},
	}
	e.Citation = Citation{
		Title:   fmt.Sprintf("A strong solution of %s: the table with SHA-256 %s", stats.Game, stats.SHA256),
		Program: "Foregone " + e.Solve.Version, URL: home, License: "Apache-2.0",
	}
	for _, c := range stats.Counts {
		e.Counts = append(e.Counts, Count{c.Verdict.String(), c.Positions, c.All})
	}
	step := func(name string) func(done, total uint64) {
		return func(done, total uint64) {
			if o.Progress != nil {
				o.Progress(name, done, total)
			}
		}
	}
	if err := e.addSections(ctx, db, step("counting sections")); err != nil {
		return nil, err
	}
	e.Table.Merkle, err = treeOf(ctx, t, step("hashing blocks"))
	if err != nil {
		return nil, err
	}
	return e, e.addSample(ctx, db, o)
}

// mostSections is the greatest number of sections that evidence lists.
const mostSections = 128

// addSections adds the counts by section, unless there is one or they are too many to list.
func (e *Evidence) addSections(ctx context.Context, db *query.DB, progress func(done, total uint64)) error {
	if n := query.SectionsOf(db); n < 2 || n > mostSections {
		return nil
	}
	list, err := query.Sections(ctx, db, progress)
	for _, s := range list {
		e.Sections = append(e.Sections, Section{s.Name, s.Tally})
	}
	return err
}

// addSample adds random positions.
func (e *Evidence) addSample(ctx context.Context, db *query.DB, o Options) error {
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0))
	chosen := map[uint64]bool{}
	for most := min(uint64(cmp.Or(o.Sample, 100)), e.Table.Positions); uint64(len(chosen)) < most; {
		chosen[rng.Uint64N(e.Table.Positions)] = true
	}
	for _, i := range slices.Sorted(maps.Keys(chosen)) {
		a, err := db.At(i)
		if err != nil {
			return err
		}
		short, err := shortProof(ctx, db, a)
		if err != nil {
			return err
		}
		e.Sample = append(e.Sample, Position{i, a.Text, a.Verdict.String(), short})
	}
	return nil
}

// result returns the result of the game in a sentence.
func result(db *query.DB, s query.Stats) string {
	name := s.Game
	switch {
	case s.Start != nil && s.Start.Verdict.Known:
		return fmt.Sprintf("%s: the start is worth %v, %s for the player to move", name, s.Start.Verdict, s.Start.Verdict.Sentence())
	case s.LongestWin != nil:
		return fmt.Sprintf("%s: %d positions won, %d lost, %d drawn; the longest win is %v", name, s.Won(), s.Lost(), s.Drawn(), s.LongestWin.Verdict)
	}
	return fmt.Sprintf("%s: %d positions", name, s.Positions)
}

// solveOf returns the costs that the solve recorded in the folder of the table.
func solveOf(db *query.DB, o Options) Solve {
	s := Solve{Command: cmp.Or(o.Command, "foregone solve "+db.Game().Spec().String()), Version: o.Version}
	var status struct {
		Game     string
		Version  string
		Finished bool
		Seconds  float64
		CPU      float64
		Peak     uint64
	}
	if err := kv.ReadStatus(db.Dir(), &status); err != nil || !status.Finished || status.Game != db.Game().Spec().String() {
		return s
	}
	s.Version, s.Seconds, s.CPU, s.Memory = cmp.Or(status.Version, o.Version), status.Seconds, status.CPU, status.Peak
	return s
}

// probes is the number of positions whose moves the digest of the rules covers.
const probes = 1000

// rulesDigest returns the digest of the rules of a game, in hexadecimal: of its canonical spec, its
// size, and the moves of [probes] positions. Positions are spread over the indices by multiples of
// 2^64 divided by the golden ratio. For each one, the digest has its index, the ways in which a move
// can end the game, the number of its successors and their indices, ascending.
func rulesDigest(g engine.Game) string {
	const golden = 0x9E3779B97F4A7C15
	d := sha256.New()
	fmt.Fprintf(d, "%s\n%d\n", g.Spec(), g.Size())
	scratch := g.NewScratch()
	var successors []uint64
	for n := range min(probes, g.Size()) {
		i, _ := bits.Mul64((n+1)*golden, g.Size())
		if g.Size() <= probes {
			i = n
		}
		var ends engine.Ends
		successors, ends = scratch.AppendSuccessors(successors[:0], i)
		slices.Sort(successors)
		binary.Write(d, binary.LittleEndian, []uint64{i, uint64(ends), uint64(len(successors))})
		binary.Write(d, binary.LittleEndian, successors)
	}
	return hex.EncodeToString(d.Sum(nil))
}

// Write writes the file.
func (e *Evidence) Write(w io.Writer) error {
	const head = "# Evidence of a solved game. \"foregone check-evidence FILE\" checks it; go doc\n" +
		"# github.com/foregone-db/foregone/query/evidence describes the fields.\n"
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	out := yaml.NewEncoder(w)
	out.SetIndent(2)
	if err := out.Encode(e); err != nil {
		return err
	}
	return out.Close()
}

// mostBytes is the greatest size of a file of evidence.
const mostBytes = 16 << 20

// Read reads a file that [Evidence.Write] wrote. It refuses fields that it does not know, and with
// [kv.ErrNewer] a later version. Errors of the content are [engine.InputError]s.
func Read(name string) (*Evidence, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, engine.InputErrorf("%v", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostBytes {
		return nil, engine.InputErrorf("%s is longer than %d MiB: it is no evidence", name, mostBytes>>20)
	}
	var version struct {
		Format int `yaml:"foregone-evidence"`
	}
	if err := yaml.Unmarshal(text, &version); err != nil || version.Format == 0 {
		return nil, engine.InputErrorf("%s is no evidence: want a YAML file with foregone-evidence: %d", name, Format)
	}
	if err := kv.CheckFormat(name, version.Format, Format); err != nil {
		return nil, err
	}
	e := new(Evidence)
	in := yaml.NewDecoder(bytes.NewReader(text))
	in.KnownFields(true)
	if err := in.Decode(e); err != nil {
		return nil, engine.InputErrorf("%s: %v", name, err)
	}
	if err := in.Decode(new(Evidence)); !errors.Is(err, io.EOF) {
		return nil, engine.InputErrorf("%s has more than one document", name)
	}
	return e, nil
}

// mostProof is the greatest number of positions of a proof in the sample.
const mostProof = 6

// shortProof returns the proof of a value, or "" if it has more than a few positions, or if none is
// made of values of that kind.
func shortProof(ctx context.Context, db *query.DB, a query.Answer) (string, error) {
	if o := a.Verdict.Outcome(); o != engine.Win && o != engine.Loss && o != engine.Draw {
		return "", nil
	}
	p, err := proof.Find(ctx, db, a.Position, proof.Options{Most: mostProof})
	switch {
	case engine.IsInput(err):
		return "", nil // it is long, or the values of the game prove nothing
	case err != nil:
		return "", err
	}
	var text strings.Builder
	err = p.Write(&text, false)
	return text.String(), err
}
