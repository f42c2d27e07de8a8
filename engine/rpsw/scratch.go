package rpsw

import "github.com/foregone-db/foregone/engine"

// scratch implements all parts of an [engine.Scratch] that apply to a game with these values,
// except those for layers.
type scratch struct {
	*Variant
	at    cursor
	frame frame
	back  winning

	here, twin arrangement // a position whose last move is taken back, and its mirror image
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, Unmover: w, OpenUnmover: w, WinScanner: w, Seeder: w}
}

func newScratch(v *Variant) *scratch {
	return &scratch{Variant: v, at: cursor{v: &v.numbering}, frame: frame{v: &v.numbering}}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	w.at.seek(i)
	f := &w.frame
	f.set(&w.at)
	for p := range w.at.m {
		dst = f.appendQuiet(dst, p)
		dst = f.appendCaptures(dst, p)
	}
	if f.wins {
		return dst, engine.WinsNow
	}
	return dst, 0
}
