package pushfight

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/kv/durable"
)

// NumberPattern stands in a file name for the number of the chunk, four digits.
const NumberPattern = "%04d"

// FilesOptions says which files to make.
type FilesOptions struct {
	Phase   Phase
	Chunk   int    // the first
	Count   int    // how many chunks, at least 1
	Name    string // of the files; with NumberPattern where Count is over 1
	Workers int    // 0: one per core
	// Progress, if given, is called now and then with the number of positions
	// done and of those that have to be done, by one worker at a time.
	Progress func(chunk int, done, total uint64)
	// Made, if given, is called with each file in turn. Its error ends the work.
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
	Was     bool // it was there already
	Seconds float64
}

// Files makes the published files of chunks of the full game, which v must be. Each
// is there whole or not at all. Where the name has [NumberPattern], a file that is
// there already with the right size is left as it is and counted, so that the same
// call goes on where one before was interrupted; a name without it says nothing of
// the chunk, and a file there is replaced.
func Files(ctx context.Context, v *rules.Variant, o FilesOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	there := make([]bool, o.Count)
	var done, total uint64
	for i := range there {
		var err error
		if there[i], err = o.isThere(o.Chunk + i); err != nil {
			return err
		}
		if !there[i] {
			total += Positions
		}
	}
	for i := range there {
		var f File
		var err error
		if there[i] {
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

// check refuses what cannot be done before anything is.
func (o *FilesOptions) check() error {
	if err := o.Phase.check(); err != nil {
		return err
	}
	switch {
	case o.Chunk < 0 || o.Chunk >= Chunks:
		return engine.InputErrorf("chunk %d: want 0 to %d", o.Chunk, Chunks-1)
	case o.Count < 1 || o.Count > Chunks-o.Chunk:
		return engine.InputErrorf("%d chunks from chunk %d on: want 1 to %d", o.Count, o.Chunk, Chunks-o.Chunk)
	case o.Name == "":
		return engine.InputErrorf("the file needs a name")
	case o.Count > 1 && !strings.Contains(o.Name, NumberPattern):
		return engine.InputErrorf("%q is one name for %d files: want %s in it for the number of the chunk", o.Name, o.Count, NumberPattern)
	}
	info, err := os.Stat(filepath.Dir(o.name(o.Chunk)))
	if err != nil {
		return fmt.Errorf("write %s: %w", o.Name, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("write %s: %s is no folder", o.Name, filepath.Dir(o.Name))
	}
	return nil
}

// name returns the name of a chunk's file.
func (o *FilesOptions) name(chunk int) string {
	return strings.ReplaceAll(o.Name, NumberPattern, fmt.Sprintf("%04d", chunk))
}

// isThere reports whether the file of a chunk need not be made.
func (o *FilesOptions) isThere(chunk int) (bool, error) {
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

// read returns a file that is there.
func (o *FilesOptions) read(chunk int) (File, error) {
	name := o.name(chunk)
	content, err := os.ReadFile(name)
	if err != nil {
		return File{}, err
	}
	counts, err := o.Phase.Count(content)
	if err != nil {
		return File{}, fmt.Errorf("%s is there already and damaged, remove it: %w", name, err)
	}
	f := o.file(chunk, content, counts)
	f.Was = true
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
	err = durable.WriteFile(o.name(chunk), true, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return File{}, err
	}
	f := o.file(chunk, content, counts)
	f.Seconds = time.Since(begun).Seconds()
	return f, nil
}

func (o *FilesOptions) file(chunk int, content []byte, counts Counts) File {
	sum := sha256.Sum256(content)
	return File{Phase: o.Phase, Chunk: chunk, Name: o.name(chunk), Size: len(content), SHA256: hex.EncodeToString(sum[:]), Counts: counts}
}
