package query

import (
	"context"
	"fmt"
	"sync"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/spread"
)

// spreadCache holds the spread of a large table, which says where each value occurs. The first
// caller makes it.
type spreadCache struct {
	making chan struct{} // full while a goroutine reads or makes the index
	once   sync.Once
	known  bool
	spread *spread.Spread // nil: the table is small
}

// tableSpread returns the spread of the table, or nil if the table is small. It reads the spread
// from its file. If there is none it reads the table through, once, and writes the file if the
// folder is writable.
func (db *source) tableSpread(ctx context.Context) (*spread.Spread, error) {
	w := &db.spread
	w.once.Do(func() { w.making = make(chan struct{}, 1) })
	select {
	case w.making <- struct{}{}:
		defer func() { <-w.making }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if w.known {
		return w.spread, nil
	}
	path, data, err := db.origin.readFile(kv.SpreadName)
	if err != nil {
		return nil, err
	}
	var found *spread.Spread
	if data != nil {
		if found, err = spread.Parse(path, data, db.table); err != nil {
			return nil, err
		}
	}
	if found == nil && db.table.Header().Positions >= spread.Least {
		if db.origin.host != nil {
			return nil, fmt.Errorf("%s has no %s, which a large table needs to find positions by value: \"foregone sample\" makes it where the table is", db.origin.path, kv.SpreadName)
		}
		if found, err = spread.Of(ctx, db.table, 0, nil); err != nil {
			return nil, err
		}
		if db.origin.read == nil {
			_ = found.Write(path, db.table) // it can be made again
		}
	}
	w.known, w.spread = true, found
	return found, nil
}
