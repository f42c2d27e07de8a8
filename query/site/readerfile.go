package site

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
)

// mostReader bounds the bytes of each part of a reader.
const mostReader = 64 << 20

// WriteReader writes a reader into a file, a zip archive.
func WriteReader(path string, r Reader) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range []struct {
		name    string
		content []byte
	}{{packedName, r.Packed}, {supportName, r.Support}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := w.Write(f.content); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return durable.WriteBytes(path, true, b.Bytes())
}

// ReadReader reads the file of [WriteReader].
func ReadReader(path string) (r Reader, err error) {
	z, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, os.ErrNotExist) {
		return r, engine.InputErrorf("%s is no reader of sites: want a file that \"foregone site\" has built (%v)", path, err)
	} else if err != nil {
		return r, err
	}
	defer z.Close()
	read := func(name string) ([]byte, error) {
		f, err := z.Open(name)
		if err != nil {
			return nil, engine.InputErrorf("%s is no reader of sites: it has no %s", path, name)
		}
		defer f.Close()
		content, err := io.ReadAll(io.LimitReader(f, mostReader+1)) // checks the checksum
		if err == nil && len(content) > mostReader {
			err = fmt.Errorf("%s has more than %d bytes", name, mostReader)
		}
		return content, err
	}
	if r.Packed, err = read(packedName); err == nil {
		r.Support, err = read(supportName)
	}
	return r, err
}
