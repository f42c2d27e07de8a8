package raw

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Format is the latest version of descriptions. This package writes it, and reads it and all
// earlier ones.
const Format = 1

// DescriptionPath returns the path of the description of the database in dir.
func DescriptionPath(dir string) string { return filepath.Join(dir, kv.InPlaceName) }

// Description describes a file that is used in place.
type Description struct {
	Format    int               `json:"format"`
	Game      string            `json:"game"` // canonical spec
	Files     map[string]string `json:"files,omitempty"`
	Kind      string            `json:"kind"` // [engine.Kind] in words; its values are one byte
	Positions uint64            `json:"positions"`
	Path      string            `json:"path"` // absolute
	Encoding  Encoding          `json:"encoding"`
	Bytes     int64             `json:"bytes"`    // size of the file
	Modified  time.Time         `json:"modified"` // modification time
	// Known lists the indices that the file holds, as [ParseRanges] reads them.
	Known string `json:"known"`
	// Fingerprint is a digest of samples of the known values, or of the indices of an .xz
	// file.
	Fingerprint string `json:"fingerprint"`
}

// Describe makes the folder dir a database of g whose values are in the file f. It creates the
// folder if it is missing. The file holds the indices known, or all indices if known is empty.
// Describe fails with [kv.ErrExists] if the folder has a description, and with an
// [engine.InputError] if file, game and indices do not match.
func Describe(dir string, g engine.Game, f *File, known Ranges) (Description, error) {
	size, length := g.Size(), f.Length()
	switch {
	case g.Kind().Width() != 1:
		return Description{}, engine.InputErrorf("%s has values of two bytes, and files of bare values have one byte each", g.Spec())
	case length > size:
		return Description{}, engine.InputErrorf("%s holds %d values, but %s has %d positions: it is not a minimized file of that game", f.Path(), length, g.Spec(), size)
	case len(known) == 0 && length < size:
		return Description{}, engine.InputErrorf("%s holds %d values, but %s has %d positions: for a part of them say which indices it holds, such as --known 0-%d",
			f.Path(), length, g.Spec(), size, max(length, 1)-1)
	case len(known) == 0:
		known = Whole(size)
	}
	if top := known[len(known)-1].Last; top >= length {
		return Description{}, engine.InputErrorf("index %d cannot be known: %s holds the indices 0 to %d", top, f.Path(), int64(length)-1)
	}
	path, err := filepath.Abs(f.Path())
	if err != nil {
		return Description{}, fmt.Errorf("describe %s: %w", f.Path(), err)
	}
	fingerprint, err := f.fingerprint(known)
	if err != nil {
		return Description{}, err
	}
	d := Description{
		Format: Format, Game: g.Spec().String(), Files: g.Spec().Files(), Kind: g.Kind().String(), Positions: size,
		Path: path, Encoding: f.Encoding(), Bytes: f.Bytes(), Modified: f.modified, Known: known.String(), Fingerprint: fingerprint,
	}
	return d, d.write(dir)
}

// envelope is the stored form of a description.
type envelope struct {
	Source json.RawMessage `json:"source"`
	CRC32C string          `json:"crc32c"`
}

func (d Description) write(dir string) error {
	if !utf8.ValidString(d.Path) { // JSON cannot represent it
		return engine.InputErrorf("the path %q is not valid UTF-8, and cannot be stored", d.Path)
	}
	source, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("describe %s: %w", d.Path, err)
	}
	text, err := json.Marshal(envelope{source, fmt.Sprintf("%08x", durable.Checksum(source))})
	if err != nil {
		return fmt.Errorf("describe %s: %w", d.Path, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	path := DescriptionPath(dir)
	return kv.Exists(path, durable.WriteBytes(path, false, append(text, '\n')))
}

// ReadDescription reads the description in the folder dir. It fails with [kv.ErrNotFound],
// [kv.ErrNewer] or [kv.ErrCorrupt].
func ReadDescription(dir string) (Description, error) {
	path := DescriptionPath(dir)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Description{}, fmt.Errorf("description %s %w", path, kv.ErrNotFound)
	} else if err != nil {
		return Description{}, fmt.Errorf("read description: %w", err)
	}
	return parseDescription(path, text)
}

func parseDescription(path string, text []byte) (Description, error) {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return Description{}, kv.Corruptf(path, "%v", err)
	}
	if sum := fmt.Sprintf("%08x", durable.Checksum(e.Source)); sum != e.CRC32C {
		return Description{}, kv.Corruptf(path, "it has the wrong checksum; if it was changed by hand, remove it and import the file again")
	}
	var d Description
	err := kv.UnmarshalVersion(path, "", e.Source, Format, &d)
	return d, err
}
