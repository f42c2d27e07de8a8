package durable

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// outputBuffer is the size, in bytes, of the buffer that files are written through.
const outputBuffer = 1 << 20

// WriteFile makes the file at path of what write writes, when write returns no error. A
// file in the way is replaced where that is asked for, and else is an [fs.ErrExist].
// What is no regular file, such as a pipe, is written to as it is; a symbolic link
// stays, its target is replaced.
func WriteFile(path string, replace bool, write func(w io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !replace:
		return fmt.Errorf("write %s: %w", path, fs.ErrExist)
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
	f, err := Create(path)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer f.Discard()
	b := bufio.NewWriterSize(f, outputBuffer)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if replace {
		return f.Replace()
	}
	return f.Place()
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
