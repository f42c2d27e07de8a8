package table

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// Format is the latest version of the file format. This package reads it and all earlier ones, and
// writes the earliest that can hold a table ([Header].Format).
const Format = 6

// Compressions of a table's blocks.
const (
	// Zstd compresses each block that becomes smaller that way.
	Zstd = "zstd"
	// None does not compress: a lookup is one memory access.
	None = "none"
)

// Sizes of a block, in positions. The record kv/decisions/tables.md has the measurements
// behind DefaultBlock.
const (
	DefaultBlock = 24576
	MaxBlock     = 1 << 20
)

// Header describes a table. Tables with equal headers and values are equal byte for byte.
type Header struct {
	Format      int               `json:"format"` // 0 in [Create] means the earliest that can hold the table
	Game        string            `json:"game"`   // canonical spec
	Files       map[string]string `json:"files,omitempty"`
	Kind        string            `json:"kind"` // [engine.Kind] in words
	Positions   uint64            `json:"positions"`
	Slices      []Slice           `json:"slices"`
	Block       uint64            `json:"block"`       // positions per block, 1…[MaxBlock]; 0 in [Create] means [DefaultBlock]
	Compression string            `json:"compression"` // [Zstd] or [None]; "" in [Create] means [Zstd]
	// Order is the name of the order of the values in the blocks ([fast.Order]), or "" for that of the
	// indices. Only [Reorder] writes tables with an order.
	Order string `json:"order,omitempty"`
	// MaxPhase is 0 in a complete table. Otherwise the solve stopped after that phase (a
	// remoteness in plies), and the value 0 means unknown, not draw.
	MaxPhase int `json:"max_phase,omitempty"`
	// Error, in games of chance, is the proven greatest half-width of the values: no value differs from
	// the true one by more.
	Error float64 `json:"error,omitempty"`
}

// Slice is a part of the index space, as [engine.Slice] has it.
type Slice struct {
	Name  string `json:"name"`
	First uint64 `json:"first"`
	Size  uint64 `json:"size"` // positions
	// Derived means that blocks which have only positions of such slices are left out: their values follow from those
	// of the positions one ply on.
	Derived bool `json:"derived,omitempty"`
	// Error is the half-width of the values of the slice, as in [Header].
	Error float64 `json:"error,omitempty"`
}

// SlicesOf returns the slices of g in the form of headers and manifests.
func SlicesOf(g engine.Game) []Slice {
	list := make([]Slice, 0, len(g.Slices()))
	for _, s := range g.Slices() {
		list = append(list, Slice{Name: s.Name, First: s.First, Size: s.Size})
	}
	return list
}

// HeaderOf returns the header of a complete table of g. It leaves the format, the block size
// and the compression to [Create].
func HeaderOf(g engine.Game) Header {
	return Header{
		Game: g.Spec().String(), Files: g.Spec().Files(), Kind: g.Kind().String(),
		Positions: g.Size(), Slices: SlicesOf(g),
	}
}

// earliest returns the earliest version that can hold the table, the version of a new file:
// programs of that version read it, too. Version 1 has the kinds byte, wide and score. Version 2
// added narrow blocks, for compressed values of the kind wide. Version 3 added the kinds moves and
// moves16, version 4 the kinds of games of chance, and their errors, version 5
// orders, version 6 layers that are left out.
func (h *Header) earliest() int {
	switch {
	case h.Derives():
		return 6
	case h.Order != "":
		return 5
	case h.Kind == engine.Wide.String() && h.Compression == Zstd:
		return 2
	case h.Kind == engine.Byte.String() || h.Kind == engine.Wide.String() || h.Kind == engine.Score.String():
		return 1
	}
	return 4
}

// Derives reports whether the table leaves out values.
func (h Header) Derives() bool {
	return slices.ContainsFunc(h.Slices, func(s Slice) bool { return s.Derived })
}

// leftOut reports whether the table has no values of a block.
func (h *Header) leftOut(block uint64) bool {
	if h.Format < 6 {
		return false
	}
	first, end := block*h.Block, min((block+1)*h.Block, h.Positions)
	at := sort.Search(len(h.Slices), func(n int) bool { return h.Slices[n].First+h.Slices[n].Size > first })
	for at < len(h.Slices) && h.Slices[at].First < end && (h.Slices[at].Derived || h.Slices[at].Size == 0) {
		at++
	}
	return at == len(h.Slices) || h.Slices[at].First >= end
}

// narrow reports whether blocks may hold only the low bytes of values.
func (h *Header) narrow() bool {
	return h.Format >= 2 && h.Kind == engine.Wide.String() || h.Format >= 3 && h.Kind == engine.Moves16.String()
}

// Count is the number of positions with a value, in games of chance with a value in a bucket
// ([engine.Kind.Bucket]).
type Count struct {
	Value     uint16 `json:"value"`
	Positions uint64 `json:"positions"` // stored positions
	Weighted  uint64 `json:"weighted"`  // positions, with symmetric twins
	First     uint64 `json:"first"`     // the lowest index with that value
}

// Summary has the counts and the digest of a table.
type Summary struct {
	Counts []Count `json:"counts"` // ascending by value, without values that do not occur
	// SHA256 is the digest, in hexadecimal, of the uncompressed values in index
	// order, each in the bytes of its kind, low byte first.
	SHA256 string `json:"sha256"`
	// FileSHA256 is the same of the values that the file has, in their order, in a table with an order or one that leaves
	// values out.
	FileSHA256 string `json:"file_sha256,omitempty"`
}

