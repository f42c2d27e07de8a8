package policy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
	"github.com/foregone-db/foregone/query/querytest"
)

// open returns a database of a game, solved naively. If maxPhase is not 0, longer wins and losses
// are unknown.
func open(t testing.TB, text string, maxPhase int) *query.DB {
	t.Helper()
	registry := games.NewRegistry(tictactoe.Definition(), britishsquare.Definition(), engine.Definition{
		Name: "circle", Level: engine.LevelRules, Kind: engine.Byte,
		New: func(spec engine.Spec) (engine.Game, error) {
			return discover.Game(spec, engine.Byte, &engine.Rules{Start: 5, AppendMoves: circle{}.AppendMoves}, 0)
		},
	})
	return querytest.Open(t, registry, enginetest.OpenIn(t, registry, text), maxPhase)
}

// circle is a game whose start, 5, leads over 4 to 0. There a move to 2 wins, and a move to 1 only
// comes back.
type circle struct{}

func (circle) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return append(dst, [][]uint64{{1, 2}, {0}, {}, {}, {0}, {4}}[key]...), 0
}

// ranked is a policy that plays the n-th best move of a database, or the last one.
func ranked(t testing.TB, db *query.DB, n int) policy.Func {
	return func(position string) (string, error) {
		p, err := db.Parse(position)
		if err != nil {
			return "", err
		}
		m, err := db.Moves(context.Background(), p, false)
		return m.Moves[min(n, len(m.Moves)-1)].Turn, err
	}
}

func run(t testing.TB, db *query.DB, p policy.Policy, o policy.Options) policy.Report {
	t.Helper()
	r, err := policy.Test(t.Context(), db, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCounts compares the counts of all positions with a direct computation.
func TestCounts(t *testing.T) {
	for _, spec := range []string{"tictactoe", "british-square:width=3,height=3"} {
		db := open(t, spec, 0)
		g := db.Game()
		for n := range 4 {
			want := policy.Report{Worst: []policy.Case{}}
			if g.Kind() == engine.Score {
				want.PointsLost = new(uint64)
			}
			total := map[string]uint64{}
			for i := range g.Size() {
				m, err := db.Moves(t.Context(), g.At(i), false)
				if err != nil {
					t.Fatal(err)
				}
				if len(m.Moves) == 0 {
					want.Finished++
					continue
				}
				move := m.Moves[min(n, len(m.Moves)-1)]
				total[m.Verdict.Result().String()+" "+move.Verdict.Result().String()]++
				if move.Verdict == m.Moves[0].Verdict {
					total[m.Verdict.Result().String()+" optimal"]++
				}
				if g.Kind() == engine.Score {
					*want.PointsLost += uint64(g.Kind().Points(m.Verdict.Value) - g.Kind().Points(move.Verdict.Value))
				}
			}
			tally := func(from string) policy.Tally {
				w, d, l := total[from+" win"], total[from+" draw"], total[from+" loss"]
				return policy.Tally{Asked: w + d + l, Optimal: total[from+" optimal"], Win: w, Draw: d, Loss: l}
			}
			want.ByOutcome.Win, want.ByOutcome.Draw, want.ByOutcome.Loss = tally("win"), tally("draw"), tally("loss")
			want.Asked = want.ByOutcome.Win.Asked + want.ByOutcome.Draw.Asked + want.ByOutcome.Loss.Asked
			want.Optimal = total["win optimal"] + total["draw optimal"] + total["loss optimal"]
			want.Kept = total["win win"] + total["draw draw"] + total["loss loss"]
			want.GivenAway.WinDraw, want.GivenAway.WinLoss, want.GivenAway.DrawLoss = total["win draw"], total["win loss"], total["draw loss"]
			got := run(t, db, ranked(t, db, n), policy.Options{})
			got.Game = ""
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, move %d:\ngot  %+v\nwant %+v", spec, n, got, want)
			}
			if n == 0 && got.Optimal != got.Asked {
				t.Errorf("%s: of %d best moves %d are optimal", spec, got.Asked, got.Optimal)
			}
		}
	}
}

func TestSample(t *testing.T) {
	db := open(t, "tictactoe", 0)
	sample := func(n uint64, seed int64) ([]string, policy.Report) {
		var asked []string
		best := ranked(t, db, 0)
		r := run(t, db, policy.Func(func(position string) (string, error) {
			asked = append(asked, position)
			return best(position)
		}), policy.Options{Sample: n, Seed: seed})
		return asked, r
	}
	a, report := sample(300, 1)
	b, _ := sample(300, 1)
	c, _ := sample(300, 2)
	if len(a) != 300 || report.Asked != 300 || !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("samples of %d, %d and %d positions, equal: %v", len(a), len(b), len(c), slices.Equal(a, b))
	}
	// A sample larger than the table: all positions with a move, each once.
	all, report := sample(10_000, 1)
	slices.Sort(all)
	if len(slices.Compact(all)) != 5478-958 || report.Asked != 5478-958 || report.Finished != 958 {
		t.Errorf("%d positions, %d of them left out", report.Asked, report.Finished)
	}
}

