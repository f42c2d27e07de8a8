package raw

import (
	"errors"
	"fmt"
	"io"

	"github.com/foregone-db/foregone/kv"
)

// readAt fills dst from the file at path.
func readAt(path string, file io.ReaderAt, dst []byte, offset int64) error {
	n, err := file.ReadAt(dst, offset)
	switch {
	case n == len(dst):
		return nil
	case errors.Is(err, io.EOF):
		return kv.Corruptf(path, "it is cut short (no byte %d)", offset+int64(n))
	}
	return fmt.Errorf("read %s: %w", path, err)
}
