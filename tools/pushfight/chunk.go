package pushfight

import (
	"context"
	"errors"
	"fmt"

	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// chunk makes the published files of chunks.
func chunk(c *cli.Call) error {
	v, err := variant(c, "pushfight")
	if err != nil {
		return err
	}
	if c.String("o") == "-" {
		return cli.Usagef("-o -: chunks are written to files")
	}
	o := published.FilesOptions{
		Phase:   published.Phase(c.Int("phase")),
		Chunk:   c.Int("chunk"),
		Count:   c.Int("count"),
		Name:    c.String("o"),
		Workers: c.Int("workers"),
	}
	bar := c.Progress()
	o.Progress = func(chunk int, done, total uint64) {
		bar.Update(fmt.Sprintf("phase %d", o.Phase), fmt.Sprintf("chunk %d", chunk), done, total, 0)
	}
	var sum published.Counts
	files := 0
	o.Made = func(f published.File) error {
		files++
		sum.Ties += f.Counts.Ties
		sum.Losses += f.Counts.Losses
		sum.Wins += f.Counts.Wins
		if f.Existed {
			bar.Message("chunk %d: %s is there already, skipped", f.Chunk, f.Name)
		}
		if c.Bool("json") {
			return errors.Join(c.PrintJSON(chunkJSON(f)), c.Out().Flush())
		}
		fmt.Fprintf(c.Out(), "chunk %d: %s, %s\n", f.Chunk, f.Name, countsText(f.Phase, f.Counts))
		return c.Out().Flush() // before the next file, which may take long
	}
	err = published.Files(c.Context, v, o)
	bar.Close()
	switch {
	case errors.Is(err, context.Canceled) && o.Count > 1:
		c.Message("stopped; finished files stay, the same command resumes: %s", c.Typed())
		return cli.ErrInterrupted
	case err != nil:
		return err
	}
	if files > 1 && !c.Bool("json") {
		fmt.Fprintf(c.Out(), "%s: %s\n", cli.Plural(uint64(files), "chunk", "chunks"), countsText(o.Phase, sum))
	}
	return nil
}

// countsText writes the counts of a phase.
func countsText(phase published.Phase, n published.Counts) string {
	wins := cli.Plural(n.Wins, "win", "wins")
	if phase == published.Wins {
		return wins
	}
	return fmt.Sprintf("%s, %s, %s", cli.Plural(n.Ties, "tie", "ties"), cli.Plural(n.Losses, "loss", "losses"), wins)
}

// chunkJSON is a file as JSON. Phase 0 has no ties and losses.
func chunkJSON(f published.File) any {
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
	}{Phase: int(f.Phase), Chunk: f.Chunk, File: f.Name, Bytes: f.Size, SHA256: f.SHA256, Wins: f.Counts.Wins, Skipped: f.Existed, Seconds: f.Seconds}
	if f.Phase != published.Wins {
		j.Ties, j.Losses = &f.Counts.Ties, &f.Counts.Losses
	}
	return j
}
