package fast

// Batcher is the part of [Rules] that answers for many positions at a time. It belongs to
// one goroutine. It holds nothing that has to be given back.
type Batcher interface {
	// Expand stores in m the moves at the keys: with a [Symmetry] those of its
	// AppendCanonicalMoves, of canonical keys, else those of AppendMoves. What m held is
	// overwritten.
	Expand(m *Moves, keys []uint64) error
	// Numbers stores in dst, which is as long, what Layer or Slice return for the keys. It
	// is called of rules that have one of them.
	Numbers(dst []int, keys []uint64) error
	// Weights stores in dst, which is as long, what KeyWeight returns for the keys. It is
	// called of rules with a [Symmetry].
	Weights(dst []uint64, keys []uint64) error
}

// Moves is what a [Batcher] says of some positions. It keeps its memory from one batch to
// the next.
type Moves struct {
	Keys   []uint64 // the successors of all, those of one position after those of another
	Until  []int    // by position: where its successors end in Keys
	Ends   []Ends   // by position
	Scores []int8   // by position, in games of scores: the margin, where it is finished
}

// Reset empties m.
func (m *Moves) Reset() {
	m.Keys, m.Until, m.Ends, m.Scores = m.Keys[:0], m.Until[:0], m.Ends[:0], m.Scores[:0]
}
