package query

import (
	"fmt"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
)

// openInPlace fails: a browser has no folders.
func (from *origin) openInPlace(*games.Registry, Options) (values, contents, error) {
	return nil, contents{}, fmt.Errorf("table %s %w", from.path, kv.ErrNotFound)
}
