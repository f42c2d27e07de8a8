package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
)

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
	if c.json {
		return c.PrintJSON(struct {
			Game      string `json:"game"`
			Position  string `json:"position"`
			Value     string `json:"value"`
			Positions int    `json:"positions"`
			Stored    uint64 `json:"stored"`
			File      string `json:"file"`
		}{found.Game, found.Position, found.Value.String(), found.Positions(), found.Stored, output})
	}
	for _, h := range found.Halves {
		holder := map[proof.Side]string{proof.Mover: "the player to move holds", proof.Other: "the other player holds", proof.Both: "both players hold"}[h.Holder]
		fmt.Fprintf(c.stdout, "%s %s: %s\n", holder, found.Claim(h), Plural(uint64(len(h.Nodes)), "position", "positions"))
	}
	fmt.Fprintf(c.stdout, "%s in the proof, %s in the table\n", Number(uint64(found.Positions())), Number(found.Stored))
	c.Message("proof written to %s", output)
	return nil
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
