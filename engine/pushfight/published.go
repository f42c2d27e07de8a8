package pushfight

import "math/bits"

// Outlook looks one turn of each side ahead, from single positions and from runs of
// permutation indices; package solver/pushfight makes the published files with it.
// It belongs to one goroutine and allocates nothing once it has warmed up. Its
// answers do not depend on what it was asked before.
//
// # How it works
//
// A win this turn depends on a few squares only: those of the row that is pushed over
// the edge, and the ways of at most two moves. A [threat] is that turn with
// these squares. Two things follow.
//
// All positions that agree on the squares of a threat are won. Taking the threat
// whose last square comes earliest, a scan in the order of the permutation index
// steps over all positions that agree on the squares up to there (walk).
//
// A position is lost when a threat of the opponent answers every turn. A threat
// answers every turn whose moves and push leave its squares alone, so a few threats
// answer nearly all turns, in sets and without making them (defence). Threats are
// kept from one position to the next, and so are the turns that showed positions
// not to be lost: neighbours in the order of the index differ little.
type Outlook struct {
	*Variant
	test    winTest
	hunter  hunter
	placer  placer
	walk    walk
	defence defence

	threats [keptThreats]threat // of the mover, found lately by a scan
	oldest  int                 // of threats
}

// keptThreats is how many threats a scan tries before it looks for one.
const keptThreats = 4

// NewOutlook returns an Outlook of its own for a goroutine.
func (v *Variant) NewOutlook() *Outlook {
	o := &Outlook{
		Variant: v,
		test:    winTest{board: v.board},
		hunter:  hunter{board: v.board},
		placer:  placer{board: v.board},
	}
	o.defence.init(v.board)
	for i := range o.threats {
		o.threats[i] = noThreat
	}
	return o
}

// IsPublished reports whether the variant is the published game: the full board with
// two movers and three pushers a side.
func (v *Variant) IsPublished() bool {
	return v.board.text == FullBoard && v.movers == 2 && v.pushers == 3
}

// MinimizedIndex returns the minimized index of a position, or false where p is not in
// progress or not reachable.
func (v *Variant) MinimizedIndex(p Position) (uint64, bool) {
	if _, over := v.Finished(p); over || p.anchor == 0 {
		return 0, false
	}
	return v.minimize(p)
}

// Wins reports whether the mover can drop an opponent's piece this turn.
func (o *Outlook) Wins(p Position) bool { return o.test.wins(p) }

// Loses reports whether every turn of p, if there is any, lets the opponent drop a
// piece with his next one. p must not be one that [Outlook.Wins].
func (o *Outlook) Loses(p Position) bool { return o.defence.loses(&p) }

// Stuck reports whether the mover has no turn at p: no push, or only such that drop
// an own piece, whatever he moves first.
func (o *Outlook) Stuck(p Position) bool {
	stuck, _ := stuck(&o.placer, p, o.board.cells)
	return stuck
}

// AppendSuccessors appends the positions in progress that the turns of p lead to and
// returns the extended slice. A position that different moves bring about may
// appear more than once.
func (o *Outlook) AppendSuccessors(dst []Position, p Position) []Position {
	g := &o.placer
	g.start(p.mine(), p.pusher&^p.theirs, p.theirs)
	for batch := g.next(); batch != nil; batch = g.next() {
		for _, m := range batch {
			q := p.at(m)
			for d, pushing := range o.board.shifts(q.occupied, q.anchor, m.pushers) {
				for ; pushing != 0; pushing &= pushing - 1 {
					dst = append(dst, o.board.shifted(q, bits.TrailingZeros64(pushing), d))
				}
			}
		}
	}
	return dst
}
