package policy

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Start is the result of the games from the start.
type Start struct {
	Position string        `json:"position"`
	Value    query.Verdict `json:"value"` // for the player who begins
	// Walks has one element for each side that the policy plays. It is empty if the value is
	// unknown.
	Walks []Walk `json:"walks"`
}

// Walk is the result of all games between the policy and a perfect opponent.
type Walk struct {
	Side  string `json:"side"`  // of the policy: first or second
	Asked uint64 `json:"asked"` // distinct positions that the policy got
	// Complete reports that the result is certain: the policy got all positions that can arise, or
	// it fails. Otherwise the games exceeded Options.Walk, or the values of some answers are
	// unknown.
	Complete bool `json:"complete"`
	// Outcome is the worst outcome of the games for the policy. It is that of the
	// start unless the policy fails.
	Outcome engine.Outcome `json:"outcome"`
	Failure *Failure       `json:"failure"` // nil if the policy does not fail
}

// Failure is a game that the policy should have won or drawn.
type Failure struct {
	// Moves are those of both sides, from the start. After the policy's last mistake both play
	// best.
	Moves []string `json:"moves"`
	// Mistakes are the policy's moves that change the outcome. It is empty if play only repeats a
	// position.
	Mistakes []Mistake `json:"mistakes"`
	// Score is the final score of the policy; nil in games without scores.
	Score *int `json:"score,omitempty"`
	// Repeats is the number of moves before the first occurrence of the final position; nil if the
	// last move repeats no position of the game.
	Repeats *int `json:"repeats"`
	Cut     bool `json:"cut,omitempty"` // the recorded game stops before its end
}

// Mistake is a move of the policy that changes the outcome of the game.
type Mistake struct {
	Ply   int           `json:"ply"`   // the number of the move in the game, from 1
	Value query.Verdict `json:"value"` // before the move, for the policy
	After query.Verdict `json:"after"` // and after it
}

// walkFromStart plays the games from the start.
func (t *trial) walkFromStart(ctx context.Context) error {
	start, ok := t.game.Start()
	if !ok {
		return nil
	}
	a, err := t.db.Value(start)
	if err != nil {
		return err
	}
	if t.over(start) {
		return nil
	}
	s := &Start{Position: a.Text, Value: a.Verdict, Walks: []Walk{}}
	t.report.Start = s
	for _, side := range []string{"first", "second"} {
		target := engine.Win
		switch {
		case !a.Verdict.Known:
			return nil
		case a.Verdict.Result() == engine.Draw:
			target = engine.Draw
		case (a.Verdict.Result() == engine.Win) != (side == "first"):
			continue
		}
		w := &walker{trial: t, target: target, number: map[engine.Position]int{}}
		w.walk = Walk{Side: side, Outcome: target, Complete: true}
		if err := w.run(ctx, start); err != nil {
			return err
		}
		s.Walks = append(s.Walks, w.walk)
	}
	return nil
}

// over reports whether a position has no move.
func (t *trial) over(p engine.Position) bool {
	_, over := t.game.Finished(p)
	return over || len(t.game.AppendResults(nil, p)) == 0
}

// walker plays all games of a side, breadth first.
type walker struct {
	*trial
	target engine.Outcome // that the policy must keep: a win or a draw
	walk   Walk
	nodes  []node
	number map[engine.Position]int // the node of a position
	fault  *fault                  // the first move to the worst outcome so far
}

// node is a position at which the policy moves.
type node struct {
	position engine.Position
	parent   int    // number of the node before, or -1
	reply    string // the opponent's move that leads here, or "" at the start
	move     string // the policy's answer, once it is known
	next     []edge // the best replies to it
}

// edge is a reply of the opponent that leads to a node.
type edge struct {
	to   int
	turn string
}

// fault is a move of the policy that worsens the outcome.
type fault struct {
	node int
	move query.Move
}

func (w *walker) run(ctx context.Context, start engine.Position) error {
	if w.walk.Side == "first" {
		w.add(start, -1, "")
	} else if err := w.addReplies(ctx, start, -1); err != nil {
		return err
	}
	for from := 0; from < len(w.nodes) && (w.fault == nil || w.walk.Outcome != engine.Loss); {
		to := len(w.nodes)
		if err := w.askLevel(ctx, from, to); err != nil {
			return err
		}
		from = to
	}
	switch {
	case w.fault != nil:
		if w.walk.Outcome == engine.Loss {
			w.walk.Complete = true
		}
		if err := w.showFault(ctx); err != nil {
			return err
		}
		return w.findMistakes(start)
	case w.target == engine.Win:
		w.findCircle()
	}
	return nil
}

// add returns the number of the node of a position, or -1 if Options.Walk allows no more nodes.
func (w *walker) add(p engine.Position, parent int, reply string) int {
	if n, ok := w.number[p]; ok {
		return n
	}
	if len(w.nodes) == w.options.Walk {
		w.walk.Complete = false
		return -1
	}
	n := len(w.nodes)
	w.nodes = append(w.nodes, node{position: p, parent: parent, reply: reply})
	w.number[p] = n
	return n
}

