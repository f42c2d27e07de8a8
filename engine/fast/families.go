package fast

// Families is the part of engine.Rules that groups keys into dense clusters, and lists the moves of
// many positions at a time. It is for games of scores with layers, in which turns alternate and
// scores count at the end only. Discovery finds the positions of a layer as bits, and the solver
// takes them family by family.
//
// Families divide the keys of a layer. The numbers of a family's keys have few gaps. A set of keys
// takes one bit for each number, and the rank of a key is a count of bits. Families and numbers
// ascend with the keys: the greater key has the greater family, or the greater number in the same
// family. All keys are those of positions, and canonical where the rules have an engine.Symmetry.
type Families interface {
	// Family returns the family of a key.
	Family(key uint64) uint64
	// Size returns a number above all numbers of a family, at most 2^32.
	Size(family uint64) uint64
	// Weight returns the KeyWeight that all keys of a family share, or 0 where it varies.
	Weight(family uint64) uint64
	// Number replaces keys that share a family with their numbers.
	Number(keys []uint64)
	// AppendKeys appends, in ascending order, the keys of a family whose number n has the bit n%64
	// of set[n/64].
	AppendKeys(dst []uint64, family uint64, set []uint64) []uint64
	// NewMover makes a worker's own [FamilyMover].
	NewMover() FamilyMover
}

// FamilyMover lists moves. It belongs to one goroutine and needs no closing.
type FamilyMover interface {
	// Enter chooses the family that the keys share, and returns the families that moves at these
	// keys lead to, possibly with repeats. The list is valid until the next call.
	Enter(keys []uint64) (targets []uint64)
	// Move overwrites m with the moves at some of the keys of Enter.
	Move(m *FamilyMoves, keys []uint64)
}

// FamilyMoves is the answer of a [FamilyMover] about some positions. It keeps its memory between
// calls.
type FamilyMoves struct {
	// To has an entry for each move, position by position: the place of the family in the list of
	// Enter in the upper half, the number of the resulting key in the lower half.
	To    []uint64
	Until []uint32 // by position: where its moves end in To; a position without moves is finished
}
