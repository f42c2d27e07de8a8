package kv

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/kv/durable"
)

// WriteStatus atomically replaces the status file in dir by v as JSON. A crash of the machine may
// lose the file. Only the process that has locked the folder may call it.
func WriteStatus(dir string, v any) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("status: %w", err)
		}
	}()
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := durable.CreateLocked(StatusPath(dir))
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err = f.Write(append(text, '\n')); err != nil {
		return err
	}
	return f.ReplaceUnsynced()
}

// ReadStatus reads the status file in dir into v. It fails with [ErrNotFound] if the file is
// missing.
func ReadStatus(dir string, v any) error {
	text, err := os.ReadFile(StatusPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("status file %s %w", StatusPath(dir), ErrNotFound)
	} else if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s is %w: %v", StatusPath(dir), ErrCorrupt, err)
	}
	return nil
}
