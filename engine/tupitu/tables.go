package tupitu

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

const (
	// blockSize is room for the largest block, all sets of 6 out of 12 low cells, and for the last
	// entry, noSet.
	blockSize = 1024
	noSet     = blockSize - 1
)

// tables hold the lookup tables of scratches. A set of cells excludes the players' cells and has a
// low and a high part. A block is the run of all sets of a size with the same high part. The rank
// of a set is the start of its block plus the rank of its low part among low parts of the same
// size.
type tables struct {
	// lowRank is the rank of a set of low cells among those of the same size.
	lowRank []uint16
	// lowSets lists the sets of k low cells in ascending order. If the players stand on low cells,
	// only the lowest m cells remain. Their sets are the first C(m, k).
	lowSets [maxLow + 1][]uint16
	// more[k][j][r] is the rank of the r-th set of k low cells after adding its j-th missing cell.
	// If only the lowest m cells remain, the first m-k missing cells are among them.
	more [maxLow + 1][][]uint16
	// starts has the starts of blocks, by the number of low cells that a class leaves, the size of
	// the sets, and the high part. The entry is meaningless if the high part has too many or too
	// few cells for the size.
	starts [maxLow + 1][][]uint32
}

func newTables(v *Variant) *tables {
	low := v.board.low
	t := &tables{lowRank: make([]uint16, 1<<low)}
	for set := range 1 << low {
		k := bits.OnesCount(uint(set))
		t.lowRank[set] = uint16(len(t.lowSets[k]))
		t.lowSets[k] = append(t.lowSets[k], uint16(set))
	}
	for k := range low {
		t.more[k] = make([][]uint16, low-k)
		for _, set := range t.lowSets[k] {
			missing := ^uint32(set)
			for j := range t.more[k] {
				t.more[k][j] = append(t.more[k][j], t.lowRank[set|1<<lowest(&missing)])
			}
		}
	}
	for i := range v.classes {
		if m := v.classes[i].low; t.starts[m] == nil {
			t.starts[m] = make([][]uint32, v.others+1)
			for n := range t.starts[m] {
				t.starts[m][n] = blockStarts(n, m, v.others-m)
			}
		}
	}
	return t
}

// blockStarts returns the starts of the blocks of sets of n cells, by high part. low and high are
// the numbers of low and of high cells.
func blockStarts(n, low, high int) []uint32 {
	starts := make([]uint32, 1<<high)
	for set := 1; set < len(starts); set++ {
		// The lowest of the high cells is the k-th of the whole set.
		if k := n + 1 - bits.OnesCount(uint(set)); k > 0 {
			lowestOf := bits.TrailingZeros(uint(set))
			starts[set] = starts[set&(set-1)] + uint32(placement.Choose(low+lowestOf, k))
		}
	}
	return starts
}