func TestWorst(t *testing.T) {
	db := open(t, "tictactoe", 0)
	r := run(t, db, ranked(t, db, 100), policy.Options{Worst: 10_000})
	if uint64(len(r.Worst)) != r.Asked-r.Optimal {
		t.Errorf("%d cases, want %d", len(r.Worst), r.Asked-r.Optimal)
	}
	first, last := r.Worst[0], r.Worst[len(r.Worst)-1]
	if first.Value.String() != "W1" || first.After.String() != "L1" || last.Value.Result() != last.After.Result() {
		t.Errorf("the worst is %+v, the least bad %+v", first, last)
	}
	p, err := db.Parse(first.Position)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := db.Play(p, first.Best); err != nil || m.Verdict != first.Value {
		t.Errorf("%s at %s is worth %v, want %v", first.Best, first.Position, m.Verdict, first.Value)
	}
	ten := run(t, db, ranked(t, db, 100), policy.Options{Worst: 10}).Worst
	if !reflect.DeepEqual(ten, r.Worst[:10]) {
		t.Errorf("the worst ten are not those of all")
	}
}

func TestFromTheStart(t *testing.T) {
	for _, test := range []struct {
		spec string
		move int // the policy plays the n-th best move
		walk int
		want string // side, outcome, whether complete, and how the game ends
	}{
		{"tictactoe", 0, 1000, "first draw true; second draw true"},
		{"tictactoe", 0, 1, "first draw false; second draw false"},
		{"tictactoe", 100, 1000, "first loss true, 5 or more moves; second loss true, 5 or more moves"},
		{"british-square:width=3,height=3", 0, 1000, "first win true"},
		{"british-square:width=3,height=3", 100, 1000, "first draw true, 5 or more moves"},
		{"circle", 0, 1000, "first win true"},
		{"circle", 100, 1000, "first draw true"},
	} {
		db := open(t, test.spec, 0)
		r := run(t, db, ranked(t, db, test.move), policy.Options{Sample: 1, Walk: test.walk})
		var got []string
		for _, w := range r.Start.Walks {
			text := fmt.Sprintf("%s %v %v", w.Side, w.Outcome, w.Complete)
			if w.Failure != nil {
				if len(w.Failure.Moves) >= 5 {
					text += ", 5 or more moves"
				}
				checkFailure(t, db, w)
			}
			got = append(got, text)
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s with move %d: got %q, want %q", test.spec, test.move, text, test.want)
		}
	}
}

