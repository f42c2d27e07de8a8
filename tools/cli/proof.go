package cli

import (
	"fmt"
	"io"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
)

func runProof(c *Call, db *query.DB, position engine.Position) error {
	tell := c.occasionally()
	found, err := proof.Find(c.Context, db, position, proof.Options{Most: c.Int("most"), Progress: func(positions int) {
		tell("%s so far", Plural(uint64(positions), "position", "positions"))
	}})
	if err != nil {
		return err
	}
	output, err := c.write(func(w io.Writer) error { return found.Write(w, c.Bool("strategy")) }, db)
	if err != nil || output == "" {
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
		holder := map[proof.Side]string{proof.Mover: "the player to move", proof.Other: "the other player"}[h.Holder]
		fmt.Fprintf(c.stdout, "%s holds %s: %s\n", holder, found.Claim(h), Plural(uint64(len(h.Nodes)), "position", "positions"))
	}
	fmt.Fprintf(c.stdout, "%s in the proof, %s in the table\n", Number(uint64(found.Positions())), Number(found.Stored))
	c.Message("proof written to %s", output)
	return nil
}
