package keys

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// File is a file of keys, kept in memory in its stored form, or read in runs. It is safe for concurrent use.
type File struct {
	path   string
	header header
	parts  []discover.KeySet // by slice
}

// part is the keys of a slice, in memory.
type part struct {
	data   []byte // of the file
	index  []byte // of these, by block: its first key, and where it begins
	blocks uint64
	size   uint64 // number of keys
}

// Open reads a file and checks it. It fails with [kv.ErrNotFound], [kv.ErrCorrupt] or
// [kv.ErrNewer].
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("keys %s %w", path, kv.ErrNotFound)
	} else if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(path, f, info.Size())
}

// Read reads a file of n bytes from r and checks it, as [Open] does. path names it in messages.
func Read(path string, r io.ReaderAt, n int64) (*File, error) {
	data := make([]byte, n, n+padding)
	remote, _ := r.(kv.Remote)
	for tries := 1; ; tries++ {
		for at := int64(0); at < n; at += pieceBytes {
			if err := kv.ReadAt(path, r, data[at:min(at+pieceBytes, n)], at); err != nil {
				return nil, err
			}
		}
		f, err := parse(path, data)
		if remote == nil || err != nil && tries == 3 {
			return f, err
		}
		for at := int64(0); at < n; at += pieceBytes {
			if end := min(at+pieceBytes, n); err == nil {
				remote.Keep(at, data[at:end])
			} else { // a cache or a line may have damaged them
				remote.Drop(kv.Span{Offset: at, Length: int(end - at)})
			}
		}
		if err == nil {
			return f, nil
		}
		data = data[:n]
	}
}

// pieceBytes is the number of bytes that are read at a time.
const pieceBytes = 4 << 20

// parse reads a file from data, whose capacity includes the padding.
func parse(path string, data []byte) (*File, error) {
	size := uint64(len(data))
	if size < uint64(len(magic)+trailerSize) || string(data[:len(magic)]) != magic {
		return nil, errMagic(path)
	}
	end := size - trailerSize
	at, err := headerAt(path, data[end:], end)
	if err != nil {
		return nil, err
	}
	if durable.Checksum(data[:size-12]) != le.Uint32(data[size-12:]) {
		return nil, kv.Corruptf(path, "its checksum is wrong")
	}
	var h header
	if err := kv.UnmarshalVersion(path, "header: ", data[at:end], format, &h); err != nil {
		return nil, err
	}
	f := &File{path: path, header: h}
	data = data[:size+padding]
	for n, p := range h.Parts {
		part, err := newPart(data, at, p)
		if err == nil && n > 0 && p.Number <= h.Parts[n-1].Number {
			err = fmt.Errorf("has the number %d, and the one before it %d", p.Number, h.Parts[n-1].Number)
		}
		if err == nil {
			for _, to := range p.Targets {
				if to < 0 || to >= len(h.Parts) {
					err = fmt.Errorf("leads to part %d, and there are %d", to, len(h.Parts))
				}
			}
		}
		if err != nil {
			return nil, kv.Corruptf(path, "its part %d %v", n, err)
		}
		f.parts = append(f.parts, part)
	}
	return f, nil
}

func errMagic(path string) error {
	return kv.Corruptf(path, "it is not a file of keys (wrong magic bytes)")
}

// headerAt returns the offset of the header that ends at end, from the trailer after it.
func headerAt(path string, trailer []byte, end uint64) (uint64, error) {
	at, length := le.Uint64(trailer), uint64(le.Uint32(trailer[8:]))
	switch {
	case string(trailer[16:]) != endMagic:
		return 0, kv.Corruptf(path, "it ends too early")
	case at > end || length != end-at:
		return 0, kv.Corruptf(path, "its header does not end at the trailer")
	}
	return at, nil
}

