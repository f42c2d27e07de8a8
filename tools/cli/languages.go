package cli

import (
	"errors"
	"os"
)

// Spoken holds the measurements of a game in one language.
type Spoken struct {
	Language string  `json:"language"`
	Rate     float64 `json:"positions_per_second"` // of wall time, by one worker, from the best time of each batch
	Startup  float64 `json:"startup_seconds"`      // from the file to the start of the game
	Memory   uint64  `json:"memory_bytes"`         // resident, of the game and its process; 0: not known
	Missing  string  `json:"missing,omitempty"`    // the reason why it was not measured
}

// benchLanguages measures one game in several languages.
func benchLanguages(c *Call, measure languageBench) error {
	switch {
	case c.NArg() > 0:
		return Usagef("--languages takes no GAME: it measures one game in several languages")
	case measure == nil:
		return Usagef("this program has no game in several languages")
	}
	dir, err := os.MkdirTemp(c.String("scratch"), "foregone-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var all []Spoken
	err = measure(c.Context, c.registry, dir, func(row Spoken) error {
		if c.json {
			return errors.Join(c.PrintJSON(row), c.stdout.Flush())
		}
		c.Message("%s is measured", row.Language)
		all = append(all, row)
		return nil
	})
	switch {
	case interrupted(c.Context, err):
		return statusError(exitInterrupted)
	case err != nil || c.json:
		return err
	}
	return c.render("languages", all)
}
