package site

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
)

// WriteReader writes a reader into a file, in the form of package gob with a checksum.
func WriteReader(path string, r Reader) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(r); err != nil {
		return err
	}
	return durable.WriteBytes(path, true, binary.LittleEndian.AppendUint32(b.Bytes(), durable.Checksum(b.Bytes())))
}

// ReadReader reads the file of [WriteReader].
func ReadReader(path string) (r Reader, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return r, err
	}
	end := max(0, len(text)-durable.ChecksumSize)
	if err == nil && (end == 0 || durable.Checksum(text[:end]) != binary.LittleEndian.Uint32(text[end:])) {
		err = errors.New("its checksum is wrong")
	}
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(text[:end])).Decode(&r)
	}
	if err != nil {
		return r, engine.InputErrorf("%s is no reader of sites: want a file that \"foregone site\" has built (%v)", path, err)
	}
	return r, nil
}
