package query

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/kv"
)

// Diff is the differences between two tables of one game.
type Diff struct {
	Positions  uint64 // compared: all stored positions
	Different  uint64 // positions with different values
	OnlyFirst  uint64 // of these, positions that only the first table knows
	OnlySecond uint64 // of these, positions that only the second table knows
	First      []Difference
}

// Difference is a position with different values in two tables.
type Difference struct {
	Index         uint64
	First, Second Verdict
}

// DiffWith compares the values of db and other, and keeps the first keep differences by index.
// Databases of different games, sizes or kinds give an error that wraps [ErrGameMismatch].
// Progress, when set, gets the number of positions compared. DiffWith stops when ctx is done.
func (db *DB) DiffWith(ctx context.Context, other *DB, keep int, progress func(done, total uint64)) (Diff, error) {
	size := db.game.Size()
	if db.spec != other.spec || size != other.game.Size() || db.kind != other.kind {
		return Diff{}, fmt.Errorf("%s %w: it holds %s, %s holds %s", other.path, kv.ErrGameMismatch, other.spec, db.path, db.spec)
	}
	d := Diff{Positions: size}
	mine, theirs := newRun(&db.source), newRun(&other.source)
	for first := uint64(0); first < size; first += mine.n {
		if err := mine.read(ctx, first, size); err != nil {
			return d, err
		}
		if err := theirs.read(ctx, first, size); err != nil {
			return d, err
		}
		for i := range mine.n {
			a, b := mine.verdict(i), theirs.verdict(i)
			if a == b {
				continue
			}
			d.Different++
			switch {
			case !b.Known:
				d.OnlyFirst++
			case !a.Known:
				d.OnlySecond++
			}
			if len(d.First) < keep {
				d.First = append(d.First, Difference{first + i, a, b})
			}
		}
		if progress != nil {
			progress(first+mine.n, size)
		}
	}
	return d, nil
}
