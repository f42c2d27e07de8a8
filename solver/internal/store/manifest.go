package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// Format is the version of the store's keys and values that this package writes,
// and the latest one it reads.
const Format = 1

// MaxChunk is the greatest number of positions in a chunk.
const MaxChunk = 1 << 32

// Manifest says what a store is about. It never changes after [Create].
type Manifest struct {
	Format    int               `json:"format"` // 0 in [Create] means [Format]
	Game      string            `json:"game"`   // canonical spec
	Files     map[string]string `json:"files,omitempty"`
	Kind      string            `json:"kind"` // [engine.Kind] in words
	Positions uint64            `json:"positions"`
	Slices    []table.Slice     `json:"slices"`
	Chunk     uint64            `json:"chunk"` // positions per chunk, 1…[MaxChunk]; the last of a slice may have fewer
}

// ManifestOf returns the manifest of a store of g in chunks of chunk positions.
func ManifestOf(g engine.Game, chunk uint64) Manifest {
	return Manifest{
		Format: Format, Game: g.Spec().String(), Files: g.Spec().Files(), Kind: g.Kind().String(),
		Positions: g.Size(), Slices: table.SlicesOf(g), Chunk: chunk,
	}
}

// Chunks returns the number of chunks of a slice. No chunk spans two slices.
func (m *Manifest) Chunks(slice int) int {
	return int((m.Slices[slice].Size + m.Chunk - 1) / m.Chunk)
}

// TotalChunks returns the number of chunks of all slices.
func (m *Manifest) TotalChunks() int {
	n := 0
	for s := range m.Slices {
		n += m.Chunks(s)
	}
	return n
}

// ChunkRange returns the first index of a chunk and its number of positions.
func (m *Manifest) ChunkRange(slice, chunk int) (first, n uint64) {
	s := &m.Slices[slice]
	start := uint64(chunk) * m.Chunk
	return s.First + start, min(m.Chunk, s.Size-start)
}

// Locate returns the slice and chunk of an index, which must be below Positions,
// and its offset in the chunk.
func (m *Manifest) Locate(i uint64) (slice, chunk int, offset uint32) {
	// The last slice that begins at i or before; empty ones hold nothing.
	slice = sort.Search(len(m.Slices), func(s int) bool { return m.Slices[s].First > i }) - 1
	for m.Slices[slice].Size == 0 {
		slice--
	}
	i -= m.Slices[slice].First
	return slice, int(i / m.Chunk), uint32(i % m.Chunk)
}

func (m *Manifest) validate() error {
	if _, err := engine.ParseKind(m.Kind); err != nil {
		return err
	}
	switch {
	case m.Game == "":
		return fmt.Errorf("no game is named")
	case m.Chunk < 1 || m.Chunk > MaxChunk:
		return fmt.Errorf("chunks of %d positions, want 1 to %d", m.Chunk, uint64(MaxChunk))
	case len(m.Slices) > maxSlice+1:
		return fmt.Errorf("%d slices, want at most %d", len(m.Slices), maxSlice+1)
	}
	if err := table.CheckSlices(m.Slices, m.Positions); err != nil {
		return err
	}
	for s := range m.Slices {
		if n := (m.Slices[s].Size + m.Chunk - 1) / m.Chunk; n > maxChunk+1 {
			return fmt.Errorf("slice %d has %d chunks, want at most %d", s, n, uint64(maxChunk+1))
		}
	}
	return nil
}

// marshal returns the value that stands under the manifest's key.
func (m *Manifest) marshal() ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	// Bytes that are not UTF-8 would not come back as they are.
	var back Manifest
	if err := json.Unmarshal(text, &back); err != nil {
		return nil, err
	}
	if again, err := json.Marshal(&back); err != nil || !bytes.Equal(again, text) {
		return nil, fmt.Errorf("it holds text that is not valid UTF-8")
	}
	value := binary.LittleEndian.AppendUint32(nil, durable.Checksum(text))
	return append(value, text...), nil
}

// unmarshal reads that value; path is named in errors.
func (m *Manifest) unmarshal(path string, value []byte) error {
	if len(value) < durable.ChecksumSize || durable.Checksum(value[durable.ChecksumSize:]) != binary.LittleEndian.Uint32(value) {
		return corruptf(path, "the manifest has the wrong checksum")
	}
	var format struct{ Format int }
	if err := json.Unmarshal(value[durable.ChecksumSize:], &format); err != nil {
		return corruptf(path, "manifest: %v", err)
	}
	if format.Format > Format {
		return fmt.Errorf("%s was %w of foregone: it has format %d, this program reads up to %d", path, table.ErrNewer, format.Format, Format)
	}
	if format.Format != Format {
		return corruptf(path, "manifest: format %d, which never was", format.Format)
	}
	if err := json.Unmarshal(value[durable.ChecksumSize:], m); err != nil {
		return corruptf(path, "manifest: %v", err)
	}
	if err := m.validate(); err != nil {
		return corruptf(path, "manifest: %v", err)
	}
	return nil
}
