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

// StatePath returns the path of the file that names the others. A folder that has it is one of this package.
func StatePath(dir string) string { return filepath.Join(dir, "breadth.json") }

// Kinds of bitmaps.
const (
	seen     = "seen"     // all positions found
	frontier = "frontier" // those of the last distance
	result   = "result"   // those whose distance has bit 1
)

// State is the content of breadth.json: what is certain of a solve.
type State struct {
	Format    int             `json:"format"`
	Positions uint64          `json:"positions"`
	Game      string          `json:"game"`              // canonical spec
	Size      uint64          `json:"size"`              // positions of a block
	Counts    []uint64        `json:"counts"`            // positions by distance
	Hardest   *uint64         `json:"hardest,omitempty"` // the lowest index at the greatest distance; nil in old files
	Done      bool            `json:"done"`
	Files     map[string]file `json:"files"` // by kind and block
}

// file is a bitmap: words of 64 bits, low byte first.
type file struct {
	Kind  string `json:"kind"`
	Block int    `json:"block"`
	Name  string `json:"name"`
	CRC   uint32 `json:"crc32c"`
}

func place(kind string, block int) string { return fmt.Sprintf("%s-%d", kind, block) }

func (s *State) put(f file) { s.Files[place(f.Kind, f.Block)] = f }

// solvable returns the number of positions found.
func (s *State) solvable() (n uint64) {
	for _, count := range s.Counts {
		n += count
	}
	return n
}

// folder is the files of a solve.
type folder struct {
	dir   string
	state State
}

// openFolder opens the files of an earlier run, or begins.
func openFolder(dir string, g engine.Game) (*folder, error) {
	_, size := g.Parts().Spreads().Blocks()
	d := &folder{dir, State{Format: format, Positions: g.Size(), Game: g.Spec().String(), Size: size, Files: map[string]file{}}}
	path := StatePath(dir)
	old, err := ReadState(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d, nil
	case err != nil:
		return nil, err
	case old.Game != d.state.Game:
		return nil, fmt.Errorf("%s %w: it holds %s, not %s", path, kv.ErrGameMismatch, old.Game, d.state.Game)
	case old.Size != size:
		return nil, kv.Corruptf(path, "blocks of %d positions, want %d", old.Size, size)
	}
	d.state = old
	d.state.Positions = g.Size()
	return d, nil
}

// ReadState reads breadth.json in a folder. It fails with an error that wraps [fs.ErrNotExist] if there is none.
func ReadState(dir string) (s State, err error) {
	path := StatePath(dir)
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, kv.Corruptf(path, "%v", err)
	}
	if s.Format != format {
		return s, fmt.Errorf("%s has format %d, and this program reads format %d", path, s.Format, format)
	}
	return s, nil
}

// newSet returns an empty set of positions of a block.
func (d *folder) newSet() []uint64 { return make([]uint64, (d.state.Size+63)/64) }

// read reads a bitmap into set, or returns false where there is none.
func (d *folder) read(set []uint64, kind string, block int) (bool, error) {
	f, ok := d.state.Files[place(kind, block)]
	if !ok {
		return false, nil
	}
	path := filepath.Join(d.dir, f.Name)
	in, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer in.Close()
	crc, buffer := uint32(0), make([]byte, min(8*len(set), 1<<20))
	for at := 0; at < len(set); at += len(buffer) / 8 {
		part := buffer[:min(len(buffer), 8*(len(set)-at))]
		if _, err := io.ReadFull(in, part); err != nil {
			return false, kv.Corruptf(path, "%v", err)
		}
		crc = durable.Update(crc, part)
		for n := 0; n < len(part); n += 8 {
			set[at+n/8] = binary.LittleEndian.Uint64(part[n:])
		}
	}
	if crc != f.CRC {
		return false, kv.Corruptf(path, "its checksum is wrong")
	}
	return true, nil
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
func (d *folder) commit(next State) error {
	text, err := json.Marshal(next)
	if err == nil {
		err = durable.WriteFile(StatePath(d.dir), true, func(w io.Writer) error {
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
