package fast

// Families is the part of [Rules] that knows where keys crowd: it parts the keys of a slice
// into families, and gives each a number within its family, so that few numbers are left
// without a key. A set of keys is then bits, many times as small as the keys, and the rank
// of a key is a count of bits.
type Families interface {
	// Number stores what families some keys are of and their numbers there, in lists that
	// are as long as that of the keys. Of two keys of a slice the greater is of a
	// greater family, or has the greater number in the same. That holds for all keys
	// that the notation reads, or else the number is [NoKin].
	Number(families, numbers, keys []uint64)
}

// NoKin is the number of a key that no position of its family has.
const NoKin = ^uint64(0)

// MovingFamilies is what the [Families] of a game of scores with layers are besides that list
// the moves of many positions of a family at a time. The positions of a layer are then found as bits,
// and solved family by family. It is for games in which who moves alternates and that count scores
// at the end alone. All is said of canonical keys, where the rules have a [Symmetry].
type MovingFamilies interface {
	Families
	// Family returns the family of a key that a position has.
	Family(key uint64) uint64
	// Size returns what all numbers of a family are below, at most 2^32.
	Size(family uint64) uint64
	// Weight returns the KeyWeight that all keys of a family have, or 0 where they differ.
	Weight(family uint64) uint64
	// AppendKeys appends the keys that have the numbers n in a family for which bit n%64 of set[n/64]
	// is set, in ascending order.
	AppendKeys(dst []uint64, family uint64, set []uint64) []uint64
	// NewMover makes a worker's own [FamilyMover].
	NewMover() FamilyMover
}

// FamilyMover lists moves. It belongs to one goroutine. It holds nothing that has to be given
// back.
type FamilyMover interface {
	// Enter makes the family that some keys share the present one, and returns the families that
	// moves at these keys lead to. One may be there more than once. The list is valid until
	// the next call.
	Enter(keys []uint64) (targets []uint64)
	// Move stores in m the moves at some of the keys of Enter. What m held is overwritten.
	Move(m *FamilyMoves, keys []uint64)
}

// FamilyMoves is what a [FamilyMover] says of some positions. It keeps its memory from one
// call to the next.
type FamilyMoves struct {
	// To has for each move the place of a family in the list of Enter, in the upper half, and the
	// number there of the key that it leads to. Those of one position come after those of another.
	To    []uint64
	Until []uint32 // by position: where its moves end in To; without moves it is finished
}
