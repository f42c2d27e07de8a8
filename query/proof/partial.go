package proof

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
)

// partialMagic begins a file of unfinished searches; its last byte is the version.
const partialMagic = "fgproof\x04"

// partial is what a file of unfinished searches has between the magic and a checksum, in the form of
// package gob. The title says what is searched.
type partial struct {
	Title    string
	Searches []rounds
}

// save writes the state of searches into a file, which load reads.
func save(path, title string, graphs []*graph) error {
	found := partial{Title: title}
	for _, g := range graphs {
		found.Searches = append(found.Searches, g.rounds)
	}
	b := bytes.NewBufferString(partialMagic)
	if err := gob.NewEncoder(b).Encode(found); err != nil {
		return err
	}
	return durable.WriteBytes(path, true, binary.LittleEndian.AppendUint32(b.Bytes(), durable.Checksum(b.Bytes())))
}

// load reads the state of searches, if there is a file of the same title. It refuses a damaged one.
func load(path, title string, graphs []*graph) error {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	found, err := parsePartial(b)
	if err != nil {
		return fmt.Errorf("%s: %w: delete it to begin again", path, err)
	}
	if found.Title != title || len(found.Searches) != len(graphs) {
		return engine.InputErrorf("%s is of another proof: delete it, or write to another file", path)
	}
	for n, g := range graphs {
		g.rounds = found.Searches[n]
	}
	return nil
}

// parsePartial reads what save wrote.
func parsePartial(b []byte) (found partial, err error) {
	n, end := len(partialMagic), len(b)-durable.ChecksumSize
	switch {
	case end < n || string(b[:n-1]) != partialMagic[:n-1]:
		return found, errors.New("it is no unfinished proof")
	case b[n-1] != partialMagic[n-1]:
		return found, fmt.Errorf("it has version %d: want %d", b[n-1], partialMagic[n-1])
	case durable.Checksum(b[:end]) != binary.LittleEndian.Uint32(b[end:]):
		return found, errors.New("its checksum is wrong")
	}
	err = gob.NewDecoder(bytes.NewReader(b[n:end])).Decode(&found)
	return found, err
}
