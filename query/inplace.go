//go:build !js

package query

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/bitmaps"
	"github.com/foregone-db/foregone/kv/raw"
)

// openInPlace opens the file elsewhere that a folder without a table describes.
func (from *origin) openInPlace(registry *games.Registry, o Options) (values, contents, error) {
	dir := from.path
	if p, err := bitmaps.ReadState(dir); err == nil && !p.Done {
		return nil, contents{}, fmt.Errorf("%s is %w: resume with \"%s solve %s --strategy bitmaps --db %s\"", dir, ErrUnsolved, cmp.Or(o.Program, "foregone"), p.Game, dir)
	} else if err == nil {
		return openBitmaps(dir, p.Game, registry)
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, contents{}, err
	}
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

// bitmapValues makes the bitmaps of a game of one player a source of values.
type bitmapValues struct {
	*bitmaps.Reader
	game engine.Game
}

// openBitmaps opens the folder of a solve in bitmaps.
func openBitmaps(dir, game string, registry *games.Registry) (values, contents, error) {
	spec, err := registry.Restore(game, nil)
	if err != nil {
		return nil, contents{}, fmt.Errorf("%s %w: it holds %s (%v)", dir, kv.ErrGameMismatch, game, err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		return nil, contents{}, err
	}
	r, err := bitmaps.Open(dir, g)
	return bitmapValues{r, g}, contents{game, nil, g.Kind(), g.Size(), 0}, err
}

func (b bitmapValues) Known() raw.Ranges { return raw.Whole(b.game.Size()) }

func (b bitmapValues) Get(i uint64) (v engine.Value, known bool, err error) {
	if i >= b.game.Size() {
		return 0, false, engine.InputErrorf("index %d is not below %d", i, b.game.Size())
	}
	moves, solvable, err := b.Moves(i)
	if solvable && err == nil {
		v, err = b.game.Kind().Decided(true, moves)
	}
	return v, err == nil, err
}

func (b bitmapValues) ReadValues(dst []byte, first uint64) error {
	kind := b.game.Kind()
	for n := 0; n < len(dst); n += kind.Width() {
		v, _, err := b.Get(first + uint64(n/kind.Width()))
		if err != nil {
			return err
		}
		kind.PutValue(dst[n:], v)
	}
	return nil
}
