//go:build !js

package query

import (
	"cmp"
	"os"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/raw"
)

// openInPlace opens the file elsewhere that a folder without a table describes.
func (from *origin) openInPlace(registry *games.Registry, o Options) (values, contents, error) {
	dir := from.path
	if _, err := os.Lstat(raw.DescriptionPath(dir)); err != nil {
		return nil, contents{}, missing(dir, registry, cmp.Or(o.Program, "foregone"))
	}
	r, err := raw.Open(dir, raw.Options{Cache: o.Cache})
	if err != nil {
		return nil, contents{}, err
	}
	d := r.Description()
	return r, contents{d.Game, d.Files, r.Kind(), d.Positions, 0}, nil
}
