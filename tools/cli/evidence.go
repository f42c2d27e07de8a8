package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/evidence"
	"github.com/foregone-db/foregone/query/proof"
	"github.com/foregone-db/foregone/solver"
)

func runEvidence(c *Call) error {
	if c.Bool("all") && c.IsSet("sample") {
		return Usagef("want one of --sample and --all")
	}
	db, err := c.DatabaseOnFile()
	if err != nil {
		return err
	}
	if db.Table() == nil {
		return Usagef("%s is no table, and evidence needs one; a file used in place becomes one by an import without --in-place", db.Path())
	}
	bar := c.Progress()
	defer bar.Close()
	sample := c.Uint64("sample")
	if c.Bool("all") {
		sample = 0
	}
	check, err := verifyAgain(c, db, bar, sample, c.Int64("seed"))
	if err != nil {
		return err
	}
	e, err := evidence.Collect(c.Context, db, evidence.Options{
		Command: c.String("command"), Version: Version(), Checks: []evidence.Check{check}, Seed: c.Int64("seed"),
		Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
	})
	if err != nil {
		return err
	}
	bar.Close()
	output, err := c.write(func(w io.Writer) error { return e.Write(w) }, db)
	if err != nil || output == "" {
		return err
	}
	err = c.show("evidence", struct {
		Game    string `json:"game"`
		Checked uint64 `json:"checked"`
		Wrong   uint64 `json:"wrong"`
		SHA256  string `json:"table_sha256"`
		Root    string `json:"merkle_root"`
		File    string `json:"file"`
		Result  string `json:"-"`
	}{e.Game, check.Checked, check.Wrong, e.Table.SHA256, e.Table.Merkle.Root, output, e.Result})
	c.Message("evidence written to %s", output)
	if err == nil && check.Wrong > 0 {
		return statusError(exitFailure)
	}
	return err
}

// verifyAgain verifies a sample of a table, or all of it if the sample is 0 or as large as the table.
func verifyAgain(c *Call, db *query.DB, bar *Progress, sample uint64, seed int64) (evidence.Check, error) {
	o := solver.VerifyOptions{
		Sample: sample, Seed: seed, Memory: c.Size("memory"), Workers: c.Int("workers"), Progress: bar.Step("verifying positions"),
	}
	check := evidence.Check{Command: fmt.Sprintf("foregone verify --sample %d --seed %d", sample, seed), Seed: seed}
	if sample == 0 || sample >= db.Game().Size() {
		check = evidence.Check{Command: "foregone verify --all"}
	}
	report, err := solver.Verify(c.Context, db.Game(), db.Table(), o)
	check.Checked, check.Wrong = report.Checked, report.Failed
	return check, err
}

func runCheckEvidence(c *Call) error {
	e, err := evidence.Read(c.Arg(0))
	if err != nil {
		return err
	}
	found, err := e.Check(c.Context, c.registry)
	if err == nil && c.IsSet("db") {
		var more []evidence.Finding
		more, err = checkAgainst(c, e)
		found = append(found, more...)
	}
	if err != nil {
		return err
	}
	wrong := 0
	for _, f := range found {
		if f.Wrong != "" {
			wrong++
		}
	}
	err = c.show("findings", struct {
		Game     string             `json:"game"`
		Wrong    int                `json:"wrong"`
		Findings []evidence.Finding `json:"findings"`
		Result   string             `json:"-"`
	}{e.Game, wrong, found, e.Result})
	switch {
	case c.json:
	case wrong > 0:
		c.Message("%s: %s of the evidence %s wrong", c.name, Plural(uint64(wrong), "part", "parts"), map[bool]string{true: "is", false: "are"}[wrong == 1])
	case !c.IsSet("db"):
		c.Message("--db DIR compares it with a table, too")
	}
	if err == nil && wrong > 0 {
		return statusError(exitFailure)
	}
	return err
}

// checkAgainst compares evidence with the database of --db, and repeats its checks if the caller
// wants that.
func checkAgainst(c *Call, e *evidence.Evidence) ([]evidence.Finding, error) {
	db, err := c.DatabaseOnFile()
	if err != nil {
		return nil, err
	}
	bar := c.Progress()
	defer bar.Close()
	found, err := e.CheckTable(c.Context, db, func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) })
	if err != nil || !c.Bool("verify") {
		return found, err
	}
	for _, check := range e.Checks {
		sample := check.Checked
		if check.Seed == 0 {
			sample = 0
		}
		again, err := verifyAgain(c, db, bar, sample, check.Seed)
		if err != nil {
			return nil, err
		}
		f := evidence.Finding{What: again.Command}
		if again.Wrong > 0 {
			f.Wrong = fmt.Sprintf("%s of %s positions are wrong", Number(again.Wrong), Number(again.Checked))
		}
		found = append(found, f)
	}
	return found, nil
}

func runProof(c *Call, db *query.DB, position engine.Position) error {
	o := proof.Options{Most: c.Int("most")}
	if output := c.String("output"); output != "-" {
		o.Partial = output + ".part"
	}
	found, err := findProof(c, db, position, o)
	if err != nil {
		if _, missing := os.Stat(o.Partial); c.Context.Err() != nil && o.Partial != "" && missing == nil {
			c.Message("stopped: %s keeps the search, and the same command continues it", o.Partial)
		}
		return err
	}
	output, err := c.write(func(w io.Writer) error { return found.Write(w, c.Bool("strategy")) }, db)
	if err != nil || output == "" {
		return err
	}
	if err := os.Remove(o.Partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = c.show("proof", struct {
		Game      string       `json:"game"`
		Position  string       `json:"position"`
		Value     string       `json:"value"`
		Positions int          `json:"positions"`
		Stored    uint64       `json:"stored"`
		File      string       `json:"file"`
		Proof     *proof.Proof `json:"-"`
	}{found.Game, found.Position, found.Value.String(), found.Positions(), found.Stored, output, found})
	if !c.json {
		c.Message("proof written to %s", output)
	}
	return err
}

// findProof finds a proof, and shows the estimate and the progress.
func findProof(c *Call, db *query.DB, position engine.Position, o proof.Options) (*proof.Proof, error) {
	progress := c.Progress()
	defer progress.Close()
	o.Announce = func(e proof.Estimate) {
		if e.AtMost > 100000 {
			progress.Message("the first strategy has about %s positions or more, at most %s, in up to %s of memory; smaller ones are looked for",
				Number(e.Positions), Number(e.AtMost), size(e.Memory))
		}
	}
	o.Progress = func(step string, positions, most uint64) {
		progress.Update(step, Plural(positions, "position", "positions"), positions, most, -1)
	}
	return proof.Find(c.Context, db, position, o)
}
