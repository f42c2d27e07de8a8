package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver/pushfight"
)

// pushfightChunk makes the published files of chunks.
func (p *program) pushfightChunk(c *cli.Context, v *rules.Variant) error {
	if c.String("o") == "-" {
		return usagef("-o -: chunks are written to files")
	}
	o := pushfight.FilesOptions{
		Phase:   pushfight.Phase(c.Int("phase")),
		Chunk:   c.Int("chunk"),
		Count:   c.Int("count"),
		Name:    c.String("o"),
		Workers: c.Int("workers"),
	}
	bar := p.newProgress(false)
	defer bar.close()
	o.Progress = func(chunk int, done, total uint64) {
		bar.update(fmt.Sprintf("phase %d", o.Phase), fmt.Sprintf("chunk %d", chunk), done, total, 0)
	}
	var sum pushfight.Counts
	files := 0
	o.Made = func(f pushfight.File) error {
		files++
		sum.Ties += f.Counts.Ties
		sum.Losses += f.Counts.Losses
		sum.Wins += f.Counts.Wins
		if f.Was {
			bar.message("chunk %d: %s is there already, skipped", f.Chunk, f.Name)
		}
		if c.Bool("json") {
			return errors.Join(p.printJSON(chunkJSON(f)), p.stdout.Flush())
		}
		fmt.Fprintf(p.stdout, "chunk %d: %s, %s\n", f.Chunk, f.Name, countsText(f.Phase, f.Counts))
		return p.stdout.Flush() // the next may take long
	}
	err := pushfight.Files(c.Context, v, o)
	bar.close()
	switch {
	case errors.Is(err, context.Canceled) && o.Count > 1:
		p.message("stopped; finished files stay, the same command goes on: %s", p.typed())
		return statusError(exitInterrupted)
	case err != nil:
		return err
	}
	if files > 1 && !c.Bool("json") {
		fmt.Fprintf(p.stdout, "%s: %s\n", plural(uint64(files), "chunk", "chunks"), countsText(o.Phase, sum))
	}
	return nil
}

// countsText writes the counts of a phase.
func countsText(phase pushfight.Phase, n pushfight.Counts) string {
	wins := plural(n.Wins, "win", "wins")
	if phase == pushfight.Wins {
		return wins
	}
	return fmt.Sprintf("%s, %s, %s", plural(n.Ties, "tie", "ties"), plural(n.Losses, "loss", "losses"), wins)
}

// chunkJSON is a file as JSON. Phase 0 has no ties and losses.
func chunkJSON(f pushfight.File) any {
	j := struct {
		Phase   int     `json:"phase"`
		Chunk   int     `json:"chunk"`
		File    string  `json:"file"`
		Bytes   int     `json:"bytes"`
		SHA256  string  `json:"sha256"`
		Ties    *uint64 `json:"ties,omitempty"`
		Losses  *uint64 `json:"losses,omitempty"`
		Wins    uint64  `json:"wins"`
		Skipped bool    `json:"skipped"`
		Seconds float64 `json:"seconds"`
	}{Phase: int(f.Phase), Chunk: f.Chunk, File: f.Name, Bytes: f.Size, SHA256: f.SHA256, Wins: f.Counts.Wins, Skipped: f.Was, Seconds: f.Seconds}
	if f.Phase != pushfight.Wins {
		j.Ties, j.Losses = &f.Counts.Ties, &f.Counts.Losses
	}
	return j
}
