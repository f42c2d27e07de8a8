package raw

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/kv/table"
)

// outputBuffer is the size, in bytes, of the buffer that files are written through.
const outputBuffer = 1 << 20

// WriteFile makes a file that is there whole or not at all: what write writes goes
// to a temporary file beside path, which takes its place, made durable, when write
// returns no error, and is removed otherwise. A file in the way is replaced where
// that is asked for, and else is a [table.ErrExists]. What is no regular file, such
// as a pipe, is written to as it is; a symbolic link stays, its target is replaced.
func WriteFile(path string, replace bool, write func(w io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !replace:
		return fmt.Errorf("%s %w", path, table.ErrExists)
	case err == nil && info.IsDir():
		return fmt.Errorf("write %s: it is a folder", path)
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(path, write)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("write: %w", err)
	}
	temp := path + ".tmp-" + rand.Text()
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if err := fill(f, write); err != nil {
		os.Remove(temp)
		return err
	}
	if err := place(temp, path, replace); err != nil {
		os.Remove(temp)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// writeThrough writes to what stands at path already.
func writeThrough(path string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	b := bufio.NewWriterSize(f, outputBuffer)
	return errors.Join(write(b), b.Flush(), f.Close())
}

// fill writes f to its end, makes it durable and closes it.
func fill(f *os.File, write func(w io.Writer) error) error {
	b := bufio.NewWriterSize(f, outputBuffer)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// place moves a finished file to where it belongs.
func place(temp, path string, replace bool) error {
	if !replace {
		// A link never overwrites, whoever else is writing here.
		err := os.Link(temp, path)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s %w", path, table.ErrExists)
		}
		if err == nil {
			return os.Remove(temp)
		}
		// Some file systems have no links.
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s %w", path, table.ErrExists)
		}
	}
	return os.Rename(temp, path)
}
