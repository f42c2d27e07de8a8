package pushfight

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/kv/durable"
)

// NumberPattern in a file name is replaced by the number of the chunk, four digits.
const NumberPattern = "%04d"

// FilesOptions select the files to make.
type FilesOptions struct {
	Phase   Phase
	Chunk   int    // the first
	Count   int    // number of chunks, at least 1
	Name    string // of the files; needs NumberPattern if Count exceeds 1
	Workers int    // 0: one per core
	// Progress, if set, receives the numbers of positions done and to do from time to time.
	// Calls are not concurrent.
	Progress func(chunk int, done, total uint64)
	// Made, if set, receives each file in turn. Its error ends the work.
	Made func(File) error
}

// File is a published file of a chunk.
type File struct {
	Phase   Phase
	Chunk   int
	Name    string
	Size    int    // bytes
	SHA256  string // hexadecimal
	Counts  Counts
	Existed bool // the file existed already
	Seconds float64
}

// Files makes the published files of chunks of the full game; v must be that game. Each file
// appears complete or not at all. If the name has [NumberPattern], Files keeps an existing file of
// the right size and counts its values, so a repeated call resumes an interrupted one. If the name
// lacks the pattern, Files replaces an existing file.
func Files(ctx context.Context, v *rules.Variant, o FilesOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	existing := make([]bool, o.Count)
	var done, total uint64
	for i := range existing {
		var err error
		if existing[i], err = o.exists(o.Chunk + i); err != nil {
			return err
		}
		if !existing[i] {
			total += Positions
		}
	}
	for i := range existing {
		var f File
		var err error
		if existing[i] {
			f, err = o.read(o.Chunk + i)
		} else {
			f, err = o.make(ctx, v, o.Chunk+i, done, total)
			done += Positions
		}
		if err != nil {
			return err
		}
		if o.Made != nil {
			if err := o.Made(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// check validates the options before any work.
func (o *FilesOptions) check() error {
	if err := o.Phase.check(); err != nil {
		return err
	}
	switch {
	case o.Chunk < 0 || o.Chunk >= Chunks:
		return engine.InputErrorf("chunk %d: want 0 to %d", o.Chunk, Chunks-1)
	case o.Count < 1 || o.Count > Chunks-o.Chunk:
		return engine.InputErrorf("%d chunks from chunk %d: want 1 to %d", o.Count, o.Chunk, Chunks-o.Chunk)
	case o.Name == "":
		return engine.InputErrorf("the name of the file is empty")
	case o.Count > 1 && !strings.Contains(o.Name, NumberPattern):
		return engine.InputErrorf("%q is the name of one file for %d chunks: want %s in it for the number of the chunk", o.Name, o.Count, NumberPattern)
	}
	info, err := os.Stat(filepath.Dir(o.name(o.Chunk)))
	if err != nil {
		return fmt.Errorf("write %s: %w", o.Name, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("write %s: %s is not a folder", o.Name, filepath.Dir(o.Name))
	}
	return nil
}

// name returns the name of a chunk's file.
func (o *FilesOptions) name(chunk int) string {
	return strings.ReplaceAll(o.Name, NumberPattern, fmt.Sprintf("%04d", chunk))
}

// exists reports whether the file of a chunk exists and can be kept.
func (o *FilesOptions) exists(chunk int) (bool, error) {
	name := o.name(chunk)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("write %s: %w", name, err)
	case info.IsDir():
		return false, fmt.Errorf("write %s: it is a folder", name)
	}
	return strings.Contains(o.Name, NumberPattern) && info.Size() == int64(o.Phase.FileSize()), nil
}

// read returns an existing file.
func (o *FilesOptions) read(chunk int) (File, error) {
	name := o.name(chunk)
	content, err := os.ReadFile(name)
	if err != nil {
		return File{}, err
	}
	counts, err := o.Phase.Count(content)
	if err != nil {
		return File{}, fmt.Errorf("%s exists and is damaged, delete it: %w", name, err)
	}
	f := o.file(chunk, content, counts)
	f.Existed = true
	return f, nil
}

// make makes a file, with done of total positions done before.
func (o *FilesOptions) make(ctx context.Context, v *rules.Variant, chunk int, done, total uint64) (File, error) {
	begun := time.Now()
	c := ChunkOptions{Phase: o.Phase, Chunk: chunk, Workers: o.Workers}
	if o.Progress != nil {
		c.Progress = func(now uint64) { o.Progress(chunk, done+now, total) }
	}
	content, counts, err := Chunk(ctx, v, c)
	if err != nil {
		return File{}, err
	}
	err = durable.WriteBytes(o.name(chunk), true, content)
	if err != nil {
		return File{}, err
	}
	f := o.file(chunk, content, counts)
	f.Seconds = time.Since(begun).Seconds()
	return f, nil
}

func (o *FilesOptions) file(chunk int, content []byte, counts Counts) File {
	return File{Phase: o.Phase, Chunk: chunk, Name: o.name(chunk), Size: len(content), SHA256: fmt.Sprintf("%x", sha256.Sum256(content)), Counts: counts}
}
