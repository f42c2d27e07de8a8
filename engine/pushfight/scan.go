package pushfight

// ScanWins sets the bits of the positions won this turn in the bitmap dst, which must be zero,
// and returns their number. The positions start at the permutation index first, the least
// significant bit first. Indices past the last stay zero.
func (o *Lookahead) ScanWins(dst []byte, first uint64) (wins uint64) {
	o.scan(first, 8*uint64(len(dst)), func(at, n uint64) {
		wins += n
		for ; n > 0 && at%8 != 0; n-- {
			dst[at/8] |= 1 << (at % 8)
			at++
		}
		whole := dst[at/8 : at/8+n/8]
		for i := range whole {
			whole[i] = 0xff
		}
		if n %= 8; n > 0 {
			dst[at/8+uint64(len(whole))] |= 1<<n - 1
		}
	}, nil)
	return wins
}

// Outcomes are numbers of positions: won this turn, lost within one turn of each side, and
// others (ties).
type Outcomes struct{ Ties, Losses, Wins uint64 }

// powers of three: the weights of the values in a byte.
var powers = [5]byte{1, 3, 9, 27, 81}

// ScanLosses stores in dst, which must be zero, the values of the positions from the permutation
// index first on, five a byte, the first with weight 1: 2 if [Lookahead.Wins], 1 if
// [Lookahead.Loses], else 0. It returns their numbers. Indices past the last stay zero.
func (o *Lookahead) ScanLosses(dst []byte, first uint64) (n Outcomes) {
	o.scan(first, 5*uint64(len(dst)), func(at, run uint64) {
		n.Wins += run
		for ; run > 0 && at%5 != 0; run-- {
			dst[at/5] += 2 * powers[at%5]
			at++
		}
		whole := dst[at/5 : at/5+run/5]
		for i := range whole {
			whole[i] = 2 * (1 + 3 + 9 + 27 + 81)
		}
		for i := range run % 5 {
			dst[at/5+uint64(len(whole))] += 2 * powers[i]
		}
	}, func(at uint64, p *Position) {
		if o.defence.loses(p) {
			n.Losses++
			dst[at/5] += powers[at%5]
		} else {
			n.Ties++
		}
	})
	return n
}

// scan visits the n positions from the permutation index first on. It calls won for runs of
// positions won this turn and other, unless nil, for each other position. Positions are
// counted from first.
func (o *Lookahead) scan(first, n uint64, won func(at, n uint64), other func(at uint64, p *Position)) {
	w := &o.walk
	w.seek(w.unpermute(first))
	for at := uint64(0); ; {
		last, run := w.squares-1, uint64(1)
		if deciding, ok := o.decided(&w.position); ok {
			last, run = w.run(deciding)
			run = min(run, n-at)
			won(at, run)
		} else if other != nil {
			other(at, &w.position)
		}
		if at += run; at == n || !w.skip(last) {
			return
		}
	}
}

// decided reports whether p is won this turn. If it is, all positions that agree with p on the
// squares up to last are won.
func (o *Lookahead) decided(p *Position) (last int, won bool) {
	b := o.walk.board
	for i := range o.threats {
		if o.threats[i].applies(p) {
			return lastSquare(b, o.threats[i].all), true
		}
	}
	if !o.Wins(*p) {
		return 0, false
	}
	// Find the threat that ends earliest: after finding one, search the squares before its last
	// square.
	last = b.squares - 1
	kept := false
	for known := b.cells; ; {
		found := o.hunter.find(p, known, 1)
		if len(found) == 0 {
			break
		}
		o.threats[o.oldest] = found[0]
		kept = true
		last = lastSquare(b, found[0].all)
		known &= 1<<(b.cellOf[last]&63) - 1
	}
	if kept {
		o.oldest = (o.oldest + 1) % keptThreats
	}
	return last, true
}

// Lookahead looks one turn of each side ahead, from single positions and from runs of permutation
// indices. It belongs to one goroutine. After the first calls it allocates no memory. Its answers
// do not depend on earlier calls.
type Lookahead struct {
	*Generator
	hunter  hunter
	walk    walk
	defence defence

	threats [keptThreats]threat // of the mover, recently found by a scan
	oldest  int                 // index of the oldest in threats
}

// keptThreats is the number of threats that a scan tries before it searches for one.
const keptThreats = 4

// NewLookahead returns a Lookahead for one goroutine.
func NewLookahead(v *Variant) *Lookahead {
	o := &Lookahead{Generator: NewGenerator(v), hunter: hunter{board: v.board}, walk: newWalk(v)}
	o.defence.init(o.Generator)
	for i := range o.threats {
		o.threats[i] = noThreat
	}
	return o
}

// Loses reports whether every turn of p, if there is any, lets the opponent drop a piece with his
// next one. [Lookahead.Wins] must be false for p.
func (o *Lookahead) Loses(p Position) bool { return o.defence.loses(&p) }
