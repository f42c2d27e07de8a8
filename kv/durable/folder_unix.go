//go:build unix

package durable

import (
	"errors"
	"os"
)

// SyncFolder makes the names in a folder durable.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
