package fast

// Batcher is the part of engine.Rules that answers for many positions at a time. It belongs to one
// goroutine and needs no closing. dst is as long as keys.
type Batcher interface {
	// Expand overwrites m with the moves at the keys: those of AppendCanonicalMoves for rules with
	// an engine.Symmetry, which pass canonical keys, else those of AppendMoves.
	Expand(m *Moves, keys []uint64) error
	// Numbers stores the results of Layer or Slice in dst. The engine calls it only if the rules
	// have one of them.
	Numbers(dst []int, keys []uint64) error
	// Weights stores the results of KeyWeight in dst. The engine calls it only if the rules have an
	// engine.Symmetry.
	Weights(dst []uint64, keys []uint64) error
}

// Moves is the answer of a [Batcher] about some positions. It keeps its memory between batches.
type Moves struct {
	Keys   []uint64 // the successors, position by position
	Until  []int    // by position: where its successors end in Keys
	Ends   []Ends   // by position
	Scores []int8   // by position, in games of scores: the margin of a finished position
	// Rolls, in games of chance, has the rolls at each position; it may be longer. Keys has the To of those moves
	// that do not end the game, in this order.
	Rolls []Rolls
}

// Reset empties m.
func (m *Moves) Reset() {
	m.Keys, m.Until, m.Ends, m.Scores = m.Keys[:0], m.Until[:0], m.Ends[:0], m.Scores[:0]
}
