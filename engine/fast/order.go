package fast

// Order is an optional part of a game: an order of its positions in a file that is read over a network
// block by block. It puts the results of a position's turns close together. All methods are safe for
// concurrent use.
//
// An order divides the indices into numbered groups. Positions are in the order of their groups, and
// within a group in the order of their indices. The groups of a slice come before those of the next
// slice, so every slice keeps its range. The place of a position is its number in this order, from 0 to
// one below the size of the game. Files name the order, so Name must change whenever a place changes.
type Order interface {
	// Name returns a name in small letters, digits and "-", such as "own-pieces-1".
	Name() string
	// Block returns the number of positions in a block of a file in this order.
	Block() uint64
	// Groups returns the number of groups, at most 1<<24.
	Groups() uint32
	// First returns the place of the first position of a group, or the size of the game for the group
	// number Groups(). It never decreases.
	First(group uint32) uint64
	// AppendGroups appends the groups of the n positions from an index on.
	AppendGroups(dst []uint32, index uint64, n int) []uint32
	// Place returns the place of an index.
	Place(index uint64) uint64
	// Index returns the index at a place. It is the inverse of Place.
	Index(place uint64) uint64
}
