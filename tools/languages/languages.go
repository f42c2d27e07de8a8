// Package languages has one game, Quixo, in several languages, to compare their speed. All have the
// same keys, symmetry and slices. Folder games has the sources and the compiled modules, which
// build.sh makes. Only the module of Go, which has its whole runtime and is large, is not there:
// [Game.Prepare] builds it.
package languages

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/foregone-db/foregone/engine"
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
