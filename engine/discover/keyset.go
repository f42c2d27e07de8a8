package discover

// KeySet is a set of keys in ascending order. Its methods are safe for concurrent
// use.
type KeySet interface {
	// Len returns the number of keys.
	Len() uint64
	// Key returns the key with that many keys below it, rank < Len.
	Key(rank uint64) uint64
	// Rank returns the number of keys below key, or false where key is not in the
	// set.
	Rank(key uint64) (rank uint64, ok bool)
}

// Span is the [KeySet] of Size consecutive keys from First on, such as keys that are indices.
type Span struct{ First, Size uint64 }

// Len implements [KeySet].
func (s Span) Len() uint64 { return s.Size }

// Key implements [KeySet].
func (s Span) Key(rank uint64) uint64 { return s.First + rank }

// Rank implements [KeySet].
func (s Span) Rank(key uint64) (rank uint64, ok bool) { return key - s.First, key-s.First < s.Size }

// KeyBatches is what a [KeySet] is besides that answers for many keys at a time more
// cheaply than one by one.
type KeyBatches interface {
	// AppendKeys appends the keys of the ranks from first to below end.
	AppendKeys(dst []uint64, first, end uint64) []uint64
	// Ranks stores in dst, which is as long, the ranks of keys; 2^64-1 is that of a key
	// which is not in the set.
	Ranks(dst, keys []uint64) error
}

// KeySetBytes is how many bytes a key takes in a set that [NewKeySet] makes, at most.
const KeySetBytes = 9

// NewKeySet returns the set of some keys, which are sorted and distinct, fewer than
// 2^32-1 and belong to the set from then on. Beside them it takes half a byte a key, from
// the first call of Rank on.
func NewKeySet(keys []uint64) KeySet { return &keyIndex{keys: keys} }

// newKeyIndex is NewKeySet of keys whose families may be known.
func newKeyIndex(keys []uint64, kin *keyFamilies) *keyIndex { return &keyIndex{keys: keys, kin: kin} }

// Len implements [KeySet].
func (x *keyIndex) Len() uint64 { return uint64(len(x.keys)) }

// Key implements [KeySet].
func (x *keyIndex) Key(rank uint64) uint64 { return x.keys[rank] }

// Rank implements [KeySet].
func (x *keyIndex) Rank(key uint64) (uint64, bool) {
	x.ready()
	if x.kin != nil {
		rank := []uint64{key}
		wrong := x.kin.rank(new(numbered), rank, 0)
		return rank[0], wrong < 0
	}
	return x.rank(key)
}

// Reader hands out sorted, distinct keys. It belongs to one goroutine.
type Reader interface {
	// Next stores the next keys in buf and returns how many these are, 0 when there
	// are no more.
	Next(buf []uint64) (int, error)
	Close() error
}

// Writer takes sorted, distinct keys. It belongs to one goroutine.
type Writer interface {
	// Write adds keys above all that were written before. It does not keep the
	// slice.
	Write(keys []uint64) error
	// Close ends the file.
	Close() error
}

// Files keeps lists of keys out of memory while a game is discovered, so that a
// discovery can be larger than memory and go on after an interruption.
type Files interface {
	// Create begins a list under a name that fits a file; a list of that name is
	// replaced.
	Create(name string) (Writer, error)
	// Open reads a list.
	Open(name string) (Reader, error)
	// Remove deletes a list, if there is one.
	Remove(name string) error
	// SaveState makes all lists durable, and then the state in place of an earlier
	// one, atomically.
	SaveState(state []byte) error
	// LoadState returns the last state saved, nil where there is none.
	LoadState() ([]byte, error)
}
