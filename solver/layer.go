package solver

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/files"
)

// layerRun solves a slice that no move stays in, by one pass over its positions.
// Its values go to a file of their own, which is valid once the note that holds its
// checksum is committed.
type layerRun struct {
	*run
	number int
	slice  engine.Slice
	values []byte // as a table stores them
}

// layerNote is what the store keeps of a finished layer.
type layerNote struct {
	CRC     uint32         `json:"crc32c"` // of the values
	Counts  map[int]uint64 `json:"counts"` // positions by value
	Seconds float64        `json:"seconds"`
}

func (r *run) layerName(number int) string { return fmt.Sprintf("layer/%d", number) }

func (r *run) layerFile(number int) string {
	return filepath.Join(r.scratch, fmt.Sprintf("layer-%d", number))
}

// solveLayer solves a layer, unless an earlier run did, and returns its values where
// keep is set.
func (r *run) solveLayer(ctx context.Context, number int, keep bool) ([]byte, error) {
	l := &layerRun{run: r, number: number, slice: r.slices[number]}
	var note layerNote
	done, err := r.store.Note(r.layerName(number), &note)
	if err != nil {
		return nil, err
	}
	if done {
		if err := l.recall(note, keep); err != nil {
			r.options.Log.Warn("a layer is solved again", "slice", l.slice.Name, "error", err)
			done = false
		}
	}
	if !done {
		if note, err = l.solve(ctx); err != nil {
			return nil, err
		}
	}
	r.countLayer(note)
	r.event(Event{Kind: EventPhase, Step: "layer", New: l.slice.Size})
	if !keep {
		return nil, nil
	}
	return l.values, nil
}

// recall checks the file of a layer that an earlier run solved, and keeps its values if
// that is asked.
func (l *layerRun) recall(note layerNote, keep bool) error {
	if keep {
		l.values = newArray[byte](l.plan.value * l.slice.Size)
		return l.loadLayer(span{l.number, 0, l.slice.Size}, l.values)
	}
	return l.eachOfLayer(l.number, note, func([]byte) error { return nil })
}

// solve evaluates all positions and stores the values.
func (l *layerRun) solve(ctx context.Context) (layerNote, error) {
	clock := l.clock()
	width := uint64(l.game.Kind().Width())
	l.values = newArray[byte](l.slice.Size * width)
	chunks := int((l.slice.Size + 1<<l.shift - 1) >> l.shift)
	l.beginStep(0, phaseNote{Step: "layer"}, chunks)
	step := l.steps(0, chunks)
	exits := make([][]byte, len(l.slices))
	for n := range exits {
		exits[n] = l.finished[n].values
	}
	err := l.crew.each(ctx, chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		offset := uint64(chunk) << l.shift
		n := min(uint64(1)<<l.shift, l.slice.Size-offset)
		dst := l.values[offset*width : (offset+n)*width]
		if w.layers != nil {
			return w.layers.EvaluateLayer(dst, l.slice.First+offset, n, exits)
		}
		return l.evaluate(ctx, w, dst, l.slice.First+offset, n)
	})
	if err != nil {
		return layerNote{}, err
	}
	note := layerNote{Counts: l.tally()}
	if note.CRC, err = l.save(); err != nil {
		return layerNote{}, err
	}
	note.Seconds = clock.seconds()
	batch := l.store.NewBatch()
	batch.SetNote(l.layerName(l.number), note)
	batch.SetNote(elapsedNote, l.elapsed())
	return note, batch.Commit()
}

// evaluate stores the values of n positions from first on in dst.
func (l *layerRun) evaluate(ctx context.Context, w *worker, dst []byte, first, n uint64) error {
	kind := l.game.Kind()
	for o := range n {
		if o&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v, err := l.best(w, first+o)
		if err != nil {
			return fmt.Errorf("position #%d: %w", first+o, err)
		}
		if kind.Width() == 2 {
			binary.LittleEndian.PutUint16(dst[2*o:], uint16(v))
		} else {
			dst[o] = byte(v)
		}
	}
	return nil
}

