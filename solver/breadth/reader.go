package breadth

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
)

// Reader tells the least numbers of moves from a finished solve. It belongs to one goroutine.
type Reader struct {
	folder  *folder
	game    fast.Spreads
	scratch engine.Scratch
	open    map[string]*os.File
	near    []uint64
}

// Open opens the folder of a finished solve, and checks the checksums of its files. Close it after use.
func Open(dir string, g engine.Game) (*Reader, error) {
	if g.Parts().Spreads == nil {
		return nil, engine.InputErrorf("%s has no spreads", g.Spec())
	}
	d, err := openFolder(dir, g)
	if err != nil {
		return nil, err
	}
	if !d.state.Done {
		return nil, fmt.Errorf("%s holds an unfinished solve: go on with it first", dir)
	}
	r := &Reader{d, g.Parts().Spreads(), g.NewScratch(), map[string]*os.File{}, nil}
	var set []uint64
	for at, f := range d.state.Files {
		if set, err = d.read(set, f.Kind, f.Block); err == nil {
			r.open[at], err = os.Open(filepath.Join(dir, f.Name))
		}
		if err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// Close closes the files.
func (r *Reader) Close() {
	for _, f := range r.open {
		f.Close()
	}
}

// Counts returns the numbers of positions by distance. The caller must not change them.
func (r *Reader) Counts() []uint64 { return r.folder.state.Counts }

// has reports whether a bitmap has an index.
func (r *Reader) has(kind string, i uint64) (bool, error) {
	size := r.folder.state.Size
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
	high, err := r.has(result, i)
	if high {
		d = 2
	}
	if r.game.Odd(int(i / r.folder.state.Size)) {
		d++
	}
	return d, err
}

// Moves returns the least number of moves from a position to the goal. It walks there, and reads two
// bits of each neighbour on the way.
func (r *Reader) Moves(i uint64) (moves int, solvable bool, err error) {
	if solvable, err = r.has(seen, i); err != nil || !solvable {
		return 0, false, err
	}
	at, err := r.modulo4(i)
	for goal := r.game.Goal(); err == nil && i != goal; moves++ {
		if moves > len(r.folder.state.Counts) {
			return 0, false, fmt.Errorf("%s %w: no neighbour of #%d is nearer to the goal", r.folder.dir, kv.ErrCorrupt, i)
		}
		at = (at + 3) % 4
		r.near, _ = r.scratch.AppendSuccessors(r.near[:0], i)
		for _, to := range r.near {
			var d int
			if d, err = r.modulo4(to); d == at || err != nil {
				i = to
				break
			}
		}
	}
	return moves, true, err
}
