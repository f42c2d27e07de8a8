package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/table"
)

// mostRuns is the greatest number of runs of a tree.
const mostRuns = 32

// Tree is the Merkle tree over the blocks of a table.
type Tree struct {
	Block uint64   `yaml:"block"` // positions in a block
	Root  string   `yaml:"root"`  // hexadecimal
	Run   uint64   `yaml:"run"`   // blocks in a run, a power of two
	Runs  []string `yaml:"runs"`  // the hashes of the runs, in hexadecimal
}

// hash is a node of a tree.
type hash = [sha256.Size]byte

// treeOf returns the tree of a table. It reads the whole table on all cores.
func treeOf(ctx context.Context, t *table.Reader, progress func(done, total uint64)) (Tree, error) {
	h := t.Header()
	blocks := (h.Positions + h.Block - 1) / h.Block
	tree := Tree{Block: h.Block, Run: 1}
	for blocks > mostRuns*tree.Run {
		tree.Run *= 2
	}
	runs := make([]hash, (blocks+tree.Run-1)/tree.Run)
	var reporting sync.Mutex
	done := uint64(0)
	err := pool.Each(ctx, 0, len(runs), func(ctx context.Context, _, n int) (err error) {
		first := uint64(n) * tree.Run
		size := min(tree.Run, blocks-first)
		if runs[n], err = hashRun(ctx, t, first, size); err == nil && progress != nil {
			reporting.Lock()
			defer reporting.Unlock()
			done = min(done+size*h.Block, h.Positions)
			progress(done, h.Positions)
		}
		return err
	})
	if err != nil {
		return Tree{}, err
	}
	for _, run := range runs {
		tree.Runs = append(tree.Runs, hex.EncodeToString(run[:]))
	}
	root := join(runs)
	tree.Root = hex.EncodeToString(root[:])
	return tree, nil
}

// hashRun returns the hash of n blocks from a block on.
func hashRun(ctx context.Context, t *table.Reader, first, n uint64) (hash, error) {
	h := t.Header()
	values := make([]byte, 1+h.Block*uint64(t.Kind().Width()))
	leaves := make([]hash, n)
	for i := range leaves {
		if err := ctx.Err(); err != nil {
			return hash{}, err
		}
		at := (first + uint64(i)) * h.Block
		leaf := values[:1+min(h.Block, h.Positions-at)*uint64(t.Kind().Width())]
		if err := t.ReadValues(leaf[1:], at); err != nil {
			return hash{}, err
		}
		leaves[i] = sha256.Sum256(leaf)
	}
	return join(leaves), nil
}

// join returns the root above some nodes: equal powers of two of leaves each, the last possibly
// fewer.
func join(nodes []hash) hash {
	switch len(nodes) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return nodes[0]
	}
	left := 1 << (bits.Len(uint(len(nodes)-1)) - 1)
	a, b := join(nodes[:left]), join(nodes[left:])
	return sha256.Sum256(append(append([]byte{1}, a[:]...), b[:]...))
}

// check returns an error if the root does not follow from the runs.
func (t Tree) check() error {
	var runs []hash
	for _, text := range t.Runs {
		digest, err := hex.DecodeString(text)
		if err != nil || len(digest) != sha256.Size {
			return fmt.Errorf("%q is no hash", text)
		}
		runs = append(runs, hash(digest))
	}
	if root := join(runs); hex.EncodeToString(root[:]) != t.Root {
		return fmt.Errorf("the root of the %d runs is %x, not %s", len(runs), root, t.Root)
	}
	return nil
}
