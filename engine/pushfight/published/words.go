package published

import "github.com/foregone-db/foregone/engine/pushfight"

// words is a [pushfight.Position], open: sets of cells, seen by the mover.
type words struct {
	occupied uint64 // all pieces
	pusher   uint64 // the pushers of both sides
	theirs   uint64 // the opponent's pieces
	anchor   uint64 // the opponent's pusher under the anchor
}

func wordsOf(p pushfight.Position) (w words) {
	w.occupied, w.pusher, w.theirs, w.anchor = p.Words()
	return w
}

func (p *words) position() pushfight.Position {
	return pushfight.PositionOf(p.occupied, p.pusher, p.theirs, p.anchor)
}

// mine returns the mover's pieces.
func (p *words) mine() uint64 { return p.occupied &^ p.theirs }

// placement is where a player's pieces stand: own holds movers and pushers, pushers
// the pushers alone.
type placement struct{ own, pushers uint64 }

// at returns p with the mover's pieces placed anew.
func (p *words) at(m placement) words {
	return words{
		occupied: m.own | p.theirs,
		pusher:   m.pushers | p.pusher&p.theirs,
		theirs:   p.theirs,
		anchor:   p.anchor,
	}
}

// symbols are what can stand on a square, in the order of the permutation index.
const symbols = ".oOxXY"

// put places a symbol other than "." on an empty cell.
func (p *words) put(c, symbol int) {
	bit := uint64(1) << c
	p.occupied |= bit
	if symbol == 2 || symbol >= 4 {
		p.pusher |= bit
	}
	if symbol >= 3 {
		p.theirs |= bit
	}
	if symbol == 5 {
		p.anchor |= bit
	}
}

// counts returns how many of each symbol a position in progress has.
func counts(v *pushfight.Variant) [6]int {
	movers, pushers := v.Pieces()
	grid := v.Grid()
	return [6]int{grid.Squares - 2*(movers+pushers), movers, pushers, movers, pushers - 1, 1}
}
