package pushfight

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
