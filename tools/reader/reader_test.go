package reader_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver"
)

// python returns the interpreter. It skips the test if there is none that can decompress.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here")
	}
	const able = "import sys, ctypes.util; sys.exit(not (sys.version_info >= (3, 14) or ctypes.util.find_library('zstd')))"
	if exec.Command(path, "-c", able).Run() != nil {
		t.Skip("python3 finds no zstd here")
	}
	return path
}

// run runs the reader and returns its output and its error message.
func run(t *testing.T, python string, args ...string) (out, complaint string) {
	t.Helper()
	cmd := exec.Command(python, append([]string{"reader.py"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if (err == nil) != (stderr.Len() == 0) {
		t.Fatalf("%v: %v\n%s", args, err, stderr.Bytes())
	}
	return string(text), stderr.String()
}

// solved returns the path of a table of a game.
func solved(t *testing.T, spec string) string {
	t.Helper()
	registry := games.NewRegistry(britishsquare.Definition(), tictactoe.Definition(), tupitu.Definition())
	parsed, err := registry.Parse(spec, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(parsed)
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.Solve(context.Background(), g, solver.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return s.Table
}

// written returns the path of a table of 10,000 values of a kind.
func written(t *testing.T, kind engine.Kind, compression string, maxPhase int) string {
	t.Helper()
	const n = 10_000
	path := filepath.Join(t.TempDir(), "table.foregone")
	w, err := table.Create(path, table.Header{
		Game: "toy:name=Zürich <&>", Kind: kind.String(), Positions: n, Slices: []table.Slice{{Name: "all", Size: n}},
		Block: 700, Compression: compression, MaxPhase: maxPhase,
	}, table.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	var values []byte
	for i := range n {
		v := i * i / 90
		values = append(values, byte(v), byte(v>>8))[:(i+1)*kind.Width()]
	}
	if err := w.Append(values); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEveryValue(t *testing.T) {
	python := python(t)
	for name, path := range map[string]string{
		"byte":                solved(t, "tictactoe"),
		"slices":              solved(t, "tupitu:width=3,height=3"),
		"score":               solved(t, "british-square:width=3,height=3"),
		"wide":                written(t, engine.Wide, table.Zstd, 0),
		"uncompressed":        written(t, engine.Byte, table.None, 0),
		"uncompressed, wide":  written(t, engine.Wide, table.None, 0),
		"solved up to a ply":  written(t, engine.Byte, table.Zstd, 7),
		"scores of all sorts": written(t, engine.Score, table.Zstd, 0),
	} {
		r, err := table.Open(path, table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var want strings.Builder
		for i := range r.Header().Positions {
			v, err := r.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			text := r.Kind().Text(v)
			if v == 0 && r.Header().MaxPhase > 0 {
				text = "unknown"
			}
			fmt.Fprintln(&want, i, uint16(v), text)
		}
		if got, complaint := run(t, python, path); got != want.String() || complaint != "" {
			t.Errorf("%s: all values: %s%.200s…, want %.200s…", name, complaint, got, want.String())
		}
		last := r.Header().Positions - 1
		lines := strings.SplitAfter(want.String(), "\n")
		if got, complaint := run(t, python, path, fmt.Sprint(last), "0"); got != lines[last]+lines[0] || complaint != "" {
			t.Errorf("%s: two values: %s%s", name, complaint, got)
		}
	}
	for _, index := range []string{"10000", "-1"} {
		if got, complaint := run(t, python, written(t, engine.Wide, table.None, 0), index); got != "" || !strings.Contains(complaint, "out of range") {
			t.Errorf("index %s: %s%s", index, complaint, got)
		}
	}
}

// The reader refuses a table that is changed at any place, or cut short.
func TestDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python for each damage")
	}
	python := python(t)
	path := solved(t, "british-square:width=3,height=3")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, complaint := run(t, python, path); got != "" || !strings.Contains(complaint, path) {
			t.Errorf("%s: %q %s", what, got, complaint)
		}
	}
	for at := 3; at < len(good); at += 251 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x10
		refused(fmt.Sprintf("byte %d of %d", at, len(good)), bad)
		refused(fmt.Sprintf("%d of %d bytes", at, len(good)), good[:at])
	}
}
