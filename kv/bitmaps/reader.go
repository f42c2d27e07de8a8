package bitmaps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
)

// Reader tells the least numbers of moves from a finished solve. It is safe for concurrent use, except that nothing
// may run during or after [Reader.Close].
type Reader struct {
	folder *Folder
	game   fast.Spreads
	walks  sync.Pool
	open   map[string]*os.File
	all    bool // all positions are solvable
}

// walk is what a walk to the goal needs.
type walk struct {
	scratch engine.Scratch
	near    []uint64
}

// Open opens the folder of a finished solve. [Reader.Check] checks its files, whose sizes alone Open looks at.
// Close it after use.
func Open(dir string, g engine.Game) (*Reader, error) {
	if g.Parts().Spreads == nil {
		return nil, engine.InputErrorf("%s has no spreads", g.Spec())
	}
	d, err := OpenFolder(dir, g)
	if err != nil {
		return nil, err
	}
	if !d.Done {
		return nil, fmt.Errorf("%s holds an unfinished solve: go on with it first", dir)
	}
	r := &Reader{folder: d, game: g.Parts().Spreads(), open: map[string]*os.File{}, all: d.Solvable() == g.Size()}
	r.walks.New = func() any { return &walk{scratch: g.NewScratch()} }
	for at, f := range d.Files {
		path := filepath.Join(dir, f.Name)
		if r.open[at], err = os.Open(path); err == nil {
			var info os.FileInfo
			if info, err = r.open[at].Stat(); err == nil && uint64(info.Size()) != Bytes(d.Size) {
				err = kv.Corruptf(path, "it has %d bytes, want %d", info.Size(), Bytes(d.Size))
			}
		}
		if err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// Check holds the checksums of all files against them. progress, if set, gets the positions done.
func (r *Reader) Check(ctx context.Context, progress func(done, total uint64)) error {
	s := r.folder
	set, done := s.NewSet(), uint64(0)
	for _, at := range slices.Sorted(maps.Keys(s.Files)) {
		if _, err := s.Read(set, s.Files[at].Kind, s.Files[at].Block); err != nil || ctx.Err() != nil {
			return cmp.Or(err, context.Cause(ctx))
		}
		if done += s.Size; progress != nil {
			progress(done, uint64(len(s.Files))*s.Size)
		}
	}
	return nil
}

// Close closes the files.
func (r *Reader) Close() (err error) {
	for _, f := range r.open {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Path returns the path of the file that names the others.
func (r *Reader) Path() string { return kv.BitmapsPath(r.folder.dir) }

// Counts returns the numbers of positions by distance. The caller must not change them.
func (r *Reader) Counts() []uint64 { return r.folder.Counts }

// Hardest returns the lowest index at the greatest distance, or nil if an old version solved the game.
func (r *Reader) Hardest() *uint64 { return r.folder.Hardest }

// has reports whether a bitmap has an index.
func (r *Reader) has(kind string, i uint64) (bool, error) {
	size := r.folder.Size
	f := r.open[place(kind, int(i/size))]
	if f == nil {
		return false, nil
	}
	var b [1]byte
	_, err := f.ReadAt(b[:], int64(i%size/8))
	return b[0]>>(i%size&7)&1 != 0, err
}

// modulo4 returns the distance of a solvable position modulo 4.
func (r *Reader) modulo4(i uint64) (d int, err error) {
	high, err := r.has(Result, i)
	if high {
		d = 2
	}
	if r.game.Odd(int(i / r.folder.Size)) {
		d++
	}
	return d, err
}

// Moves returns the least number of moves from a position to the goal. It walks there, and reads a
// bit of each neighbour on the way.
func (r *Reader) Moves(i uint64) (moves int, solvable bool, err error) {
	if !r.all {
		if solvable, err = r.has(Seen, i); err != nil || !solvable {
			return 0, false, err
		}
	}
	w := r.walks.Get().(*walk)
	defer r.walks.Put(w)
	at, err := r.modulo4(i)
	for goal := r.game.Goal(); err == nil && i != goal; moves++ {
		from := i
		at = (at + 3) % 4
		w.near, _ = w.scratch.AppendSuccessors(w.near[:0], i)
		for _, to := range w.near {
			var d int
			if d, err = r.modulo4(to); d == at || err != nil {
				i = to
				break
			}
		}
		if err == nil && (i == from || moves > len(r.Counts())) {
			err = fmt.Errorf("%s %w: no neighbour of #%d is nearer to the goal", r.folder.dir, kv.ErrCorrupt, from)
		}
	}
	return moves, err == nil, err
}
