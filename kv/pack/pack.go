// Package pack reads and writes packs: a database in one file, with its game, its counts and its
// licence, that people put on a web page or send each other. kv/FORMAT.md describes the file.
//
// [Create] writes a pack, [Open] reads its header and gives access to its parts in place.
package pack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Format is the latest version of the file format. This package reads it and all earlier ones.
const Format = 1

const (
	magic      = "\x89FGP\r\n\x1a\n"
	prefixSize = 24
	mostHeader = 64 << 20 // bytes; game files are in it
)

// EvidenceName is the name of the part with the evidence of a table.
const EvidenceName = "evidence.yaml"

var le = binary.LittleEndian

// Header is what a pack says about itself.
type Header struct {
	Format    int               `json:"format"`
	Game      string            `json:"game"` // canonical spec
	Files     map[string]string `json:"files,omitempty"`
	Program   string            `json:"program"` // that wrote the pack, with its version
	Kind      string            `json:"kind"`    // of the values
	Positions uint64            `json:"positions"`
	Counts    []Count           `json:"counts"`
	SHA256    string            `json:"table_sha256"` // digest of the values
	Licence   string            `json:"licence,omitempty"`
	Parts     []Part            `json:"parts"`
}

// Count is the number of positions with a value.
type Count struct {
	Value     string `json:"value"`
	Positions uint64 `json:"positions"`
	All       uint64 `json:"positions_all"` // with symmetric twins
}

// Part is a file of the database's folder in a pack. Parts follow each other without gaps, in the
// order of the list.
type Part struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// IsPack reports whether a file that starts with these bytes is a pack.
func IsPack(start []byte) bool { return bytes.HasPrefix(start, []byte(magic)) }

// Pack is an open pack. It is safe for concurrent use.
type Pack struct {
	path   string
	file   io.ReaderAt
	header Header
	first  int64 // offset of the first part
}

// Open reads the header of a pack of n bytes and checks it; the parts have checksums of their own. path names the
// pack in messages. It fails with [kv.ErrCorrupt] or [kv.ErrNewer].
func Open(path string, file io.ReaderAt, n int64) (*Pack, error) {
	var prefix [prefixSize]byte
	if n < prefixSize {
		return nil, kv.Corruptf(path, "it is cut short (%d bytes)", n)
	}
	if err := kv.ReadAt(path, file, prefix[:], 0); err != nil {
		return nil, err
	}
	if !IsPack(prefix[:]) {
		return nil, kv.Corruptf(path, "it is not a pack (wrong magic bytes)")
	}
	if durable.Checksum(prefix[:20]) != le.Uint32(prefix[20:]) {
		return nil, kv.Corruptf(path, "the first bytes have the wrong checksum")
	}
	if err := kv.CheckFormat(path, int(le.Uint32(prefix[8:])), Format); err != nil {
		return nil, err
	}
	length := int64(le.Uint32(prefix[12:]))
	if length > mostHeader || length > n-prefixSize {
		return nil, kv.Corruptf(path, "its header has %d bytes, and the file %d", length, n)
	}
	text := make([]byte, length)
	if err := kv.ReadAt(path, file, text, prefixSize); err != nil {
		return nil, err
	}
	if durable.Checksum(text) != le.Uint32(prefix[16:]) {
		return nil, kv.Corruptf(path, "the header has the wrong checksum")
	}
	p := &Pack{path: path, file: file, first: prefixSize + length}
	if err := kv.UnmarshalVersion(path, "header: ", text, Format, &p.header); err != nil {
		return nil, err
	}
	left := n - p.first
	for i, part := range p.header.Parts {
		digest, err := hex.DecodeString(part.SHA256)
		if part.Bytes < 0 || part.Bytes > left || err != nil || len(digest) != sha256.Size || part.Name == "" {
			return nil, kv.Corruptf(path, "part %d (%q) has %d bytes, and %d are left", i, part.Name, part.Bytes, left)
		}
		left -= part.Bytes
	}
	if left != 0 {
		return nil, kv.Corruptf(path, "it has %d bytes after its last part", left)
	}
	return p, nil
}

