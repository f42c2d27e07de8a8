package query

import (
	"context"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
)

// checkedSample is the number of random positions that are compared with their
// successors before a file is taken over.
const checkedSample = 256

// checkSample compares random positions of a file of values of g with what their
// successors make them. Only the byte kind can be checked: of scores the successors
// do not tell how the game ends.
func checkSample(ctx context.Context, g engine.Game, f *raw.File) error {
	if g.Kind() != engine.Byte {
		return nil
	}
	c := checker{file: f, scratch: g.NewScratch()}
	rng := rand.New(rand.NewPCG(1, 1))
	for range checkedSample {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.check(rng.Uint64N(g.Size())); err != nil {
			return err
		}
	}
	return nil
}

// checker compares values of the byte kind with those of successors. It belongs to
// one goroutine.
type checker struct {
	file       *raw.File
	scratch    engine.Scratch
	successors []uint64
}

func (c *checker) get(i uint64) (engine.Value, error) {
	var b [1]byte
	err := c.file.ReadValues(b[:], i)
	return engine.Value(b[0]), err
}

// check returns an error where position i is not worth what its successors make it.
func (c *checker) check(i uint64) error {
	const kind = engine.Byte
	stored, err := c.get(i)
	if err != nil {
		return err
	}
	var ends engine.Ends
	c.successors, ends = c.scratch.AppendSuccessors(c.successors[:0], i)
	best, err := kind.Decided(false, 0)
	if ends&(engine.DrawsNow|engine.IsDrawn) != 0 {
		best = engine.Tie
	}
	if ends&engine.WinsNow != 0 {
		best, err = kind.Decided(true, 1)
		c.successors = c.successors[:0]
	}
	for k := 0; k < len(c.successors) && err == nil; k++ {
		var v engine.Value
		if v, err = c.get(c.successors[k]); err != nil {
			return err
		}
		// Any move is better than none.
		if v, err = kind.Back(v); err == nil && (k == 0 && ends&engine.DrawsNow == 0 || kind.Less(best, v)) {
			best = v
		}
	}
	if err != nil || stored != best {
		return implausible(c.file.Path(), "index %d has the value %s, which its successors contradict", i, kind.Text(stored))
	}
	return nil
}