// newPart reads the index of a part, and checks it and the blocks. All of them end before end.
func newPart(data []byte, end uint64, h partHeader) (*part, error) {
	blocks := h.Size/blockKeys + (h.Size%blockKeys+blockKeys-1)/blockKeys
	if h.Index > end || blocks > (end-h.Index)/entrySize {
		return nil, errors.New("has an index outside the file")
	}
	p := &part{data: data, size: h.Size, index: data[h.Index:][:blocks*entrySize], blocks: blocks}
	for n := range blocks {
		first, at := p.first(n), p.offset(n)
		if at > end || end-at < blockHeader {
			return nil, fmt.Errorf("has block %d outside the file", n)
		}
		b := block(data[at:])
		want := min(blockKeys, h.Size-n*blockKeys)
		if b.first() != first || b.count() != want || !b.valid() || b.size() > end-at || n > 0 && first <= p.first(n-1) || !b.whole() {
			return nil, fmt.Errorf("has a damaged block %d", n)
		}
	}
	return p, nil
}

// Game returns the canonical spec of the game.
func (f *File) Game() string { return f.header.Game }

// Size returns the number of keys of all parts.
func (f *File) Size() (n uint64) {
	for _, p := range f.header.Parts {
		n += p.Size
	}
	return n
}

// Keyed returns the game with the rules and these positions; unpack as in [File.Parts]. It fails
// with [kv.ErrGameMismatch] if the file belongs to another game.
func (f *File) Keyed(spec engine.Spec, kind engine.Kind, rules *engine.Rules, unpack bool) (engine.Game, error) {
	if game := f.Game(); game != spec.String() {
		return nil, fmt.Errorf("%s %w: it holds the keys of %s%s", f.path, kv.ErrGameMismatch, game, table.Changed(game, spec.String()))
	}
	return discover.Keyed(spec, kind, rules, f.Parts(unpack))
}

// Parts returns the parts. Lookups decode blocks of the file. With unpack and a file in memory they use decoded keys
// instead, which take 9 bytes a key and are several times as fast.
func (f *File) Parts(unpack bool) []discover.Slice {
	var parts []discover.Slice
	for n, p := range f.header.Parts {
		k := discover.Slice{Number: p.Number, Targets: p.Targets, Size: p.Size, Keys: f.parts[n]}
		switch set, inMemory := k.Keys.(*part); {
		case inMemory && unpack:
			k.Keys, k.Resident = discover.NewKeySet(set.all()), discover.KeySetBytes*p.Size
		case inMemory:
			k.Resident = set.resident()
		}
		parts = append(parts, k)
	}
	return parts
}

// first returns the first key of a block.
func (p *part) first(n uint64) uint64 { return le.Uint64(p.index[n*entrySize:]) }

// offset returns the offset of a block.
func (p *part) offset(n uint64) uint64 { return le.Uint64(p.index[n*entrySize+8:]) }

func (p *part) block(n uint64) block { return block(p.data[p.offset(n):]) }

// Len implements [discover.KeySet].
func (p *part) Len() uint64 { return p.size }

// Key implements [discover.KeySet].
func (p *part) Key(rank uint64) uint64 {
	return p.block(rank / blockKeys).key(rank % blockKeys)
}

// Rank implements [discover.KeySet].
func (p *part) Rank(key uint64) (uint64, bool) {
	if p.blocks == 0 || key < p.first(0) {
		return 0, false
	}
	n := uint64(0)
	for length := p.blocks; length > 1; { // the block is one of length blocks from n on
		half := length / 2
		if p.first(n+half) <= key { // compiles to no branch: half of the predictions would fail
			n += half
		}
		length -= half
	}
	rank, ok := p.block(n).rank(key)
	return n*blockKeys + rank, ok
}

// resident returns about the bytes that the part takes in memory.
func (p *part) resident() uint64 {
	if p.blocks == 0 {
		return 0
	}
	return p.offset(p.blocks-1) - p.offset(0) + uint64(len(p.index))
}

// all returns all keys.
func (p *part) all() []uint64 {
	keys := make([]uint64, 0, p.size)
	for n := range p.blocks {
		keys = p.block(n).appendKeys(keys)
	}
	return keys
}