// CheckGame returns an [kv.ErrGameMismatch] that names path unless a file of game
// have, with its file parameters' contents haveFiles, belongs to the game want.
func CheckGame(path, have string, haveFiles map[string]string, want string, wantFiles map[string]string) error {
	if have != want {
		return fmt.Errorf("%s %w: it holds %s, not %s%s", path, kv.ErrGameMismatch, have, want, Changed(have, want))
	}
	if !maps.Equal(haveFiles, wantFiles) {
		return fmt.Errorf("%s %w: its %s was made from other file contents", path, kv.ErrGameMismatch, have)
	}
	return nil
}

// Changed returns a hint for messages, if two different canonical specs name one game file that may
// have changed; otherwise "".
func Changed(have, want string) string {
	name, _, _ := strings.Cut(have, ":")
	other, _, _ := strings.Cut(want, ":")
	if name != other || !strings.Contains(name, ".") {
		return ""
	}
	return "; it goes on only with the file of the game, and the parameters, that it was begun with"
}

// CheckSlices returns an error unless slices cover the indices below positions,
// in order and without gaps, under different names.
func CheckSlices(slices []Slice, positions uint64) error {
	names := make(map[string]bool, len(slices))
	next := uint64(0)
	for i, s := range slices {
		if s.First != next || s.Size > positions-next {
			return fmt.Errorf("slice %d (%q) covers %d positions from %d on, want them from %d on, %d in all", i, s.Name, s.Size, s.First, next, positions)
		}
		if names[s.Name] {
			return fmt.Errorf("two slices are named %q", s.Name)
		}
		names[s.Name] = true
		next += s.Size
	}
	if next != positions {
		return fmt.Errorf("the slices cover %d of %d positions", next, positions)
	}
	return nil
}

// validate checks the header and returns the width of a value, in bytes.
func (h *Header) validate() (width uint64, err error) {
	kind, err := engine.ParseKind(h.Kind)
	switch {
	case err != nil:
		return 0, err
	case h.Game == "":
		return 0, fmt.Errorf("no game is named")
	case h.Block < 1 || h.Block > MaxBlock:
		return 0, fmt.Errorf("blocks of %d positions, want 1 to %d", h.Block, MaxBlock)
	case h.Compression != Zstd && h.Compression != None:
		return 0, fmt.Errorf("compression %q, want %s or %s", h.Compression, Zstd, None)
	case h.Order != "" && h.Format < 5:
		return 0, fmt.Errorf("an order of values in format %d, want 5", h.Format)
	case h.Derives() && (h.Format < 6 || h.Order != "" || kind != engine.Byte || h.MaxPhase > 0):
		return 0, fmt.Errorf("slices are left out, which only a complete table of the kind byte without an order can do, in format 6")
	case h.MaxPhase < 0:
		return 0, fmt.Errorf("last phase %d, want at least 0", h.MaxPhase)
	case h.Positions > 1<<56:
		return 0, fmt.Errorf("%d positions are too many", h.Positions)
	}
	if err := h.checkErrors(kind); err != nil {
		return 0, err
	}
	return uint64(kind.Width()), CheckSlices(h.Slices, h.Positions)
}

// checkErrors checks that the error is the greatest of the slices', and that only games of chance have one.
func (h *Header) checkErrors(kind engine.Kind) error {
	greatest := 0.0
	for _, s := range h.Slices {
		if !(s.Error >= 0) || s.Error > 0 && !kind.Uncertain() {
			return fmt.Errorf("slice %q has the error %v, in values of the kind %v", s.Name, s.Error, kind)
		}
		greatest = max(greatest, s.Error)
	}
	if h.Error != greatest {
		return fmt.Errorf("the error %v is not the greatest of the slices, %v", h.Error, greatest)
	}
	return nil
}

// blocks returns the number of blocks.
func (h *Header) blocks() uint64 { return (h.Positions + h.Block - 1) / h.Block }

// validate checks a summary against the header of its table.
func (s *Summary) validate(h *Header, kind engine.Kind) error {
	digests := []string{s.SHA256}
	if h.Order != "" || h.Derives() {
		digests = append(digests, s.FileSHA256)
	} else if s.FileSHA256 != "" {
		return fmt.Errorf("a digest of the file in a table that has all values in order")
	}
	for _, text := range digests {
		if digest, err := hex.DecodeString(text); err != nil || len(digest) != 32 {
			return fmt.Errorf("%q is no SHA-256 digest", text)
		}
	}
	rest := h.Positions
	for i, c := range s.Counts {
		if i > 0 && c.Value <= s.Counts[i-1].Value || int(c.Value) >= kind.Buckets() {
			return fmt.Errorf("value %d is out of order or range", c.Value)
		}
		if c.Positions == 0 || c.Positions > rest || c.First >= h.Positions {
			return fmt.Errorf("the counts of value %d do not fit %d positions", c.Value, h.Positions)
		}
		rest -= c.Positions
	}
	if rest != 0 {
		return fmt.Errorf("the counts leave out %d positions", rest)
	}
	return nil
}

// unmarshalCanonical reads canonical JSON, and nothing else, into v.
func unmarshalCanonical[T any](text []byte, v *T) error {
	if err := json.Unmarshal(text, v); err != nil {
		return err
	}
	again, err := json.Marshal(*v)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, again) {
		return fmt.Errorf("it is not in canonical form")
	}
	return nil
}
