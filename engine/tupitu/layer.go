package tupitu

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// EvaluateLayer implements [fast.LayerEvaluator]. It fails only if exits are too short.
func (w *scratch) EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error {
	if w.evaluator == nil {
		most := 0
		for _, s := range w.Variant.slices {
			most = max(most, int(s.Size)/len(w.classes))
		}
		w.evaluator = &evaluator{
			Variant: w.Variant, tables: w.tables, laid: -1,
			steps: make([]step, 0, 8), after: make([]byte, most), needed: make([]bool, 1<<(w.others-w.board.low+2)),
		}
	}
	dst = dst[:n]
	for len(dst) > 0 {
		cleared, q, rank := w.locate(first)
		part := dst[:min(uint64(len(dst)), w.sets(cleared)-uint64(rank))]
		if cleared == w.others { // only the players' tiles stand
			for i := range part {
				part[i] = lostNow
			}
		} else {
			next := w.Variant.slices[cleared+1]
			if len(exits) <= cleared+1 || uint64(len(exits[cleared+1])) != next.Size {
				return fmt.Errorf("the values of the slice %q are missing", next.Name)
			}
			w.evaluator.evaluate(part, cleared, q, rank, exits[cleared+1])
		}
		dst = dst[len(part):]
		first += uint64(len(part))
	}
	return nil
}

// evaluator computes the values of runs of positions of one class in one layer.
type evaluator struct {
	*Variant
	*tables
	laid   int       // the class of steps, or -1
	steps  []step    // the mover's steps on a board without cleared tiles
	blocks [8][]byte // by step: the block of the next layer to read

	// after has, by rank, the best key over the steps, for sets with one more cell than the
	// layer's. These sets exclude the mover's tile.
	after  []byte
	needed []bool          // by high part: whether the block of after is used
	source [blockSize]byte // the block to gather keys from
	part   [blockSize]byte // a block of which the caller wants only a part
}

// step is a step of a class's mover to an adjacent cell. It includes the effect on sets of the
// symmetry that maps the resulting pair (opponent, mover) to its class.
type step struct {
	class int
	low   int // the number of low cells of that class
	// high maps seven cells of a high part at a time to the new high part. hit is set if the part
	// contains the cell stepped to.
	high [2][128]uint32
	// left is the cell just left as part of a new high part, or 0 if that cell is low.
	left uint32
	// into maps a low part, by size and rank, to the rank of the new low part. It is noSet if the
	// part contains the cell stepped to. If the cell just left is low, with maps to the rank
	// including that cell. Otherwise with is into.
	into, with [maxLow + 1][]uint16
	store      [2][1 << maxLow]uint16 // backs into and with
}

// hit marks a new high part whose cell stepped to is cleared.
const hit = 1 << 31

// highPart returns the new high part of a set.
func (s *step) highPart(high uint32) uint32 { return s.high[0][high&127] | s.high[1][high>>7&127] }

// lay builds the steps of a class.
func (e *evaluator) lay(number int) {
	if e.laid == number {
		return
	}
	e.laid = number
	q := &e.classes[number]
	e.steps = e.steps[:0]
	for near := e.board.near[q.mover] &^ (1 << q.opponent); near != 0; {
		to := lowest(&near)
		e.steps = e.steps[:len(e.steps)+1]
		e.layStep(&e.steps[len(e.steps)-1], q, to)
	}
}

func (e *evaluator) layStep(s *step, q *class, to int) {
	pair := e.pairs[int(q.opponent)*maxTiles+to]
	r := &e.classes[pair.class]
	turn := &e.board.symmetries[pair.symmetry]
	s.class, s.low = int(pair.class), r.low

	// The cell stepped to belongs to the players of the new class, so it has no image.
	var image [maxTiles]uint32
	for c := range e.others {
		cell := q.spread(1 << c)
		if image[c] = r.squeeze(turn.image(cell)); cell == 1<<to {
			image[c] = hit
		}
	}
	leftBit := r.squeeze(turn.image(1 << q.mover))
	s.left = leftBit >> r.low
	for part := range s.high {
		for set := uint32(1); set < 128; set++ {
			c := q.low + 7*part + bits.TrailingZeros32(set)
			if c >= e.others {
				break // greater ones fail, too
			}
			s.high[part][set] = s.high[part][set&(set-1)] | image[c]&hit | image[c]&^hit>>r.low
		}
	}

	var lows [1 << maxLow]uint32 // the images of low parts
	for set := uint32(1); set < 1<<q.low; set++ {
		lows[set] = lows[set&(set-1)] | image[bits.TrailingZeros32(set)]
	}
	at := 0
	for k := range q.low + 1 {
		sets := e.lowSets[k][:placement.Choose(q.low, k)]
		s.into[k] = s.store[0][at : at+len(sets)]
		s.with[k] = s.into[k]
		if s.left == 0 {
			s.with[k] = s.store[1][at : at+len(sets)]
		}
		for rank, set := range sets {
			s.into[k][rank], s.with[k][rank] = noSet, noSet
			if low := lows[set]; low&hit == 0 {
				s.into[k][rank] = e.lowRank[low]
				if s.left == 0 {
					s.with[k][rank] = e.lowRank[low|leftBit]
				}
			}
		}
		at += len(sets)
	}
}

