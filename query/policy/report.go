package policy

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Report rates the moves of a policy. Its JSON is that of the command line.
type Report struct {
	Game     string      // canonical spec
	Kind     engine.Kind // of the game's values
	Policy   string      // its name, where it has one ([fmt.Stringer])
	Sample   uint64      // random positions asked for; 0: all
	Seed     int64       // of the sample
	Finished uint64      // positions skipped since they have no move
	Unknown  uint64      // positions skipped since their value is unknown
	// The values of the answers, by the outcomes of their positions.
	Won, Drawn, Lost Tally
	// PointsLost is the number of points that all answers give away; 0 in games without scores.
	PointsLost uint64
	Worst      []Case // the worst first, without optimal answers
	// Start is about the games from the start; nil if Options.Walk is 0, the game
	// has no single start, or the start has no move.
	Start *Start
}

// Tally counts positions by the outcome of the answers, for the player who moves.
type Tally struct {
	Asked   uint64 `json:"asked"`
	Optimal uint64 `json:"optimal"` // no move is better
	// Win, Draw and Loss count all outcomes, optimal or not. A score counts by
	// its sign.
	Win  uint64 `json:"win"`
	Draw uint64 `json:"draw"`
	Loss uint64 `json:"loss"`
	// Unjudged counts answers whose value the database does not know:
	// its solve had a limited remoteness, or it holds only a part of the values.
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

// Asked returns the number of positions that the policy got.
func (r Report) Asked() uint64 { return r.Won.Asked + r.Drawn.Asked + r.Lost.Asked }

// Optimal returns the number of optimal answers.
func (r Report) Optimal() uint64 { return r.Won.Optimal + r.Drawn.Optimal + r.Lost.Optimal }

// Kept returns the number of answers that keep the outcome of their positions.
func (r Report) Kept() uint64 { return r.Won.Win + r.Drawn.Draw + r.Lost.Loss }

// Unjudged returns the number of answers of unknown value.
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

// pointsLost returns the points that a move gives away.
func pointsLost(v, after query.Verdict) int {
	if v.Outcome() != engine.Scored {
		return 0
	}
	return v.Kind.Points(v.Value) - v.Kind.Points(after.Value)
}

// keep keeps a case if it is among the worst most cases.
func (r *Report) keep(c Case, most int) {
	if n := len(r.Worst); most < 1 || n == most && compareCases(r.Worst[n-1], c) < 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(r.Worst, c, compareCases)
	r.Worst = slices.Insert(r.Worst, at, c)
	r.Worst = r.Worst[:min(len(r.Worst), most)]
}

// compareCases orders cases, the worst first: by points given away; then by the fall of the
// outcome, with the quickest missed win and the quickest loss first; then by plies given away.
func compareCases(a, b Case) int {
	return cmp.Or(
		cmp.Compare(pointsLost(b.Value, b.After), pointsLost(a.Value, a.After)),
		cmp.Compare(drop(b), drop(a)),
		comparePlies(a, b),
		query.Compare(a.Value, b.Value),
		query.Compare(b.After, a.After),
		cmp.Compare(a.Index, b.Index),
	)
}

// drop returns the fall of the outcome: 1 from a win to a draw, 2 to a loss.
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

// comparePlies compares cases that both keep the outcome by the plies given away.
func comparePlies(a, b Case) int {
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
