package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver"
)

// benched holds the measurements of one game.
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

func runBench(c *Call, measure languageBench) error {
	if c.Bool("languages") {
		return benchLanguages(c, measure)
	}
	specs, err := benchSpecs(c)
	if err != nil {
		return err
	}
	root, err := os.MkdirTemp(c.String("scratch"), "foregone-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	var all []benched
	bar := c.newProgress(c.json)
	for n, spec := range specs {
		bar.Message("%d of %d: %s", n+1, len(specs), spec)
		b, err := solveOnce(c, spec, solver.Options{Dir: filepath.Join(root, fmt.Sprint(n)), Memory: c.Size("memory"), Workers: c.Int("workers"), Version: Version()})
		if interrupted(c.Context, err) {
			return statusError(exitInterrupted)
		} else if err != nil {
			return err
		}
		if c.json {
			if err := errors.Join(c.PrintJSON(b), c.stdout.Flush()); err != nil {
				return err
			}
			continue
		}
		all = append(all, b)
	}
	bar.Close()
	if c.json {
		return nil
	}
	return c.render("bench", all)
}

// benchSpecs returns the games to solve: those given, or the bench variant of each game.
func benchSpecs(c *Call) (specs []engine.Spec, err error) {
	texts := c.Args().Slice()
	if len(texts) == 0 {
		for _, d := range c.registry.Definitions() {
			switch d.Bench {
			case "":
			case "-":
				texts = append(texts, d.Name)
			default:
				texts = append(texts, d.Name+":"+d.Bench)
			}
		}
	}
	for _, text := range texts {
		spec, err := c.registry.Parse(text, os.ReadFile)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// solveOnce solves a game and measures it.
func solveOnce(c *Call, spec engine.Spec, o solver.Options) (b benched, err error) {
	defer func() { err = errors.Join(err, os.RemoveAll(o.Dir)) }()
	runtime.GC() // frees the memory of earlier games, which must not count
	d, err := c.registry.Definition(spec)
	if err != nil {
		return b, err
	}
	start, used := time.Now(), solver.CPUTime()
	g, err := solver.Open(c.Context, c.registry, spec, o)
	if err != nil {
		return b, err
	}
	s, err := solver.Solve(c.Context, g, o)
	if err != nil {
		return b, err
	}
	b = benched{
		Game: spec.String(), Level: string(d.Level), Positions: s.Positions,
		Seconds: time.Since(start).Seconds(), Processor: (solver.CPUTime() - used).Seconds(),
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
