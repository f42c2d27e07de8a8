package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

const (
	module        = "github.com/foregone-db/foregone"
	readerPackage = "./query/site/reader"
	supportName   = "wasm_exec.js"
)

// Reader is the reader of sites, compiled.
type Reader struct {
	Packed  []byte // the module, gzip
	Support []byte // the script of Go's toolchain that runs it
}

// ErrNoToolchain is returned when there is no Go toolchain, or no source, to build the reader.
var ErrNoToolchain = errors.New("the reader cannot be built here")

// BuildReader builds the reader from the module's source with the local Go toolchain, or takes it from the
// user's cache folder, where it is under the digest of its source. building is called before a build,
// which takes up to some minutes.
func BuildReader(ctx context.Context, building func()) (Reader, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return Reader{}, fmt.Errorf("%w: there is no Go toolchain (go.dev/dl). --reader FILE takes one that another machine has built", ErrNoToolchain)
	}
	source, err := findSource(ctx, command)
	if err != nil {
		return Reader{}, err
	}
	version, err := run(ctx, source, command, "env", "GOVERSION", "GOROOT")
	if err != nil {
		return Reader{}, err
	}
	release, root, _ := strings.Cut(strings.TrimSpace(string(version)), "\n")
	digest, err := digestOf(source, release)
	if err != nil {
		return Reader{}, fmt.Errorf("read the source in %s: %w", source, err)
	}
	path := ""
	if cache, err := os.UserCacheDir(); err == nil {
		path = filepath.Join(cache, "foregone", "reader", digest+".gob")
		if r, err := ReadReader(path); err == nil {
			return r, nil
		}
	}
	building()
	r, err := build(ctx, command, source, root)
	if err == nil && path != "" {
		if os.MkdirAll(filepath.Dir(path), 0o777) == nil {
			_ = WriteReader(path, r) // the cache is only a help
		}
	}
	return r, err
}

// build compiles the reader. Without inlining it is a tenth smaller.
func build(ctx context.Context, command, source, root string) (r Reader, err error) {
	if r.Support, err = os.ReadFile(filepath.Join(root, "lib", "wasm", supportName)); err != nil {
		return r, err
	}
	dir, err := os.MkdirTemp("", "foregone-reader-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "reader.wasm")
	if _, err := run(ctx, source, command, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-o", out, readerPackage); err != nil {
		return r, err
	}
	code, err := os.ReadFile(out)
	if err != nil {
		return r, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return r, err
	}
	if _, err := w.Write(code); err != nil {
		return r, err
	}
	err = w.Close()
	r.Packed = packed.Bytes()
	return r, err
}

// run runs a command of the Go toolchain for a browser and returns its output.
func run(ctx context.Context, dir, command string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, command, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off")
	var out, trouble bytes.Buffer
	c.Stdout, c.Stderr = &out, &trouble
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last := strings.Split(strings.TrimSpace(trouble.String()), "\n")
		return nil, fmt.Errorf("%w: go %s: %v: %s", ErrNoToolchain, args[0], err, last[len(last)-1])
	}
	return out.Bytes(), nil
}

// findSource returns the folder of the module's source: where this program was built, or around the working
// directory or the program, or, of a released version, in the module cache.
func findSource(ctx context.Context, command string) (string, error) {
	var starts []string
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		starts = append(starts, filepath.Dir(file))
	}
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if program, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(program))
	}
	for _, dir := range starts {
		for ; ; dir = filepath.Dir(dir) {
			text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
			if first, _, _ := strings.Cut(string(text), "\n"); err == nil && strings.TrimSpace(first) == "module "+module {
				return dir, nil
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	version := ""
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == module {
		version = info.Main.Version
	}
	if !strings.HasPrefix(version, "v") || strings.Contains(version, "+dirty") {
		return "", fmt.Errorf("%w: its source is neither around the working directory nor around the program. Run the command in the source's folder, or give --reader FILE", ErrNoToolchain)
	}
	text, err := run(ctx, os.TempDir(), command, "mod", "download", "-json", module+"@"+version)
	var found struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(text, &found); err != nil || jsonErr != nil || found.Dir == "" {
		return "", fmt.Errorf("%w: the source of version %s cannot be fetched (%v %s)", ErrNoToolchain, version, cmp.Or(err, jsonErr), found.Error)
	}
	return found.Dir, nil
}

// digestOf returns the digest of all files that may take part in a build.
func digestOf(source, release string) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, release)
	err := filepath.WalkDir(source, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != source && (strings.HasPrefix(name, ".") || name == "testdata" || name == "foregone-data"):
			return filepath.SkipDir
		case e.IsDir(), strings.HasSuffix(name, "_test.go"), filepath.Ext(name) != ".go" && name != "go.mod" && name != "go.sum":
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n", filepath.ToSlash(inside), len(content))
		h.Write(content)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}