// run is a run of positions of one class in one layer, with the inputs of their values.
type run struct {
	*class
	n          int      // the number of cleared tiles
	highs      uint32   // the number of high parts
	starts     []uint32 // of the blocks of the layer, by high part
	afterwards []uint32 // of the blocks of sets with one more cell
	next       []byte   // the values of the next layer
}

// evaluate stores the values of positions with n tiles cleared, of the class with the given number,
// with ranks from first on. next holds the values of the next layer.
func (e *evaluator) evaluate(dst []byte, n, number int, first uint32, next []byte) {
	e.lay(number)
	q := &e.classes[number]
	r := &run{
		class: q, n: n, highs: 1 << (e.others - q.low),
		starts: e.starts[q.low][n], afterwards: e.starts[q.low][n+1], next: next,
	}
	e.prepare(r, first, first+uint32(len(dst)))
	for high := range r.highs {
		start, size := r.block(high)
		from, to := max(start, first), min(start+size, first+uint32(len(dst)))
		switch {
		case from >= to: // the caller wants none of this block
		case to-from == size:
			e.best(r, high, dst[start-first:][:size])
		default:
			e.best(r, high, e.part[:size])
			copy(dst[from-first:to-first], e.part[from-start:])
		}
	}
}

// block returns the rank of the first set in the block of a high part, and the number of its sets.
// That number is 0 if the high part has too many or too few cells.
func (r *run) block(high uint32) (start, size uint32) {
	k := r.n - bits.OnesCount32(high)
	if k < 0 || k > r.low {
		return 0, 0
	}
	return r.starts[high], uint32(placement.Choose(r.low, k))
}

// prepare fills the blocks of after that determine the values of ranks first to end-1.
func (e *evaluator) prepare(r *run, first, end uint32) {
	clear(e.needed)
	for high := range r.highs {
		if start, size := r.block(high); start >= end || start+size <= first {
			continue
		}
		e.needed[high] = true // for a turn that clears a low cell
		for rest := high ^ (r.highs - 1); rest != 0; rest &= rest - 1 {
			e.needed[high|rest&-rest] = true
		}
	}
	for high := range r.highs {
		k := r.n + 1 - bits.OnesCount32(high)
		if !e.needed[high] || k > r.low {
			continue
		}
		keys := e.after[r.afterwards[high]:][:placement.Choose(r.low, k)]
		clear(keys)
		for i := range e.steps {
			s := &e.steps[i]
			e.blocks[i] = e.block(r, s, s.highPart(high), k)
		}
		for i := range e.steps {
			if e.load(i) {
				raiseFrom(keys, &e.source, e.steps[i].into[k])
			}
		}
	}
}

// block returns the next layer's values in the block of a step's class with the given high part and
// k low cells. It returns none if the cell stepped to is cleared.
func (e *evaluator) block(r *run, s *step, high uint32, k int) []byte {
	if high&hit != 0 || k > s.low {
		return nil
	}
	start := uint64(s.class)*e.sets(r.n+1) + uint64(e.starts[s.low][r.n+1][high])
	return r.next[start:][:placement.Choose(s.low, k)]
}

// ahead is the number of blocks to prefetch. Memory takes longer to answer than the loop takes for
// one block.
const ahead = 3

// load stores the keys of a step's block in source, if there is a block. It also prefetches the
// blocks of later steps.
func (e *evaluator) load(i int) bool {
	if i == 0 {
		for j := 1; j < min(ahead, len(e.steps)); j++ {
			prefetch(e.blocks[j])
		}
	}
	if i+ahead < len(e.steps) {
		prefetch(e.blocks[i+ahead])
	}
	storeKeys(&e.source, e.blocks[i])
	return len(e.blocks[i]) > 0
}

// best stores the values of the sets in a block.
func (e *evaluator) best(r *run, high uint32, dst []byte) {
	k := r.n - bits.OnesCount32(high)
	clear(dst)
	for i := range e.steps { // turns that clear the cell just left
		s := &e.steps[i]
		more := 0
		if s.left == 0 {
			more = 1 // the cell just left is a low cell
		}
		e.blocks[i] = e.block(r, s, s.highPart(high)|s.left, k+more)
	}
	for i := range e.steps {
		if e.load(i) {
			raiseFrom(dst, &e.source, e.steps[i].with[k])
		}
	}
	for rest := high ^ (r.highs - 1); rest != 0; rest &= rest - 1 { // turns that clear another high cell
		raise(dst, e.after[r.afterwards[high|rest&-rest]:])
	}
	if k < r.low { // turns that clear another low cell
		copy(e.source[:], e.after[r.afterwards[high]:][:placement.Choose(r.low, k+1)])
		for _, with := range e.more[k][:r.low-k] {
			raiseFrom(dst, &e.source, with)
		}
	}
	for len(dst) >= 8 { // best keys become values, in place
		binary.LittleEndian.PutUint64(dst, valuesBefore(binary.LittleEndian.Uint64(dst)))
		dst = dst[8:]
	}
	for n := range dst {
		dst[n] = byte(valuesBefore(uint64(dst[n])))
	}
}
