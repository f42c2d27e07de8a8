// Package bitmaps is the form of finished and unfinished solves of games of one player in bitmaps on disk, one bit a position
// at the end (package solver/breadth makes them), and their [Reader].
//
// The file breadth.json ([State]) names the bitmaps of each block: the positions seen, those of the last distance, and
// the result. The result has bit 1 of the distance. Bit 0 is the parity of the block, so that the two tell the
// distance modulo 4. A neighbour is nearer to the goal if its distance is one less modulo 4. A Reader walks to the
// goal that way, and counts its steps.
package bitmaps

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

// Kinds of bitmaps.
const (
	Seen     = "seen"     // all positions found; none if all are solvable
	Frontier = "frontier" // those of the last distance; none in a finished solve
	Result   = "result"   // those whose distance has bit 1
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
	Files     map[string]File `json:"files"` // by kind and block
}

// File is a bitmap: words of 64 bits, low byte first.
type File struct {
	Kind  string `json:"kind"`
	Block int    `json:"block"`
	Name  string `json:"name"`
	CRC   uint32 `json:"crc32c"`
}

func place(kind string, block int) string { return fmt.Sprintf("%s-%d", kind, block) }

// Put adds a file in place of another of its kind and block.
func (s *State) Put(f File) { s.Files[place(f.Kind, f.Block)] = f }

// Solvable returns the number of positions found.
func (s *State) Solvable() (n uint64) {
	for _, count := range s.Counts {
		n += count
	}
	return n
}

// Folder is the files of a solve. Its methods read and write files, of different names by different goroutines.
type Folder struct {
	State
	dir string
}

// OpenFolder opens the files of an earlier run, or begins.
func OpenFolder(dir string, g engine.Game) (*Folder, error) {
	_, size := g.Parts().Spreads().Blocks()
	d := &Folder{State{Format: format, Positions: g.Size(), Game: g.Spec().String(), Size: size, Files: map[string]File{}}, dir}
	path := kv.BitmapsPath(dir)
	old, err := ReadState(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d, nil
	case err != nil:
		return nil, err
	case old.Game != d.Game:
		return nil, fmt.Errorf("%s %w: it holds %s, not %s", path, kv.ErrGameMismatch, old.Game, d.Game)
	case old.Size != size:
		return nil, kv.Corruptf(path, "blocks of %d positions, want %d", old.Size, size)
	}
	d.State = old
	d.Positions = g.Size()
	return d, nil
}

// ReadState reads breadth.json in a folder. It fails with an error that wraps [fs.ErrNotExist] if there is none.
func ReadState(dir string) (s State, err error) {
	path := kv.BitmapsPath(dir)
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
	for at, f := range s.Files {
		if at != place(f.Kind, f.Block) || !strings.HasPrefix(f.Name, at+"-") || filepath.Base(f.Name) != f.Name {
			return s, kv.Corruptf(path, "file %q of %s", f.Name, at)
		}
	}
	return s, nil
}

// NewSet returns an empty set of positions of a block.
func (d *Folder) NewSet() []uint64 { return make([]uint64, Bytes(d.Size)/8) }

// Read reads a bitmap into set, or returns false where there is none.
func (d *Folder) Read(set []uint64, kind string, block int) (bool, error) {
	f, ok := d.Files[place(kind, block)]
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

// Write writes a bitmap found at a distance, durably.
func (d *Folder) Write(kind string, block, distance int, set []uint64) (File, error) {
	f := File{Kind: kind, Block: block, Name: fmt.Sprintf("%s-%d-%d", kind, block, distance)}
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

// Commit makes a state the one that later runs go on from, and deletes the files that it does not name.
func (d *Folder) Commit(next State) error {
	text, err := json.Marshal(next)
	if err == nil {
		err = durable.WriteBytes(kv.BitmapsPath(d.dir), true, text)
	}
	if err != nil {
		return err
	}
	d.State = next
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
		if (kind == Seen || kind == Frontier || kind == Result) && !named[e.Name()] {
			if err := os.Remove(filepath.Join(d.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bytes returns the bytes of a bitmap of some positions, in memory and on disk.
func Bytes(positions uint64) uint64 { return (positions + 63) / 64 * 8 }
