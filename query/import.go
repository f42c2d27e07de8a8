package query

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
)

// ImportOptions are the options of [Import]. The zero value of a field means its default.
type ImportOptions struct {
	Workers int // goroutines; default: one per core. The table does not depend on it
	// Progress, when set, gets the number of values imported. Calls are not concurrent.
	Progress func(done, total uint64)
}

// Import makes a database of g in the folder dir from the minimized file at path: one value byte
// per index, plain or .xz (package raw). It creates a missing folder, and never overwrites a file.
// It stops when ctx is done; then it leaves no table.
//
// A file of another length is an [engine.InputError]. If the values cannot belong to g, the error
// wraps [ErrCorrupt]: a remoteness occurs without the next smaller one, or a position of a random
// sample contradicts its successors. Import returns [ErrExists] if the folder has a database.
func Import(ctx context.Context, g engine.Game, path, dir string, o ImportOptions) (table.Summary, error) {
	if g.Kind().Width() != 1 {
		return table.Summary{}, engine.InputErrorf("%s has values of two bytes, and a minimized file has one byte each", g.Spec())
	}
	f, err := openFor(dir, path)
	if err != nil {
		return table.Summary{}, err
	}
	defer f.Close()
	if f.Length() != g.Size() {
		return table.Summary{}, engine.InputErrorf("%s holds %d values, but %s has %d positions: it is not a minimized file of that game", path, f.Length(), g.Spec(), g.Size())
	}
	if err := checkSample(ctx, g, f); err != nil {
		return table.Summary{}, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return table.Summary{}, err
	}
	w, err := table.Create(kv.TablePath(dir), table.HeaderOf(g), table.WriterOptions{Workers: o.Workers, Weight: table.WeightOf(g)})
	if err != nil {
		return table.Summary{}, err
	}
	defer w.Abort()
	if err := importValues(ctx, g, f, w, o); err != nil {
		return table.Summary{}, err
	}
	return w.Finish()
}

// ImportInPlace makes a database of g in the folder dir from the file of values at path, which
// stays there and is read in place: see [raw.Describe]. known lists the indices that the file
// holds; if it is empty, the file holds all of them. ImportInPlace creates a missing folder, and
// returns [ErrExists] if the folder has a database.
func ImportInPlace(g engine.Game, path, dir string, known raw.Ranges) (raw.Description, error) {
	f, err := openFor(dir, path)
	if err != nil {
		return raw.Description{}, err
	}
	defer f.Close()
	return raw.Describe(dir, g, f, known)
}

// openFor opens a file of values for a database in a folder. It returns an [ErrExists] if the folder
// has a database, finished, unfinished, or in place.
func openFor(dir, path string) (*raw.File, error) {
	for _, name := range []string{kv.TablePath(dir), raw.DescriptionPath(dir), kv.StorePath(dir), kv.StatusPath(dir)} {
		if _, err := os.Lstat(name); err == nil {
			return nil, fmt.Errorf("%s holds a database: %s %w", dir, filepath.Base(name), kv.ErrExists)
		}
	}
	return raw.OpenFile(path, raw.Options{})
}

// importValues copies all values of f to w, and checks that they can be those of a game.
func importValues(ctx context.Context, g engine.Game, f *raw.File, w *table.Writer, o ImportOptions) error {
	o.Workers = pool.Workers(o.Workers)
	var counts [256]uint64
	size := f.Length()
	read := func(_ int, r raw.Range) ([]byte, error) {
		values := make([]byte, r.Last-r.First+1)
		return values, f.ReadValues(values, r.First)
	}
	err := pool.InOrder(ctx, o.Workers, pieces(raw.Whole(size), 1<<20), read, func(r raw.Range, values []byte) error {
		for _, v := range values {
			counts[v]++
		}
		if o.Progress != nil {
			o.Progress(r.Last+1, size)
		}
		return w.Append(values)
	})
	if err != nil || g.Kind() != engine.Byte {
		return err
	}
	// A position won or lost in n > 1 plies has a successor decided in n-1.
	for v := 3; v < len(counts); v++ {
		if counts[v] > 0 && counts[v-1] == 0 {
			return implausible(f.Path(), "the value %s occurs (%d times), but %s does not, which it takes",
				engine.Byte.Text(engine.Value(v)), counts[v], engine.Byte.Text(engine.Value(v-1)))
		}
	}
	return nil
}

func implausible(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w, or no minimized file of this game: %s", path, kv.ErrCorrupt, fmt.Sprintf(format, args...))
}

// checkedSample is the number of random positions that Import compares with their successors.
const checkedSample = 256

// fileValues makes a file with all values of a game, one byte each, a source of values.
type fileValues struct{ *raw.File }

func (f fileValues) Get(i uint64) (engine.Value, bool, error) {
	var b [1]byte
	err := f.ReadValues(b[:], i)
	return engine.Value(b[0]), err == nil, err
}

func (f fileValues) Known() raw.Ranges { return raw.Whole(f.Length()) }

// checkSample compares random positions of a file of values of g with the values computed from
// their successors. It checks the byte kind only: in games of scores, successors do not show how
// the game ends.
func checkSample(ctx context.Context, g engine.Game, f *raw.File) error {
	if g.Kind() != engine.Byte {
		return nil
	}
	values := fileValues{f}
	j := judge{source: &source{game: g, kind: g.Kind(), values: values, known: values.Known()}}
	rng := rand.New(rand.NewPCG(1, 1))
	for range checkedSample {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := rng.Uint64N(g.Size())
		have, err := j.stored(i)
		if err != nil {
			return err
		}
		switch want, err := j.compute(g.At(i)); {
		case errors.Is(err, kv.ErrCorrupt):
			return err
		case err != nil || want.Known && want != have:
			return implausible(f.Path(), "index %d has the value %v, which its successors contradict", i, have)
		}
	}
	return nil
}