// best returns the value of the best move at position i, or what the position is
// worth where it is finished.
func (l *layerRun) best(w *worker, i uint64) (engine.Value, error) {
	kind := l.game.Kind()
	var ends engine.Ends
	w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i)
	if kind == engine.Score {
		return l.bestScore(w, i)
	}
	switch {
	case ends&engine.IsDrawn != 0:
		return engine.Tie, nil
	case ends&engine.IsWon != 0:
		return kind.Decided(true, 0)
	case ends&engine.WinsNow != 0:
		return kind.Decided(true, 1)
	}
	var best engine.Value
	found := false
	offer := func(v engine.Value) {
		if !found || kind.Less(best, v) {
			best, found = v, true
		}
	}
	if ends&engine.DrawsNow != 0 {
		offer(engine.Tie)
	}
	if ends&engine.LosesNow != 0 {
		v, err := kind.Decided(false, 1)
		if err != nil {
			return 0, err
		}
		offer(v)
	}
	if err := l.successors(w); err != nil {
		return 0, err
	}
	for _, after := range w.lookout.values {
		v, err := kind.Back(engine.Value(after))
		if err != nil {
			return 0, err
		}
		offer(v)
	}
	if !found {
		return kind.Decided(false, 0)
	}
	return best, nil
}

// successors finds the values of the successors listed, which are in other slices.
func (l *layerRun) successors(w *worker) error {
	w.lookout.values = l.appendExitValues(w.lookout.values[:0], w.indices)
	if n := slices.Index(w.lookout.values, notHeld); n >= 0 {
		return fmt.Errorf("a move leads to position #%d, which is in none of the slices that %s exits into", w.indices[n], l.slice.Name)
	}
	return nil
}

// bestScore is best for scores. The successors of i are listed.
func (l *layerRun) bestScore(w *worker, i uint64) (engine.Value, error) {
	kind := l.game.Kind()
	if len(w.indices) == 0 {
		return kind.FromPoints(w.scorer.Score(i))
	}
	least := 127 // for the opponent
	if err := l.successors(w); err != nil {
		return 0, err
	}
	for _, v := range w.lookout.values {
		least = min(least, kind.Points(engine.Value(v)))
	}
	return kind.FromPoints(-least)
}

// tally counts the positions by value.
func (l *layerRun) tally() map[int]uint64 {
	counts := map[int]uint64{}
	if l.game.Kind().Width() == 2 {
		for o := 0; o < len(l.values); o += 2 {
			counts[int(binary.LittleEndian.Uint16(l.values[o:]))]++
		}
		return counts
	}
	var byValue [256]uint64
	for _, v := range l.values {
		byValue[v]++
	}
	for v, n := range byValue {
		if n > 0 {
			counts[v] = n
		}
	}
	return counts
}

// save writes the values to the layer's file, syncs it and returns its checksum.
func (l *layerRun) save() (uint32, error) {
	if err := files.MakeFolder(l.options.disk, l.scratch); err != nil {
		return 0, err
	}
	err := files.Write(l.options.disk, l.layerFile(l.number), l.values)
	return durable.Checksum(l.values), err
}

// loadLayer reads a range of the values of a finished layer, and checks all.
func (r *run) loadLayer(at span, values []byte) error {
	var note layerNote
	if _, err := r.store.Note(r.layerName(at.slice), &note); err != nil {
		return err
	}
	from := at.from * r.plan.value
	var offset uint64
	return r.eachOfLayer(at.slice, note, func(part []byte) error {
		end := offset + uint64(len(part))
		if low, high := max(offset, from), min(end, from+uint64(len(values))); low < high {
			copy(values[low-from:], part[low-offset:high-offset])
		}
		offset = end
		return nil
	})
}

// eachOfLayer hands on the values of a finished layer in parts, in order. What was
// handed on is to be used only when it returns no error.
func (r *run) eachOfLayer(number int, note layerNote, use func(part []byte) error) error {
	path := r.layerFile(number)
	f, err := r.options.disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	part := make([]byte, 1<<20)
	left := r.slices[number].Size * uint64(r.game.Kind().Width())
	var crc uint32
	for left > 0 {
		part = part[:min(uint64(len(part)), left)]
		if _, err := io.ReadFull(in, part); err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		crc = durable.Update(crc, part)
		left -= uint64(len(part))
		if err := use(part); err != nil {
			return err
		}
	}
	if crc != note.CRC {
		return fmt.Errorf("%s %w: its checksum is wrong", path, table.ErrCorrupt)
	}
	return nil
}
