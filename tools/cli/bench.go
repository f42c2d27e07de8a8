package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/capacity"
)

// benchCommand is the command bench.
type benchCommand struct{ *Console }

func (cmd benchCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "bench",
		Usage:     "measure how fast this machine solves games",
		ArgsUsage: "[GAME…]",
		Description: `Solves a small variant of every game, or the games given, from the rules to the table,
and prints for each the positions a second of wall time, the core-seconds that a million
positions take (processor time of this process; what else runs does not count), and the
bits that a position takes on disk, in the table and, of games that bring only their
rules, in the list of keys. Of several runs the one with the least processor time counts.
Databases are made in a temporary folder, and deleted. Games of a second or less say
little: what it takes to begin and end counts, too.

  ` + cmd.name + ` bench
  ` + cmd.name + ` bench --runs 3 --json tupitu dobutsu`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "runs", Usage: "solve each game `N` times", Value: 1},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
			&cli.StringFlag{Name: "memory", Usage: "`SIZE` of memory to stay below", Value: "2GiB"},
			&cli.StringFlag{Name: "scratch", Usage: "make databases in a new folder under `DIR`", DefaultText: "the system's temporary folder"},
			JSONFlag("a JSON object for each game"),
		},
		Action: cmd.Action(0, -1, cmd.run),
	}
}

// benched is what was measured of a game.
type benched struct {
	Game      string  `json:"game"`
	Level     string  `json:"level"`
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`           // wall time
	Processor float64 `json:"processor_seconds"` // of all cores
	Workers   int     `json:"workers"`
	Table     uint64  `json:"table_bytes"`
	Keys      uint64  `json:"keys_bytes"`
	Rate      float64 `json:"positions_per_second"`
	Cost      float64 `json:"core_seconds_per_million"`
	Bits      float64 `json:"bits_per_position"` // table and keys
}

func (cmd benchCommand) run(c *cli.Context) error {
	if c.Int("runs") < 1 {
		return Usagef("--runs %d: want at least 1", c.Int("runs"))
	}
	if c.IsSet("workers") && c.Int("workers") < 1 {
		return Usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	memory, err := parseSize(c.String("memory"))
	if err != nil {
		return Usagef("--memory: %v", err)
	}
	specs, err := cmd.specs(c.Args().Slice())
	if err != nil {
		return err
	}
	root, err := os.MkdirTemp(c.String("scratch"), "foregone-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	list := columns{right: []bool{false, true, true, true, true, true}}
	list.add("game", "positions", "seconds", "positions/s", "core-s/million", "bits/position")
	bar := cmd.newProgress(c.Bool("json"))
	defer bar.Close()
	for n, spec := range specs {
		bar.Message("%d of %d: %s", n+1, len(specs), spec)
		b, err := cmd.best(c, spec, solver.Options{Dir: filepath.Join(root, fmt.Sprint(n)), Memory: memory, Workers: c.Int("workers"), Version: Version()})
		if interrupted(c.Context, err) {
			return statusError(exitInterrupted)
		} else if err != nil {
			return err
		}
		if c.Bool("json") {
			if err := errors.Join(cmd.PrintJSON(b), cmd.stdout.Flush()); err != nil {
				return err
			}
			continue
		}
		list.add(b.Game, Number(b.Positions), fmt.Sprintf("%.2f", b.Seconds), Number(uint64(b.Rate)), fmt.Sprintf("%.2f", b.Cost), fmt.Sprintf("%.2f", b.Bits))
	}
	bar.Close()
	if !c.Bool("json") {
		list.write(cmd.stdout)
	}
	return nil
}

// specs returns what is to be solved: the games given, or of each game its variant to be
// measured.
func (cmd benchCommand) specs(args []string) (specs []engine.Spec, err error) {
	for _, text := range args {
		spec, err := cmd.registry.Parse(text, os.ReadFile)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	if len(args) > 0 {
		return specs, nil
	}
	for _, d := range cmd.registry.Definitions() {
		text := d.Name
		switch d.Bench {
		case "":
			continue
		case "-":
		default:
			text += ":" + d.Bench
		}
		spec, err := cmd.registry.Parse(text, os.ReadFile)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// best solves a game as often as was asked for, and returns the run that took the least
// processor time.
func (cmd benchCommand) best(c *cli.Context, spec engine.Spec, o solver.Options) (benched, error) {
	var runs []benched
	for range c.Int("runs") {
		b, err := cmd.measure(c.Context, spec, o)
		if err = errors.Join(err, os.RemoveAll(o.Dir)); err != nil {
			return b, err
		}
		runs = append(runs, b)
	}
	return slices.MinFunc(runs, func(a, b benched) int { return cmp.Compare(a.Processor, b.Processor) }), nil
}

// measure solves a game.
func (cmd benchCommand) measure(ctx context.Context, spec engine.Spec, o solver.Options) (b benched, err error) {
	runtime.GC() // what games before left is not this one's
	d, err := cmd.registry.Definition(spec)
	if err != nil {
		return b, err
	}
	start, used := time.Now(), capacity.ProcessorTime()
	g, err := solver.Open(ctx, cmd.registry, spec, o)
	if err != nil {
		return b, err
	}
	s, err := solver.Solve(ctx, g, o)
	if err != nil {
		return b, err
	}
	b = benched{
		Game: spec.String(), Level: string(d.Level), Positions: s.Positions,
		Seconds: time.Since(start).Seconds(), Processor: (capacity.ProcessorTime() - used).Seconds(),
		Workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0)),
	}
	if b.Table, err = fileSize(s.Table); err != nil {
		return b, err
	}
	if b.Keys, err = fileSize(kv.KeysPath(o.Dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	n := float64(max(b.Positions, 1))
	b.Rate, b.Cost, b.Bits = n/b.Seconds, 1e6*b.Processor/n, 8*float64(b.Table+b.Keys)/n
	return b, nil
}

func fileSize(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return uint64(info.Size()), nil
}
