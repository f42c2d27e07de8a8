package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/placement"
)

// board holds the rules for a size. Cells are numbered row by row from the top left. A set of cells
// has bit n for cell n. A key has the mover's marks in its upper half and the opponent's in its
// lower half. Halves have 16 bits, or 32 in the game by marks.
//
// Images of sets are in another order in the game by marks: the cells of the inside come first.
// Most pushes leave them alone, and symmetries map them to themselves.
type board struct {
	size, cells, half int
	all               uint32 // the set of all cells
	pushes            []push
	takes, ends       mapping[uint64]             // by cell: the pushes that take its cube, and that end there
	lines             []uint32                    // sets of cells
	through           mapping[uint32]             // by cell: the lines through it
	order             []int                       // the cells in the order of images
	images            [symmetries]mapping[uint32] // by cell
	plain             mapping[uint32]             // from the image under the identity: its inverse
}

const (
	maxCells   = 25
	symmetries = 8
)

// push takes a cube and pushes it in at an end of its row or column.
type push struct {
	keep, clear uint64 // in both halves: the cells from the end to the cube, without it and with it
	mark        uint64 // the bit of the opponent's mark at the end
	cube        uint64 // the bit of the mover's mark on the cube
	turn        int    // left rotation for the cells that move up
	cell        int    // of the cube
	text        string
}

// mapping maps sets of cells to the union of what their cells map to, eight cells at a time.
type mapping[T uint32 | uint64] [4][256]T

// fill sets what each of the first cells maps to.
func (m *mapping[T]) fill(cells int, to func(cell int) T) {
	for part := range m {
		for n := range min(8, max(0, cells-8*part)) {
			image := to(8*part + n)
			for low := range 1 << n {
				m[part][1<<n|low] = m[part][low] | image
			}
		}
	}
}

func (m *mapping[T]) of(set uint32) T {
	to := m[0][set&255] | m[1][set>>8&255]
	if set >= 1<<16 {
		to |= m[2][set>>16&255] | m[3][set>>24]
	}
	return to
}

// newBoard returns the rules of a board of that size, 2 to 5.
func newBoard(size int, byMarks bool) *board {
	b := &board{size: size, cells: size * size, half: 16, all: 1<<(size*size) - 1}
	for cell := range b.cells {
		b.order = append(b.order, cell)
	}
	if byMarks {
		b.half = 32
		slices.SortStableFunc(b.order, func(a, c int) int { return b.border(a) - b.border(c) })
	}
	for s, turn := range engine.Turns(size, size) {
		b.images[s].fill(b.cells, func(cell int) uint32 { return 1 << slices.Index(b.order, turn[cell]) })
	}
	b.plain.fill(b.cells, func(n int) uint32 { return 1 << b.order[n] })
	b.makePushes()
	b.makeLines()
	return b
}

// border returns 1 for cells of the border, otherwise 0.
func (b *board) border(cell int) int {
	if column, row := cell%b.size, cell/b.size; min(column, row) == 0 || max(column, row) == b.size-1 {
		return 1
	}
	return 0
}

func (b *board) makePushes() {
	var taken, ended [maxCells]uint64
	for cell := range b.cells {
		column, last := cell%b.size, b.size-1
		for _, to := range [][2]int{{cell - column, 1}, {cell - column + last, -1}, {column, b.size}, {last*b.size + column, -b.size}} {
			end, step := to[0], to[1]
			if b.border(cell) == 0 || end == cell {
				continue
			}
			p := push{cell: cell, cube: 1 << (cell + b.half), mark: 1 << end, turn: step, text: engine.Square(cell, b.size, b.size) + "-" + engine.Square(end, b.size, b.size)}
			for c := end; c != cell; c += step {
				p.keep |= b.both(c)
			}
			p.clear = p.keep | b.both(cell)
			taken[cell] |= 1 << len(b.pushes)
			ended[end] |= 1 << len(b.pushes)
			b.pushes = append(b.pushes, p)
		}
	}
	b.takes.fill(b.cells, func(cell int) uint64 { return taken[cell] })
	b.ends.fill(b.cells, func(cell int) uint64 { return ended[cell] })
}

// both returns the bits of a cell in both halves.
func (b *board) both(cell int) uint64 { return 1<<cell | 1<<(cell+b.half) }

// makeLines lists the rows, the columns and the long diagonals.
func (b *board) makeLines() {
	b.lines = placement.Sets[uint32](placement.Grid{Width: b.size, Height: b.size}.Lines(b.size))
	b.through.fill(b.cells, func(cell int) (through uint32) {
		for n, line := range b.lines {
			through |= line >> cell & 1 << n
		}
		return through
	})
}

// full reports whether a set has a full line.
func (b *board) full(set uint32) bool { return b.through.of(b.all&^set) != 1<<len(b.lines)-1 }

