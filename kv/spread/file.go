package spread

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// magic starts a file; kv/FORMAT.md describes the rest.
const magic = "FGSPREAD"

// Write atomically writes the spread of a table to a file.
func (s *Spread) Write(path string, t *table.Reader) error {
	data, err := prefix(t)
	if err != nil {
		return err
	}
	for _, p := range s.parts {
		data = binary.AppendUvarint(data, uint64(len(p)))
		for _, e := range p {
			data = binary.AppendUvarint(data, uint64(e.value))
			data = binary.AppendUvarint(data, uint64(e.count))
		}
	}
	data = binary.LittleEndian.AppendUint32(data, durable.Checksum(data))
	return durable.WriteBytes(path, true, data)
}

// prefix returns the first bytes of the file that belongs to a table.
func prefix(t *table.Reader) ([]byte, error) {
	digest, err := hex.DecodeString(t.Summary().SHA256)
	return append([]byte(magic), digest...), err
}

// Parse reads the content of a file of [Spread.Write]; path names it in messages. It returns nil if
// the file belongs to another table, and fails with [kv.ErrCorrupt] if it is damaged.
func Parse(path string, data []byte, t *table.Reader) (*Spread, error) {
	start, err := prefix(t)
	if err != nil {
		return nil, err
	}
	n := len(data) - 4
	if n < len(start) || durable.Checksum(data[:n]) != binary.LittleEndian.Uint32(data[n:]) {
		return nil, fmt.Errorf("%s is %w: delete the file; the next command that needs it makes it again", path, kv.ErrCorrupt)
	}
	if !bytes.HasPrefix(data, start) {
		return nil, nil
	}
	s := sections(t.Header().Positions)
	if !s.parse(data[len(start):n]) {
		return nil, fmt.Errorf("%s is %w: delete the file; the next command that needs it makes it again", path, kv.ErrCorrupt)
	}
	return s, nil
}

// parse reads all sections, and reports whether they are valid.
func (s *Spread) parse(data []byte) bool {
	ok := true
	next := func(most uint64) uint64 {
		x, n := binary.Uvarint(data)
		if n <= 0 || x > most {
			ok = false
			return 0
		}
		data = data[n:]
		return x
	}
	for n := range s.parts {
		list := make(part, next(min(1<<16, uint64(len(data)))))
		left := min(s.section, s.positions-uint64(n)*s.section)
		for i := range list {
			list[i] = entry{uint16(next(1<<16 - 1)), uint32(next(left))}
			left -= uint64(list[i].count)
			ok = ok && (i == 0 || list[i-1].value < list[i].value)
		}
		if !ok || left != 0 {
			return false
		}
		s.parts[n] = list
	}
	return len(data) == 0
}
