package breadth

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// format is the version of the files.
const format = 1

// stateName is the file that names the others.
const stateName = "breadth.json"

// Kinds of bitmaps.
const (
	seen     = "seen"     // all positions found
	frontier = "frontier" // those of the last distance
	result   = "result"   // those whose distance has bit 1
)

// state is the content of breadth.json: what is certain.
type state struct {
	Format int             `json:"format"`
	Game   string          `json:"game"`   // canonical spec
	Size   uint64          `json:"size"`   // positions of a block
	Counts []uint64        `json:"counts"` // positions by distance
	Done   bool            `json:"done"`
	Files  map[string]file `json:"files"` // by kind and block
}

// file is a bitmap: words of 64 bits, low byte first.
type file struct {
	Kind  string `json:"kind"`
	Block int    `json:"block"`
	Name  string `json:"name"`
	CRC   uint32 `json:"crc32c"`
}

func place(kind string, block int) string { return fmt.Sprintf("%s-%d", kind, block) }

func (s *state) put(f file) { s.Files[place(f.Kind, f.Block)] = f }

// folder is the files of a solve.
type folder struct {
	dir   string
	state state
}

// openFolder opens the files of an earlier run, or begins.
func openFolder(dir string, g engine.Game) (*folder, error) {
	_, size := g.Parts().Spreads().Blocks()
	d := &folder{dir, state{Format: format, Game: g.Spec().String(), Size: size, Files: map[string]file{}}}
	path := filepath.Join(dir, stateName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	} else if err != nil {
		return nil, err
	}
	var old state
	if err := json.Unmarshal(text, &old); err != nil {
		return nil, kv.Corruptf(path, "%v", err)
	}
	switch {
	case old.Format != format:
		return nil, fmt.Errorf("%s has format %d, and this program reads format %d", path, old.Format, format)
	case old.Game != d.state.Game:
		return nil, fmt.Errorf("%s %w: it holds %s, not %s", path, kv.ErrGameMismatch, old.Game, d.state.Game)
	case old.Size != size:
		return nil, kv.Corruptf(path, "blocks of %d positions, want %d", old.Size, size)
	}
	d.state = old
	return d, nil
}

// read reads a bitmap into set, which is made if it is nil. It returns nil where there is no bitmap.
func (d *folder) read(set []uint64, kind string, block int) ([]uint64, error) {
	f, ok := d.state.Files[place(kind, block)]
	if !ok {
		return nil, nil
	}
	if set == nil {
		set = make([]uint64, (d.state.Size+63)/64)
	}
	path := filepath.Join(d.dir, f.Name)
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	crc, buffer := uint32(0), make([]byte, min(8*len(set), 1<<20))
	for at := 0; at < len(set); at += len(buffer) / 8 {
		part := buffer[:min(len(buffer), 8*(len(set)-at))]
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, kv.Corruptf(path, "%v", err)
		}
		crc = durable.Update(crc, part)
		for n := 0; n < len(part); n += 8 {
			set[at+n/8] = binary.LittleEndian.Uint64(part[n:])
		}
	}
	if crc != f.CRC {
		return nil, kv.Corruptf(path, "its checksum is wrong")
	}
	return set, nil
}

// write writes a bitmap found at a distance, durably.
func (d *folder) write(kind string, block, distance int, set []uint64) (file, error) {
	f := file{Kind: kind, Block: block, Name: fmt.Sprintf("%s-%d-%d", kind, block, distance)}
	err := durable.WriteFile(filepath.Join(d.dir, f.Name), true, func(w io.Writer) error {
		buffer := make([]byte, 0, 1<<20)
		for n, word := range set {
			buffer = binary.LittleEndian.AppendUint64(buffer, word)
			if len(buffer) == cap(buffer) || n == len(set)-1 {
				f.CRC = durable.Update(f.CRC, buffer)
				if _, err := w.Write(buffer); err != nil {
					return err
				}
				buffer = buffer[:0]
			}
		}
		return nil
	})
	return f, err
}

// commit makes a state the one that later runs go on from, and deletes the files that it does not name.
func (d *folder) commit(next state) error {
	text, err := json.Marshal(next)
	if err == nil {
		err = durable.WriteFile(filepath.Join(d.dir, stateName), true, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	if err != nil {
		return err
	}
	d.state = next
	named := map[string]bool{}
	for _, f := range next.Files {
		named[f.Name] = true
	}
	list, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		kind, _, _ := strings.Cut(e.Name(), "-")
		if (kind == seen || kind == frontier || kind == result) && !named[e.Name()] {
			if err := os.Remove(filepath.Join(d.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
