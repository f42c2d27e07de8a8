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

// outputBuffer is the size, in bytes, of the buffer of a file that is written.
const outputBuffer = 1 << 20

// WriteFile calls write and atomically writes its output to path, unless write fails. An existing
// file is replaced if replace is set; otherwise WriteFile fails with [fs.ErrExist]. If path is not
// a regular file, such as a pipe, WriteFile writes to it directly. If path is a symbolic link,
// WriteFile replaces its target.
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

// WriteBytes is [WriteFile] for a file of known content.
func WriteBytes(path string, replace bool, content []byte) error {
	return WriteFile(path, replace, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// writeThrough writes directly to the existing path.
func writeThrough(path string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	b := bufio.NewWriterSize(f, outputBuffer)
	return errors.Join(write(b), b.Flush(), f.Close())
}
