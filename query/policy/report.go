package policy

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Report rates the moves of a policy. Its JSON is that of the command line.
type Report struct {
	Game     string  `json:"game"`           // canonical spec
	Policy   string  `json:"policy"`         // its name, if it has one ([fmt.Stringer])
	Sample   *uint64 `json:"sample"`         // random positions requested; nil: all
	Seed     *int64  `json:"seed,omitempty"` // of the sample
	Asked    uint64  `json:"asked"`          // positions that the policy got
	Finished uint64  `json:"finished"`       // positions skipped because they have no move
	Unknown  uint64  `json:"unknown"`        // positions skipped because their value is unknown
	Optimal  uint64  `json:"optimal"`        // answers for which no move is better
	Kept     uint64  `json:"kept"`           // answers that keep the outcome of their positions
	// GivenAway counts the other answers.
	GivenAway struct {
		WinDraw  uint64 `json:"win_draw"`
		WinLoss  uint64 `json:"win_loss"`
		DrawLoss uint64 `json:"draw_loss"`
	} `json:"given_away"`
	// PointsLost is the number of points that all answers give away; nil in games without scores.
	PointsLost *uint64 `json:"points_lost,omitempty"`
	// ByOutcome has the values of the answers by the outcomes of their positions.
	ByOutcome struct {
		Draw Tally `json:"draw"`
		Loss Tally `json:"loss"`
		Win  Tally `json:"win"`
	} `json:"by_outcome"`
	Worst []Case `json:"worst"` // the worst first, without optimal answers
	// Start is about the games from the start; nil if Options.Walk is 0, the game
	// has no single start, or the start has no move.
	Start *Start `json:"start"`
	// Exploit is what the best opponent gains; nil unless Options.Exploit is set.
	Exploit *Exploit `json:"exploit,omitempty"`
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
	After    query.Verdict `json:"after"` // the value after the policy's move
	Best     string        `json:"best"`  // a move that keeps the value, or "" if none is known
}

// Unjudged returns the number of answers of unknown value.
func (r Report) Unjudged() uint64 {
	return r.ByOutcome.Win.Unjudged + r.ByOutcome.Draw.Unjudged + r.ByOutcome.Loss.Unjudged
}

// add counts an answer. v is the value of the position, after its value after the answer.
func (r *Report) add(v, after query.Verdict) {
	before, left := v.Result(), after.Result()
	t := map[engine.Outcome]*Tally{engine.Win: &r.ByOutcome.Win, engine.Draw: &r.ByOutcome.Draw, engine.Loss: &r.ByOutcome.Loss}[before]
	r.Asked++
	t.Asked++
	if after == v {
		r.Optimal++
		t.Optimal++
	}
	if left == before {
		r.Kept++
	}
	switch left {
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
	r.GivenAway.WinDraw, r.GivenAway.WinLoss, r.GivenAway.DrawLoss = r.ByOutcome.Win.Draw, r.ByOutcome.Win.Loss, r.ByOutcome.Draw.Loss
	if r.PointsLost != nil {
		*r.PointsLost += uint64(pointsLost(v, after))
	}
}

// pointsLost returns the points that a move gives away.
func pointsLost(v, after query.Verdict) int {
	if v.Outcome() != engine.Scored {
		return 0
	}
	return v.Kind.Points(v.Value) - v.Kind.Points(after.Value)
}

// keep adds a case to Worst if it is among the worst cases, at most most of them.
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
		cmp.Compare(pliesLost(b), pliesLost(a)),
		query.Compare(a.Value, b.Value),
		query.Compare(b.After, a.After),
		cmp.Compare(a.Index, b.Index),
	)
}

// drop returns the fall of the outcome: 1 from a win to a draw, 2 to a loss.
func drop(c Case) int { return rank(c.Value) - rank(c.After) }

func rank(v query.Verdict) int {
	return map[engine.Outcome]int{engine.Win: 1, engine.Loss: -1}[v.Result()]
}

// pliesLost returns the plies that an answer gives away, or 0 if it changes the outcome.
func pliesLost(c Case) int {
	if drop(c) != 0 {
		return 0
	}
	before, _ := c.Value.Plies()
	after, _ := c.After.Plies()
	return max(before, after) - min(before, after)
}
