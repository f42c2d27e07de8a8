// Package pushfight extends a program for Push Fight: the command pushfight, merged files, and the
// protocol of the public Analyzer. A program registers it with the games:
//
//	cli.Main(games.NewRegistry(rules.Definition()), pushfight.Extra())
package pushfight

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// Extra returns the extensions of Push Fight.
func Extra() cli.Extra {
	return cli.Extra{
		Manual:    manual,
		Commands:  map[string]func(*cli.Call) error{"pushfight": run},
		Formats:   []query.Format{public.Merged},
		Protocols: []serve.Protocol{public.Analyzer},
	}
}

//go:embed manual.txt
var manual string

// run runs the command that the first argument names.
func run(c *cli.Call) error {
	if c.Arg(0) != "prove" && c.NArg() > 1 {
		return cli.Usagef("unexpected argument %q: want \"%s pushfight %s\" and flags", c.Arg(1), c.Name(), c.Arg(0))
	}
	return map[string]func(*cli.Call) error{"chunk": chunk, "lost": lost, "openings": openings, "prove": prove}[c.Arg(0)](c)
}

// variant returns the variant of the family that a spec names.
func variant(c *cli.Call, spec string) (*rules.Variant, error) {
	g, err := c.Game(spec)
	if err != nil {
		return nil, err
	}
	v, ok := g.(*rules.Variant)
	if !ok {
		return nil, engine.InputErrorf("%s is not of the Push Fight family: want pushfight or pushfight:param=value,…", spec)
	}
	return v, nil
}

// lost prints the positions without a turn.
func lost(c *cli.Call) error {
	v, err := variant(c, "pushfight")
	if err != nil {
		return err
	}
	bar := c.Progress()
	lost, err := published.Lost(c.Context, v, published.LostOptions{
		Workers:  c.Int("workers"),
		Progress: bar.Step("searching"),
	})
	bar.Close()
	if err != nil {
		return err
	}
	for _, perm := range lost {
		if !c.Bool("json") {
			c.Out().WriteString(strconv.FormatUint(perm, 10) + "\n")
			continue
		}
		position, err := v.Parse(strconv.FormatUint(perm, 10))
		if err != nil {
			return err
		}
		var index *uint64
		if i, ok := v.Index(position); ok {
			index = &i
		}
		err = c.PrintJSON(struct {
			Permutation uint64  `json:"permutation"`
			Position    string  `json:"position"`
			Index       *uint64 `json:"index"`
		}{perm, v.Text(position), index})
		if err != nil {
			return err
		}
	}
	c.Message("%s", cli.Plural(uint64(len(lost)), "position without a turn", "positions without a turn"))
	return nil
}

// prove prints the value of a position that a bounded search finds.
func prove(c *cli.Call) error {
	if c.NArg() < 2 {
		return cli.Usagef("too few arguments: want \"%s pushfight prove POSITION --plies N\"", c.Name())
	}
	v, err := variant(c, c.String("game"))
	if err != nil {
		return err
	}
	position, err := engine.ParsePosition(v, c.Arg(1))
	if err != nil {
		return err
	}
	bar := c.Progress()
	begun := time.Now()
	proof, err := published.Prove(c.Context, v, position, published.ProveOptions{
		Plies:   c.Int("plies"),
		Workers: c.Int("workers"),
		Progress: func(g published.ProveProgress) {
			rate := float64(g.Positions) / time.Since(begun).Seconds()
			note := fmt.Sprintf("%s positions, %s a second", cli.Number(g.Positions), cli.Number(uint64(rate)))
			bar.Update(cli.Plural(uint64(g.Plies), "ply", "plies"), note, g.Done, g.Total, 0)
		},
	})
	bar.Close()
	if err != nil {
		return err
	}
	a := query.Answer{
		Game: v.Spec().String(), Position: position, Text: v.Text(position),
		Verdict: query.Verdict{Kind: v.Kind(), Value: proof.Value, Known: proof.Decided},
	}
	a.Index, a.Stored = v.Index(position)
	if c.Bool("json") || proof.Decided {
		return c.PrintAnswer(a)
	}
	_, err = fmt.Fprintf(c.Out(), "%s\t%s\tnot decided within %s\n", a.Text, a.Verdict, cli.Plural(uint64(c.Int("plies")), "ply", "plies"))
	return err
}

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