// checkFailure replays the game of a failure.
func checkFailure(t *testing.T, db *query.DB, w policy.Walk) {
	t.Helper()
	p, _ := db.Game().Start()
	ours := w.Side == "first"
	var end query.Verdict
	for _, turn := range w.Failure.Moves {
		m, err := db.Play(p, turn)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := db.Value(p); err != nil || !ours && m.Verdict != a.Verdict {
			t.Errorf("the opponent plays %s at %s, which is worth %v, not %v", turn, a.Text, m.Verdict, a.Verdict)
		}
		p, ours, end = m.To, !ours, m.Verdict
	}
	if w.Failure.Repeats != nil {
		if !slices.Equal(w.Failure.Moves, []string{"0x4", "0x0", "0x1", "0x0"}) || *w.Failure.Repeats != 2 {
			t.Errorf("got %+v", w.Failure)
		}
		return
	}
	if _, over := db.Game().Finished(p); !over && len(db.Game().Moves(p)) > 0 {
		t.Errorf("the game ends at %s, where it goes on", db.Game().Text(p))
	}
	want := w.Outcome
	if ours && want == engine.Loss { // the opponent's move was the last
		want = engine.Win
	}
	if end.Result() != want || len(w.Failure.Mistakes) == 0 {
		t.Errorf("it ends with %v, mistakes %v", end, w.Failure.Mistakes)
	}
}

// TestUnknown tests a policy against a database with unknown values.
func TestUnknown(t *testing.T) {
	db := open(t, "tictactoe", 2)
	r := run(t, db, ranked(t, db, 100), policy.Options{Walk: 10})
	if r.Unknown != 1670-16 || r.Unjudged() == 0 || r.Asked+r.Unknown+r.Finished != 5478 {
		t.Errorf("%+v", r)
	}
	if r.Start == nil || len(r.Start.Walks) > 0 {
		t.Errorf("start %+v", r.Start)
	}
}

// stopping is a policy that stops after a number of answers, or gives too many.
type stopping struct {
	policy.Policy
	answers, more int
}

func (s stopping) Answer(ctx context.Context, positions []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		n := 0
		for turn, err := range s.Policy.Answer(ctx, positions) {
			if n++; n > s.answers || !yield(turn, err) {
				return
			}
		}
		for range s.more {
			if !yield("more", nil) {
				return
			}
		}
	}
}

func TestWrongAnswers(t *testing.T) {
	db := open(t, "tictactoe", 0)
	best := ranked(t, db, 0)
	failure := errors.New("no idea")
	for _, test := range []struct {
		policy policy.Policy
		want   string
	}{
		{policy.Func(func(string) (string, error) { return "z9", nil }), `position ......... (#0): the policy answers "z9": `},
		{policy.Func(func(string) (string, error) { return strings.Repeat("x", 1000), nil }), "answers a line of 1000 bytes"},
		{policy.Func(func(string) (string, error) { return "", nil }), `the policy answers "": `},
		{policy.Func(func(string) (string, error) { return "", failure }), "position ......... (#0): no idea"},
		{stopping{best, 5, 0}, "there is not an answer"},
		{stopping{best, 5000, 1}, "an answer too many"},
	} {
		_, err := policy.Test(t.Context(), db, test.policy, policy.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 300 || engine.IsInput(err) {
			t.Errorf("got the error %v, want %q", err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := policy.Test(ctx, db, policy.Func(func(p string) (string, error) {
		if n++; n == 100 {
			cancel()
		}
		return best(p)
	}), policy.Options{})
	if !errors.Is(err, context.Canceled) || n > 101 {
		t.Errorf("after %d answers: %v", n, err)
	}
}

func TestJSON(t *testing.T) {
	db := open(t, "tictactoe", 0)
	text, err := json.Marshal(run(t, db, ranked(t, db, 100), policy.Options{Sample: 3, Worst: 1, Walk: 50}))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`{"game":"tictactoe:height=3,line=3,width=3","policy":"","sample":3,"seed":0,"asked":3,`,
		`"given_away":{"win_draw":`, `"worst":[{"position":"`, `"start":{"position":".........","value":"T","walks":[{"side":"first","asked":`,
		`"outcome":"loss","failure":{"moves":["`, `"mistakes":[{"ply":`, `"repeats":null}`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s\ndoes not have %s", text, part)
		}
	}
}