// Header returns what the pack says about itself. Do not change its lists.
func (p *Pack) Header() Header { return p.header }

// Part returns a part in place, and its length, or [kv.ErrNotFound]. It is a [kv.Remote] if the pack is one.
func (p *Pack) Part(name string) (io.ReaderAt, int64, error) {
	at := p.first
	for _, part := range p.header.Parts {
		if part.Name == name {
			return section(p.file, at, part.Bytes), part.Bytes, nil
		}
		at += part.Bytes
	}
	return nil, 0, fmt.Errorf("%s in %s %w", name, p.path, kv.ErrNotFound)
}

// Check reads all parts and compares their digests.
func (p *Pack) Check(ctx context.Context) error {
	for _, part := range p.header.Parts {
		r, n, err := p.Part(part.Name)
		if err != nil {
			return err
		}
		sum, err := digest(ctx, io.NewSectionReader(r, 0, n))
		if err != nil {
			return fmt.Errorf("read %s: %w", p.path, err)
		}
		if sum != part.SHA256 {
			return kv.Corruptf(p.path, "the digest of part %s is %s, want %s", part.Name, sum, part.SHA256)
		}
	}
	return nil
}

// digest returns the SHA-256 of all bytes of r, in hexadecimal.
func digest(ctx context.Context, r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, kv.Stoppable(ctx, r)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Create writes a pack of the files with the names in h.Parts, which paths has in the same order. It fills in the
// format, the sizes and the digests. The file appears whole or not at all, and replaces another one.
func Create(ctx context.Context, path string, h Header, paths []string) error {
	h.Format = Format
	h.Parts = slices.Clone(h.Parts)
	for i := range h.Parts {
		if err := h.Parts[i].measure(ctx, paths[i]); err != nil {
			return err
		}
	}
	text, err := kv.MarshalCanonical(h)
	if err != nil {
		return fmt.Errorf("header of %s: %w", path, err)
	}
	if len(text) > min(mostHeader, math.MaxUint32) {
		return fmt.Errorf("header of %s: %d bytes, want at most %d", path, len(text), mostHeader)
	}
	prefix := append(make([]byte, 0, prefixSize), magic...)
	prefix = le.AppendUint32(prefix, Format)
	prefix = le.AppendUint32(prefix, uint32(len(text)))
	prefix = le.AppendUint32(prefix, durable.Checksum(text))
	prefix = le.AppendUint32(prefix, durable.Checksum(prefix))
	return durable.WriteFile(path, true, func(w io.Writer) error {
		if _, err := w.Write(append(prefix, text...)); err != nil {
			return err
		}
		for i, part := range h.Parts {
			if err := part.copy(ctx, w, paths[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// measure sets the size and the digest of the part, which is a file.
func (p *Part) measure(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	p.Bytes = info.Size()
	p.SHA256, err = digest(ctx, f)
	return err
}

// copy writes the part to w. It fails if the file changed.
func (p *Part) copy(ctx context.Context, w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum, err := digest(ctx, io.TeeReader(f, w))
	if err == nil && sum != p.SHA256 {
		err = fmt.Errorf("%s changed while it was packed", path)
	}
	return err
}

// section returns n bytes of a file from offset at on. It is a [kv.Remote] if the file is one.
func section(file io.ReaderAt, at, n int64) io.ReaderAt {
	s := io.NewSectionReader(file, at, n)
	if r, ok := file.(kv.Remote); ok {
		return &remoteSection{s, r, at}
	}
	return s
}

// remoteSection is a part of a remote file.
type remoteSection struct {
	*io.SectionReader
	remote kv.Remote
	at     int64
}

func (s *remoteSection) Expect(spans []kv.Span) error {
	moved := make([]kv.Span, len(spans))
	for i, p := range spans {
		moved[i] = kv.Span{Offset: p.Offset + s.at, Length: p.Length}
	}
	return s.remote.Expect(moved)
}

func (s *remoteSection) Keep(offset int64, b []byte) { s.remote.Keep(offset+s.at, b) }

func (s *remoteSection) Drop(p kv.Span) {
	s.remote.Drop(kv.Span{Offset: p.Offset + s.at, Length: p.Length})
}
