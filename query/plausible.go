package query

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
)

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
