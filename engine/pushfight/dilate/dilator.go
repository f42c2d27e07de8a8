package dilate

// Dilator moves pieces on bitmaps of a space. It belongs to one goroutine.
type Dilator struct {
	space  *Space
	path   path
	pack   []uint64 // a square after all others is always clear
	source []uint64 // the set in rows of stride words
	result []uint64
	turned []uint64 // the transpose of source
	moved  []uint64 // the transpose of the placements that pushers reach
}

// NewDilator returns a dilator of a space. [Dilator.Enter] must be called before use.
func NewDilator(s *Space) *Dilator {
	return &Dilator{
		space:  s,
		pack:   make([]uint64, (s.Squares+1)*packWords),
		source: make([]uint64, (s.Rows+1)*s.stride),
		result: make([]uint64, (s.Rows+1)*s.stride),
		turned: make([]uint64, (s.turnedRows+1)*s.turned),
		moved:  make([]uint64, (s.turnedRows+1)*s.turned),
	}
}

// Enter sets the neighbours of each square, at most four.
func (d *Dilator) Enter(neighbours []uint32) { d.path = appendPath(d.path[:0], neighbours) }

// One stores in dst the set src and all placements one move from it. Both are bitmaps of Size
// words and may be the same.
func (d *Dilator) One(dst, src []uint64) {
	d.load(src)
	d.one()
	d.store(dst, d.result)
}

// Two applies One twice: it stores all placements at most two moves from src.
func (d *Dilator) Two(dst, src []uint64) {
	d.load(src)
	d.one()
	d.source, d.result = d.result, d.source
	d.one()
	d.store(dst, d.result)
}

func (d *Dilator) load(src []uint64) {
	s := d.space
	if s.stride == s.Words {
		copy(d.source, src[:s.Size])
		return
	}
	for r := range s.Rows {
		copy(d.source[r*s.stride:], src[r*s.Words:(r+1)*s.Words])
	}
}

func (d *Dilator) store(dst, from []uint64) {
	s := d.space
	for r := range s.Rows {
		copy(dst[r*s.Words:(r+1)*s.Words], from[r*s.stride:])
	}
}

// one stores in result the set source and all placements one move from it.
func (d *Dilator) one() {
	s := d.space
	copy(d.result, d.source)
	d.flood(&s.movers, d.result, d.source)
	if s.Pushers == 0 {
		return
	}
	d.turn()
	clear(d.moved)
	d.flood(&s.pushers, d.moved, d.turned)
	d.turnBack()
}

// flood adds to dst the placements after one move of a piece of one kind from src.
func (d *Dilator) flood(f *flood, dst, src []uint64) {
	n := f.squares * packUnits
	for p := range f.packs {
		rows := f.rows[p*n : (p+1)*n]
		if !gather(d.pack, src, rows) {
			continue
		}
		sweep(d.pack, f.allowed[p*n*unitWords:(p+1)*n*unitWords], d.path)
		scatter(dst, d.pack, rows)
	}
}

// turn stores in turned the transpose of source.
func (d *Dilator) turn() {
	s := d.space
	for w := range s.Words {
		for g := 0; g*64 < s.Rows; g++ {
			transpose(d.turned[w*64*s.turned+g:], s.turned, 64, d.source[g*64*s.stride+w:], s.stride, min(64, s.Rows-g*64), false)
		}
	}
}

// turnBack adds to result the transpose of moved.
func (d *Dilator) turnBack() {
	s := d.space
	for w := range s.Words {
		for g := 0; g*64 < s.Rows; g++ {
			transpose(d.result[g*64*s.stride+w:], s.stride, min(64, s.Rows-g*64), d.moved[w*64*s.turned+g:], s.turned, 64, true)
		}
	}
}
