package store

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/kv"
)

func corruptf(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w: %s", path, kv.ErrCorrupt, fmt.Sprintf(format, args...))
}

// firstLine returns what an error of Pebble says. Marks for other programs follow it.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
