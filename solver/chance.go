package solver

import (
	"encoding/binary"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/chance"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// addErrors adds the proven half-widths of the values of a game of chance to the header of its table.
func (r *run) addErrors(h *table.Header) error {
	if !r.game.Kind().Uncertain() {
		return nil
	}
	for n := range h.Slices {
		var note ledger.ValuesNote
		if _, err := r.ledger.Note(ledger.ValuesName(n), &note); err != nil {
			return err
		}
		h.Slices[n].Error = note.Error
		h.Error = max(h.Error, note.Error)
	}
	return nil
}

// stored returns a function that makes stored values of those that the ways of solving leave: of the
// numbers of a game of chance, the values of its kind. The result is valid until the next call.
func (r *run) stored() func(values []byte) []byte {
	kind := r.game.Kind()
	if !kind.Uncertain() {
		return func(values []byte) []byte { return values }
	}
	scale, width := chance.ScaleOf(kind, r.game.Parts().Dice), kind.Width()
	var dst []byte
	return func(values []byte) []byte {
		dst = append(dst[:0], values[:len(values)/8*width]...)
		for o := range len(values) / 8 {
			kind.PutValue(dst[width*o:], kind.FromFloat(scale.Float(binary.LittleEndian.Uint64(values[8*o:]))))
		}
		return dst
	}
}
