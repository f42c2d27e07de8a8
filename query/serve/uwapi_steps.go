package serve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// steps lists the next steps of turns instead of whole turns: the best turn of each step
// gives its value. A last step leads to the next position, others to the same player with the steps so far.
func (v *uwapiVariant) steps(reply uwapiMoves, at uwapiAt) (uwapiMoves, error) {
	out := uwapiMoves{uwapiPosition: reply.uwapiPosition, Moves: []uwapiMove{}}
	for step := range strings.SplitSeq(strings.TrimSuffix(at.steps, ","), ",") {
		out.Autogui, _ = v.step(out.Autogui, step)
	}
	if at.steps != "" {
		out.Position += endMark + escape(strings.TrimSuffix(at.steps, ","))
	}
	begun := slices.DeleteFunc(reply.Moves, func(m uwapiMove) bool { return !strings.HasPrefix(m.Move, at.steps) })
	setDeltas(begun)
	seen := map[string]bool{}
	for _, m := range begun { // best first
		step, _, more := strings.Cut(m.Move[len(at.steps):], ",")
		if seen[step] {
			continue
		}
		seen[step] = true
		own := uwapiPosition{Value: m.MoveValue, Remoteness: m.Remoteness}
		if own.Remoteness >= 0 {
			own.Remoteness++
		}
		if len(out.Moves) == 0 {
			out.Value, out.Remoteness = own.Value, own.Remoteness
		}
		own.Autogui, m.AutoguiMove = v.step(out.Autogui, step)
		if m.Move = step; more {
			own.Position = reply.Position + endMark + escape(at.steps+step)
			m.uwapiPosition = own
		}
		out.Moves = append(out.Moves, m)
	}
	if len(out.Moves) == 0 && at.steps != "" {
		return out, engine.InputErrorf("%q begins no turn", at.steps)
	}
	return out, nil
}

// step moves a piece on a drawn board, and returns the button for that.
func (v *uwapiVariant) step(autogui, step string) (after, button string) {
	from, to, _ := strings.Cut(step, "-")
	a, ok1 := v.codec.Layout.Number(from)
	b, ok2 := v.codec.Layout.Number(to)
	if !ok1 || !ok2 || max(a, b)+2 >= len(autogui) {
		return autogui, step
	}
	letters := []byte(autogui)
	letters[b+2], letters[a+2] = letters[a+2], letters[b+2]
	return string(letters), fmt.Sprintf("M_%d_%d_x", a, b)
}
