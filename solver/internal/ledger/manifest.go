package ledger

import (
	"encoding/binary"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// Format is the version of the store's keys and values that this package writes. It reads this
// version and all earlier ones.
const Format = 1

// maxChunkSize is the greatest number of positions in a chunk.
const maxChunkSize = 1 << 32

// manifest holds the game and the chunks of a store. It never changes.
type manifest struct {
	Format    int               `json:"format"`
	Game      string            `json:"game"` // canonical spec
	Files     map[string]string `json:"files,omitempty"`
	Kind      string            `json:"kind"` // [engine.Kind] in words
	Positions uint64            `json:"positions"`
	Slices    []table.Slice     `json:"slices"`
	Chunk     uint64            `json:"chunk"` // positions per chunk, 1…[maxChunkSize]; the last of a slice may have fewer
}

// chunks returns the number of chunks of a slice. No chunk spans two slices.
func (m *manifest) chunks(slice int) int {
	return int((m.Slices[slice].Size + m.Chunk - 1) / m.Chunk)
}

// chunkRange returns the first index of a chunk and its number of positions.
func (m *manifest) chunkRange(slice, chunk int) (first, n uint64) {
	s := &m.Slices[slice]
	start := uint64(chunk) * m.Chunk
	return s.First + start, min(m.Chunk, s.Size-start)
}

func (m *manifest) validate() error {
	if _, err := engine.ParseKind(m.Kind); err != nil {
		return err
	}
	switch {
	case m.Game == "":
		return fmt.Errorf("no game is named")
	case m.Chunk < 1 || m.Chunk > maxChunkSize:
		return fmt.Errorf("chunks of %d positions, want 1 to %d", m.Chunk, uint64(maxChunkSize))
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

// marshal returns the value of the manifest's key.
func (m *manifest) marshal() ([]byte, error) {
	text, err := kv.MarshalCanonical(*m)
	if err != nil {
		return nil, err
	}
	value := binary.LittleEndian.AppendUint32(nil, durable.Checksum(text))
	return append(value, text...), nil
}

// unmarshal reads the value of the manifest's key. Errors name path.
func (m *manifest) unmarshal(path string, value []byte) error {
	if len(value) < durable.ChecksumSize || durable.Checksum(value[durable.ChecksumSize:]) != binary.LittleEndian.Uint32(value) {
		return kv.Corruptf(path, "the manifest has the wrong checksum")
	}
	// Format 1. If the keys or values of a new version differ, too, opening converts older stores.
	if err := kv.UnmarshalVersion(path, "manifest: ", value[durable.ChecksumSize:], Format, m); err != nil {
		return err
	}
	if err := m.validate(); err != nil {
		return kv.Corruptf(path, "manifest: %v", err)
	}
	return nil
}
