package fast

// Families is the part of engine.Rules that knows where keys cluster. It divides the keys of a slice
// into families, and numbers the keys of a family so densely that few numbers have no key. A set of
// keys then takes one bit for each number, much less than the keys themselves, and the rank of a key is
// a count of bits.
type Families interface {
	// Number stores the family of each key, and the key's number in its family. The three lists
	// are equally long. In a slice, families and numbers ascend with the keys: the greater key
	// has the greater family, or the greater number in the same family. A key that the notation
	// reads but no position has may have the number [NoKin].
	Number(families, numbers, keys []uint64)
}

// NoKin is the number of a key that no position of its family has.
const NoKin = ^uint64(0)

// MovingFamilies are [Families] that also list the moves of many positions of a family at a time. They
// are for games of scores with layers, in which turns alternate and scores count at the end only.
// Discovery then finds the positions of a layer as bits, and the solver takes them family by family.
// All keys are canonical where the rules have an engine.Symmetry.
type MovingFamilies interface {
	Families
	// Family returns the family of a position's key.
	Family(key uint64) uint64
	// Size returns a number above all numbers of a family, at most 2^32.
	Size(family uint64) uint64
	// Weight returns the KeyWeight that all keys of a family share, or 0 where it varies.
	Weight(family uint64) uint64
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

// FamilyMoves is the answer of a [FamilyMover] about some positions. It keeps its memory between calls.
type FamilyMoves struct {
	// To has an entry for each move, position by position: the place of the family in the list of
	// Enter in the upper half, the number of the resulting key in the lower half.
	To    []uint64
	Until []uint32 // by position: where its moves end in To; a position without moves is finished
}