// own returns the set of the mover's marks, other that of the opponent's.
func (b *board) own(key uint64) uint32   { return uint32(key >> (b.half & 63)) }
func (b *board) other(key uint64) uint32 { return uint32(key) & b.all }

// turned returns the key with exchanged halves, as the next player sees it.
func (b *board) turned(key uint64) uint64 { return b.key(b.other(key), b.own(key)) }

// key is the inverse of own and other.
func (b *board) key(own, other uint32) uint64 { return uint64(own)<<(b.half&63) | uint64(other) }

// over returns how a position is finished, or 0. Any line of the player to move wins for him, since
// the opponent completed it.
func (b *board) over(key uint64) engine.Ends {
	switch {
	case b.full(b.own(key)):
		return engine.IsWon
	case b.full(b.other(key)):
		return engine.IsLost
	}
	return 0
}

// legal returns the set of numbers of a position's pushes. They take cubes that are not the
// opponent's.
func (b *board) legal(key uint64) uint64 { return b.takes.of(b.all &^ b.other(key)) }

// move returns a key, or a set, after the cells of a push have moved, without the end.
func (p *push) move(key uint64) uint64 {
	return key&^p.clear | bits.RotateLeft64(key&p.keep, p.turn)
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (b *board) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	over, turned := b.over(key), b.turned(key)
	for legal := b.legal(key); over == 0 && legal != 0; legal &= legal - 1 {
		p := &b.pushes[bits.TrailingZeros64(legal)]
		dst = append(dst, p.move(turned)|p.mark)
	}
	return dst, over
}

// least returns the least of some images of a set, by symmetries, and those that give it.
func (b *board) least(by, set uint32) (least, of uint32) {
	least = ^uint32(0)
	for ; by != 0; by &= by - 1 {
		switch image := b.images[bits.TrailingZeros32(by)&(symmetries-1)].of(set); {
		case image < least:
			least, of = image, by&-by
		case image == least:
			of |= by & -by
		}
	}
	return least, of
}

// contract returns the rules in the engine's form.
func (b *board) contract(slice func(key uint64) int, symmetry engine.Symmetry) *engine.Rules {
	count := func(set func(key uint64) uint32) func(key uint64) int64 {
		return func(key uint64) int64 { return int64(bits.OnesCount32(set(key))) }
	}
	return &engine.Rules{
		AppendMoves: b.AppendMoves, Slice: slice, Symmetry: symmetry, MaxSuccessors: len(b.pushes),
		Notation: b, Board: b.KeyBoard, MoveText: b.MoveText, AppendTurns: b.AppendTurns, Depiction: depiction,
		Features: []engine.Feature[uint64]{{Name: "own", Of: count(b.own)}, {Name: "other", Of: count(b.other)}},
	}
}

// KeyText implements [engine.KeyNotation].
func (b *board) KeyText(key uint64) string {
	text := make([]byte, b.cells)
	for cell := range text {
		text[cell] = ".XO"[b.own(key)>>cell&1|b.other(key)>>cell&1<<1]
	}
	return string(text)
}

// KeyBoard draws the board with its coordinates.
func (b *board) KeyBoard(key uint64) string {
	text := b.KeyText(key)
	return engine.Grid(b.size, b.size, func(square int) byte { return text[square] }) + "X to move\n"
}

// MoveText implements the MoveText of [engine.Rules]. If several pushes have the same effect, it
// returns the first in byte order.
func (b *board) MoveText(from, to uint64) string {
	return slices.Min(append(b.AppendTurns(nil, from, to), "~"))
}

// AppendTurns implements the AppendTurns of [engine.Rules].
func (b *board) AppendTurns(dst []string, from, to uint64) []string {
	for legal := b.legal(from); legal != 0; legal &= legal - 1 {
		if p := &b.pushes[bits.TrailingZeros64(legal)]; p.move(b.turned(from))|p.mark == to {
			dst = append(dst, p.text)
		}
	}
	return dst
}

// ParseKey implements [engine.KeyNotation]. The text has one character a cube, row by row from the
// top.
func (b *board) ParseKey(text string) (uint64, error) {
	own, other, err := engine.Marks{
		Width: b.size, Height: b.size, Square: "cube", First: 'X', Second: 'O',
		Want: "X (the mover's), O (the opponent's) or . (neutral)",
	}.Read(text, text)
	return b.key(uint32(own), uint32(other)), err
}

// depiction has cubes with crosses and rings. Colours tell the players apart as well.
var depiction = drawing.Depiction{Relative: true, Goal: "The player who first has a full row, column or long diagonal of his marks wins; a player who completes one for both players loses.", Click: "Click a cube of the rim, empty or your own, then the end of its row or column where it is pushed in.", Looks: drawing.Looks{
	'.': {Shape: drawing.NoShape},
	'X': {Shape: drawing.Block},
	'O': {Shape: drawing.Block, Second: true},
}, Players: [2]drawing.Player{{Figure: "cross"}, {Figure: "ring"}}}
