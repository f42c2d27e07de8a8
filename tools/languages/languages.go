// Package languages has one game, Quixo, in several languages, to compare their speed. All have the
// same keys, symmetry and slices. Folder games has the sources and the compiled modules, which
// build.sh makes. Only the module of Go, which has its whole runtime and is large, is not there:
// [Game.Prepare] builds it.
package languages

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

//go:embed games/quixo.*
var files embed.FS

// Game is the game in one language.
type Game struct {
	Language string
	family   string // what comes before a path in a GAME argument
	file     string // "": built in
	needs    string // a program; "": none
}

// Games returns all. The first one is built in.
func Games() []Game {
	return []Game{
		{Language: "Go"},
		{Language: "C", file: "quixo.c.wasm"},
		{Language: "Rust", file: "quixo.rs.wasm"},
		{Language: "AssemblyScript", file: "quixo.ts.wasm"},
		{Language: "Go, WebAssembly", file: "quixo.go.wasm", needs: "go"},
		{Language: "Python", file: "quixo.py", needs: cmp.Or(os.Getenv("FOREGONE_PYTHON"), "python3")},
		{Language: "JavaScript, JSON lines", family: "exec:", file: "quixo.mjs", needs: "node"},
	}
}

// Prepare writes the file of the game into a folder, and returns its GAME argument for a board of a
// size. If the game needs a program that is not here, the error is an [engine.InputError].
func (g Game) Prepare(ctx context.Context, dir string, size int) (spec string, err error) {
	if g.file == "" {
		return fmt.Sprintf("quixo:size=%d", size), nil
	}
	if g.needs != "" {
		if _, err := exec.LookPath(g.needs); err != nil {
			return "", engine.InputErrorf("%s is not here", g.needs)
		}
	}
	path := filepath.Join(dir, g.file)
	if g.needs == "go" {
		err = build(ctx, dir, path)
	} else {
		content := python.Quixo
		if filepath.Ext(g.file) != ".py" {
			content, err = fs.ReadFile(files, "games/"+g.file)
		}
		if err == nil {
			err = os.WriteFile(path, content, 0o777)
		}
	}
	return fmt.Sprintf("%s%s:size=%d", g.family, path, size), err
}

// build builds the module of Go.
func build(ctx context.Context, dir, path string) error {
	source, err := fs.ReadFile(files, "games/quixo.go.txt")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "quixo.go"), source, 0o666)
	}
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", path, "quixo.go")
	c.Dir, c.Env = dir, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GO111MODULE=off", "GOFLAGS=")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go cannot build quixo.go: %w: %s", err, text)
	}
	return nil
}

const (
	size   = 4               // cubes in a row of the measured game
	most   = 4096            // positions that each language expands, again and again
	batch  = 256             // keys of a question
	enough = time.Second / 2 // of a measurement
)

// Extra returns the measurement for the command bench.
func Extra() cli.Extra { return cli.Extra{Languages: measure} }

// measure measures the game in each language, and compares the answers.
func measure(ctx context.Context, r *games.Registry, dir string, row func(cli.Spoken) error) error {
	s := speakers{ctx: ctx, registry: r, dir: dir}
	for _, g := range Games() {
		spoken, err := s.measure(g)
		if err == nil {
			err = row(spoken)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", g.Language, err)
		}
	}
	return nil
}

// speakers compares languages with the first one.
type speakers struct {
	ctx      context.Context
	registry *games.Registry
	dir      string
	keys     []uint64 // the positions, from the start of the game on
	want     uint64   // the digest of the answers
}

// measure measures the game in one language.
func (s *speakers) measure(g Game) (row cli.Spoken, err error) {
	row.Language = g.Language
	text, err := g.Prepare(s.ctx, s.dir, size)
	if engine.IsInput(err) {
		row.Missing = err.Error()
		return row, nil
	} else if err != nil {
		return row, err
	}
	debug.FreeOSMemory()
	before, begun := cli.ResidentMemory(), time.Now()
	spec, err := s.registry.Parse(text, os.ReadFile)
	if err != nil {
		return row, err
	}
	rules, _, err := s.registry.Rules(spec)
	if err != nil {
		return row, err
	}
	row.Startup = time.Since(begun).Seconds()
	expand := expander(rules)
	if s.keys == nil {
		s.keys = reached(expand, rules.Start)
	}
	digest, err := s.digest(expand)
	if err != nil {
		return row, err
	}
	if s.want = cmp.Or(s.want, digest); s.want != digest {
		return row, errors.New("it has other successors than Go")
	}
	if row.Rate, err = s.rate(expand); err != nil {
		return row, err
	}
	debug.FreeOSMemory()
	if after := cli.ResidentMemory(); after > before {
		row.Memory = after - before
	}
	return row, nil
}

// rate returns the positions per second, from the best time of each batch: the machine may have other
// work.
func (s *speakers) rate(expand func(m *fast.Moves, keys []uint64) error) (float64, error) {
	var m fast.Moves
	best := make([]time.Duration, (len(s.keys)+batch-1)/batch)
	// In the first round tables of the game are empty.
	for begun, round := time.Now(), 0; round < 4 || time.Since(begun) < enough; round++ {
		for n := range best {
			before := time.Now()
			if err := errors.Join(s.ctx.Err(), expand(&m, s.keys[n*batch:min((n+1)*batch, len(s.keys))])); err != nil {
				return 0, err
			}
			if took := time.Since(before); best[n] == 0 || took < best[n] {
				best[n] = took
			}
		}
	}
	var total time.Duration
	for _, took := range best {
		total += took
	}
	return float64(len(s.keys)) / total.Seconds(), nil
}

// expander returns the function of rules that answers about many positions.
func expander(r *engine.Rules) func(m *fast.Moves, keys []uint64) error {
	if r.NewBatcher != nil {
		return r.NewBatcher().Expand
	}
	return func(m *fast.Moves, keys []uint64) error {
		m.Reset()
		for _, key := range keys {
			var ends engine.Ends
			m.Keys, ends = r.Symmetry.AppendCanonicalMoves(m.Keys, key)
			m.Until, m.Ends = append(m.Until, len(m.Keys)), append(m.Ends, ends)
		}
		return nil
	}
}

// reached returns the first positions of a game.
func reached(expand func(m *fast.Moves, keys []uint64) error, start uint64) []uint64 {
	keys, seen := []uint64{start}, map[uint64]bool{start: true}
	var m fast.Moves
	for n := 0; n < len(keys) && len(keys) < most && expand(&m, keys[n:n+1]) == nil; n++ {
		for _, key := range m.Keys {
			if !seen[key] && len(keys) < most {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// digest returns a digest of the answers, for any order of successors.
func (s *speakers) digest(expand func(m *fast.Moves, keys []uint64) error) (uint64, error) {
	h := fnv.New64a()
	var m fast.Moves
	for keys := range slices.Chunk(s.keys, batch) {
		if err := errors.Join(s.ctx.Err(), expand(&m, keys)); err != nil {
			return 0, err
		}
		from := 0
		for n, until := range m.Until {
			slices.Sort(m.Keys[from:until])
			fmt.Fprint(h, m.Ends[n], m.Keys[from:until])
			from = until
		}
	}
	return h.Sum64(), nil
}
