package policy

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Report says how good the moves of a policy are. Its JSON is that of the command line.
type Report struct {
	Game     string      // canonical spec
	Kind     engine.Kind // of the game's values
	Policy   string      // its name, where it has one ([fmt.Stringer])
	Sample   uint64      // random positions asked for; 0: all
	Seed     int64       // of the sample
	Finished uint64      // positions left out: there is nothing to move
	Unknown  uint64      // positions left out: their value is not known
	// What the answers are worth, by what their positions are worth.
	Won, Drawn, Lost Tally
	// PointsLost is how many points all answers give away; 0 where there are no scores.
	PointsLost uint64
	Worst      []Case // the worst first; no optimal ones
	// Start is about the games from the start; nil where there were none: none were
	// asked for, the game has no single start, or nothing to play there.
	Start *Start
}

// Tally counts positions by what the answers to them are worth to the mover.
type Tally struct {
	Asked   uint64 `json:"asked"`
	Optimal uint64 `json:"optimal"` // no move is better
	// Win, Draw and Loss count the outcomes, whether optimal or not; a score counts by
	// its sign.
	Win  uint64 `json:"win"`
	Draw uint64 `json:"draw"`
	Loss uint64 `json:"loss"`
	// Unjudged counts answers of which the database does not know what they are worth:
	// it was solved to a limited remoteness, or holds a part of the values only.
	Unjudged uint64 `json:"unknown"`
}

// Case is an answer that is not optimal. Values are for the player who moves.
type Case struct {
	Position string        `json:"position"`
	Index    uint64        `json:"index"`
	Value    query.Verdict `json:"value"`
	Move     string        `json:"move"`  // the policy's
	After    query.Verdict `json:"after"` // what the policy's move leaves of the value
	Best     string        `json:"best"`  // a move that keeps the value, or "" where none is known
}

// Asked returns how many positions were asked.
func (r Report) Asked() uint64 { return r.Won.Asked + r.Drawn.Asked + r.Lost.Asked }

// Optimal returns how many answers are as good as any.
func (r Report) Optimal() uint64 { return r.Won.Optimal + r.Drawn.Optimal + r.Lost.Optimal }

// Kept returns how many answers keep the outcome of their positions.
func (r Report) Kept() uint64 { return r.Won.Win + r.Drawn.Draw + r.Lost.Loss }

// Unjudged returns how many answers could not be judged.
func (r Report) Unjudged() uint64 { return r.Won.Unjudged + r.Drawn.Unjudged + r.Lost.Unjudged }

// of returns the tally of positions of an outcome.
func (r *Report) of(o engine.Outcome) *Tally {
	switch o {
	case engine.Win:
		return &r.Won
	case engine.Loss:
		return &r.Lost
	}
	return &r.Drawn
}

// add counts an answer that leaves after of a position worth v.
func (r *Report) add(v, after query.Verdict) {
	t := r.of(v.Result())
	t.Asked++
	if after == v {
		t.Optimal++
	}
	switch after.Result() {
	case engine.Win:
		t.Win++
	case engine.Draw:
		t.Draw++
	case engine.Loss:
		t.Loss++
	default:
		t.Unjudged++
		return
	}
	r.PointsLost += uint64(pointsLost(v, after))
}

// pointsLost returns how many points were given away.
func pointsLost(v, after query.Verdict) int {
	if v.Outcome() != engine.Scored {
		return 0
	}
	return v.Kind.Points(v.Value) - v.Kind.Points(after.Value)
}

// keep keeps a case if it is among the worst so many.
func (r *Report) keep(c Case, most int) {
	if n := len(r.Worst); most < 1 || n == most && compareCases(r.Worst[n-1], c) < 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(r.Worst, c, compareCases)
	r.Worst = slices.Insert(r.Worst, at, c)
	r.Worst = r.Worst[:min(len(r.Worst), most)]
}

// compareCases orders cases, the worst first: most points given away; the greatest loss
// of outcome, there the easiest win missed and the quickest loss; most plies given away.
func compareCases(a, b Case) int {
	return cmp.Or(
		cmp.Compare(pointsLost(b.Value, b.After), pointsLost(a.Value, a.After)),
		cmp.Compare(drop(b), drop(a)),
		lastingWorse(a, b),
		query.Compare(a.Value, b.Value),
		query.Compare(b.After, a.After),
		cmp.Compare(a.Index, b.Index),
	)
}

// drop returns how far the outcome falls: from a win to a draw by 1, to a loss by 2.
func drop(c Case) int { return rank(c.Value) - rank(c.After) }

func rank(v query.Verdict) int {
	switch v.Result() {
	case engine.Win:
		return 1
	case engine.Loss:
		return -1
	}
	return 0
}

// lastingWorse compares cases that both keep the outcome by the plies given away.
func lastingWorse(a, b Case) int {
	if drop(a) != 0 || drop(b) != 0 {
		return 0
	}
	return cmp.Compare(pliesLost(b), pliesLost(a))
}

func pliesLost(c Case) int {
	before, _ := c.Value.Plies()
	after, _ := c.After.Plies()
	return max(before, after) - min(before, after)
}
