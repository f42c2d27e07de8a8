package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/table"
)

// TestTree compares the trees of tables of 0 to 70 blocks with the definition.
func TestTree(t *testing.T) {
	const block = 10
	var hashOf func(values []byte) hash
	hashOf = func(values []byte) hash {
		if len(values) <= block {
			return sha256.Sum256(append([]byte{0}, values...))
		}
		left := block
		for left*2 < len(values) {
			left *= 2
		}
		a, b := hashOf(values[:left]), hashOf(values[left:])
		return sha256.Sum256(append(append([]byte{1}, a[:]...), b[:]...))
	}
	for _, size := range []int{1, 9, 10, 11, 20, 21, 315, 320, 321, 635, 640, 641, 700} {
		values := make([]byte, size)
		for i := range values {
			values[i] = byte(i * i % 7)
		}
		read := tableOf(t, values, block)
		tree, err := treeOf(t.Context(), read, nil)
		if err != nil {
			t.Fatal(err)
		}
		if root := hashOf(values); hex.EncodeToString(root[:]) != tree.Root {
			t.Errorf("%d values: the root is %s, want %x", size, tree.Root, root)
		}
		if err := tree.check(); err != nil {
			t.Errorf("%d values: %v", size, err)
		}
		for n, text := range tree.Runs {
			first := n * int(tree.Run) * block
			if run := hashOf(values[first:min(first+int(tree.Run)*block, size)]); hex.EncodeToString(run[:]) != text {
				t.Errorf("%d values: run %d is %s, want %x", size, n, text, run)
			}
		}
	}
}

// tableOf returns a table of byte values.
func tableOf(t *testing.T, values []byte, block uint64) *table.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	n := uint64(len(values))
	h := table.Header{Game: "g", Kind: engine.Byte.String(), Positions: n, Slices: []table.Slice{{Name: "all", Size: n}}, Block: block}
	w, err := table.Create(path, h, table.WriterOptions{Workers: 1})
	if err == nil {
		err = w.Append(values)
	}
	if err == nil {
		_, err = w.Finish()
	}
	if err != nil {
		t.Fatal(fmt.Errorf("write a table: %w", err))
	}
	r, err := table.Open(path, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// TestPublications checks that each figure has a name, a source and a known computation.
func TestPublications(t *testing.T) {
	for _, p := range publications() {
		if p.Game == "" || p.Source == "" || len(p.Figures) == 0 {
			t.Errorf("%+v: want a game, a source and figures", p)
		}
		for name := range p.Figures {
			if figures[name] == nil {
				t.Errorf("%s: figure %s is unknown", p.Game, name)
			}
		}
	}
}
