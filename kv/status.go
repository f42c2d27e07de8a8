package kv

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/kv/durable"
)

// WriteStatus replaces the status file in dir by v as JSON. Readers see the old
// or the new one, whole; after a crash of the machine it may be lost. It belongs
// to whoever has locked the folder.
func WriteStatus(dir string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	f, err := durable.CreateLocked(StatusPath(dir))
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	defer f.Discard()
	if _, err = f.Write(append(text, '\n')); err == nil {
		err = f.ReplaceUnsynced()
	}
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	return nil
}

// ReadStatus reads the status file in dir into v. It fails with
// [ErrNotFound] where there is none.
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
