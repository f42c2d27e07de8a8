package connectfour

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// ranked is a board whose positions are numbered by columns. It implements [engine.Game].
type ranked struct {
	engine.Game // the same game built from the rules and the keys
	*columns
}

// newRanked returns the game that spec names.
func newRanked(spec engine.Spec, r *rules) (engine.Game, error) {
	k, err := newColumns(r)
	if err != nil {
		return nil, err
	}
	contract := r.contract()
	contract.Symmetry = k
	var parts []discover.Slice
	for n := range k.layers {
		part := discover.Slice{Number: n, Size: k.layers[n].size, Keys: layerKeys{k, k.layers[n]}}
		if n+1 < len(k.layers) {
			part.Targets = []int{n + 1}
		}
		parts = append(parts, part)
	}
	g, err := discover.Keyed(spec, engine.Byte, contract, parts)
	return &ranked{g, k}, err
}

// NewScratch implements [engine.Game].
func (g *ranked) NewScratch() engine.Scratch {
	w := &columnMoves{columns: g.columns}
	return engine.Scratch{Generator: w, LayerEvaluator: w}
}

// Parts implements [engine.Game].
func (g *ranked) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.WeightRun, p.MaxSuccessors = g.bytes(), g.weightRun, g.width
	return p
}

// Weight implements [engine.Game].
func (g *ranked) Weight(i uint64) uint64 {
	weight, _ := g.weightRun(i)
	return weight
}

// weightRun implements the WeightRun of [engine.Parts]. Stored heights also stand for their mirror
// image.
func (g *ranked) weightRun(i uint64) (weight, end uint64) {
	l := g.layerOf(i)
	n := g.runAt(l, i-l.first)
	return g.weightOf(&l.runs[n]), l.first + g.before(l, n+1)
}

// weightOf returns the weight of the positions of a run.
func (k *columns) weightOf(r *run) uint64 {
	if _, same := k.standing(k.topsOf(int(r.left), int(r.right))); same {
		return 1
	}
	return 2
}

// layerOf returns the layer that contains an index.
func (k *columns) layerOf(i uint64) *layer {
	n := 0
	for i >= k.layers[n].first+k.layers[n].size {
		n++
	}
	return k.layers[n]
}

// hasRuns reports whether the heights of a key have runs, and whether they are their own mirror
// image.
func (k *columns) hasRuns(key uint64) (has, same bool) {
	_, all := k.split(key)
	return k.standing(all + k.bottom)
}

// Canonical implements [engine.Symmetry]. It returns the key whose heights have runs.
func (k *columns) Canonical(key uint64) uint64 {
	if has, _ := k.hasRuns(key); !has {
		return k.mirror(key)
	}
	return key
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (k *columns) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(k, dst, key)
}

// KeyWeight implements [engine.Symmetry].
func (k *columns) KeyWeight(key uint64) uint64 {
	if _, same := k.hasRuns(key); same {
		return 1
	}
	return 2
}

// layerKeys provides the keys of a layer. It implements [discover.KeySet].
type layerKeys struct {
	*columns
	layer *layer
}

// Len implements [discover.KeySet].
func (k layerKeys) Len() uint64 { return k.layer.size }

// Key implements [discover.KeySet].
func (k layerKeys) Key(rank uint64) uint64 {
	code := k.codeOf(k.layer, rank)
	if k.layer.pieces%2 == 0 {
		return code
	}
	_, all := k.split(code)
	return all + k.bottom + all&^code // the pieces of O, who is to move
}

// Rank implements [discover.KeySet].
func (k layerKeys) Rank(key uint64) (uint64, bool) {
	own, all := k.split(key)
	if has, _ := k.hasRuns(key); !has || all+k.bottom+own != key || bits.OnesCount64(all) != k.layer.pieces {
		return 0, false
	}
	x := bits.OnesCount64(own)
	if k.layer.pieces%2 != 0 {
		x = k.layer.pieces - x
	}
	if x != k.layer.x() {
		return 0, false
	}
	return k.rankOf(k.layer, k.code(key))
}
