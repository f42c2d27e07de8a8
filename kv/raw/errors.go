package raw

import (
	"errors"
	"fmt"
	"io"

	"github.com/foregone-db/foregone/kv/table"
)

// corruptf says what is wrong with the file at path. Errors of this package wrap
// those of package table.
func corruptf(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w: %s", path, table.ErrCorrupt, fmt.Sprintf(format, args...))
}

// readAt fills dst from the file at path.
func readAt(path string, file io.ReaderAt, dst []byte, offset int64) error {
	n, err := file.ReadAt(dst, offset)
	switch {
	case n == len(dst):
		return nil
	case errors.Is(err, io.EOF):
		return corruptf(path, "it is cut short (no byte %d)", offset+int64(n))
	}
	return fmt.Errorf("read %s: %w", path, err)
}