// addReplies adds the positions that the best replies at p lead to.
func (w *walker) addReplies(ctx context.Context, p engine.Position, parent int) error {
	m, err := w.db.Moves(ctx, p, false)
	if err != nil {
		return err
	}
	if !m.Verdict.Known || m.Moves[0].Verdict != m.Verdict { // the database holds only a part of the values
		w.walk.Complete = false
		return nil
	}
	for _, reply := range m.Moves {
		if reply.Verdict != m.Verdict {
			break
		}
		if reply.Ended || w.over(reply.To) {
			continue // the value of the reply accounts for it
		}
		n := w.add(reply.To, parent, reply.Turn)
		if n >= 0 && parent >= 0 {
			w.nodes[parent].next = append(w.nodes[parent].next, edge{n, reply.Turn})
		}
	}
	return nil
}

// askLevel asks the policy at the nodes from ≤ n < to.
func (w *walker) askLevel(ctx context.Context, from, to int) error {
	var questions []question
	for _, n := range w.nodes[from:to] {
		questions = append(questions, question{position: n.position})
	}
	return w.ask(ctx, questions, func(q question, turn string) error {
		w.progress(Walking, w.walk.Asked, uint64(len(w.nodes)))
		n := from
		from++
		if w.fault != nil && w.walk.Outcome == engine.Loss {
			return nil // no outcome is worse
		}
		w.walk.Asked++
		return w.answered(ctx, n, q, turn)
	})
}

// answered records the policy's move at a node.
func (w *walker) answered(ctx context.Context, n int, q question, turn string) error {
	m, err := w.play(q, turn)
	if err != nil {
		return err
	}
	w.nodes[n].move = turn
	after := m.Verdict.Result()
	if after == engine.Unknown {
		w.walk.Complete = false
		return nil
	}
	if after == engine.Loss || after == engine.Draw && w.walk.Outcome == engine.Win {
		w.fault, w.walk.Outcome = &fault{n, m}, after
		if after == engine.Loss {
			return nil
		}
	}
	if m.Ended || w.over(m.To) {
		return nil
	}
	return w.addReplies(ctx, m.To, n)
}

// path returns the moves that lead to a node.
func (w *walker) path(n int) []string {
	var moves []string
	for ; n >= 0; n = w.nodes[n].parent {
		if reply := w.nodes[n].reply; reply != "" {
			moves = append(moves, reply)
		}
		if parent := w.nodes[n].parent; parent >= 0 {
			moves = append(moves, w.nodes[parent].move)
		}
	}
	slices.Reverse(moves)
	return moves
}

// showFault records the game of the fault. After it both sides play best.
func (w *walker) showFault(ctx context.Context) error {
	m := w.fault.move
	f := &Failure{Moves: append(w.path(w.fault.node), m.Turn), Mistakes: []Mistake{}}
	w.walk.Failure = f
	if m.Verdict.Outcome() == engine.Scored {
		f.Score = new(m.Verdict.Kind.Points(m.Verdict.Value))
	}
	if m.Ended || w.over(m.To) {
		return nil
	}
	line, err := w.db.Line(ctx, m.To)
	if err != nil {
		return err
	}
	if line.Repeats >= 0 {
		f.Repeats = new(len(f.Moves) + line.Repeats)
	}
	f.Moves, f.Cut = append(f.Moves, line.Moves...), line.Cut
	return nil
}

// findMistakes records the moves of the failed game that change its outcome.
func (w *walker) findMistakes(p engine.Position) error {
	f := w.walk.Failure
	for i, turn := range f.Moves {
		m, err := w.db.Play(p, turn)
		if err != nil {
			return err
		}
		if (w.walk.Side == "first") == (i%2 == 0) {
			a, err := w.db.Value(p)
			if err != nil {
				return err
			}
			if m.Verdict.Result() != a.Verdict.Result() {
				f.Mistakes = append(f.Mistakes, Mistake{i + 1, a.Verdict, m.Verdict})
			}
		}
		p = m.To
	}
	return nil
}

// findCircle records a game in which play goes around a cycle of nodes, if there is one.
func (w *walker) findCircle() {
	const fresh, open, closed = 0, 1, 2
	state := make([]uint8, len(w.nodes))
	var path []edge // the open nodes, each with the reply that leads to it
	var visit func(e edge) bool
	visit = func(e edge) bool {
		state[e.to] = open
		path = append(path, e)
		for _, next := range w.nodes[e.to].next {
			if state[next.to] == open {
				path = append(path, next)
				return true
			}
			if state[next.to] == fresh && visit(next) {
				return true
			}
		}
		state[e.to] = closed
		path = path[:len(path)-1]
		return false
	}
	for root := range w.nodes {
		if state[root] != fresh || !visit(edge{to: root}) {
			continue
		}
		first := path[len(path)-1].to
		circle := path[slices.IndexFunc(path, func(e edge) bool { return e.to == first }):]
		f := &Failure{Moves: w.path(first), Mistakes: []Mistake{}}
		f.Repeats = new(len(f.Moves))
		for k, e := range circle[1:] {
			f.Moves = append(f.Moves, w.nodes[circle[k].to].move, e.turn)
		}
		w.walk.Failure, w.walk.Outcome, w.walk.Complete = f, engine.Draw, true
		return
	}
}
