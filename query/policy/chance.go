package policy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Losses says what a policy loses against perfect play in a game of chance, in thousandths of a point: a win
// counts 1 point, a loss -1, so that a percent of winning is 20; an expected score counts as it is.
type Losses struct {
	Game      string   `json:"game"`  // canonical spec
	Games     int      `json:"games"` // from the start, half of them as the second player
	Decisions int      `json:"decisions"`
	Optimal   int      `json:"optimal"` // decisions that lose nothing
	PerMove   float64  `json:"per_move"`
	PerGame   float64  `json:"per_game"`
	Deviation float64  `json:"per_game_error"` // the standard error of PerGame
	Worst     []Mishap `json:"worst"`          // the most expensive first
}

// Mishap is an answer that loses something.
type Mishap struct {
	Position string  `json:"position"`
	Roll     string  `json:"roll"`
	Move     string  `json:"move"` // the policy's
	Best     string  `json:"best"`
	Lost     float64 `json:"lost"` // thousandths of a point
}

// playing is a game in progress.
type playing struct {
	at   engine.Position
	own  bool // the policy moves
	over bool
	lost float64
}

// move makes a move.
func (g *playing) move(m query.RollMove) { g.at, g.own, g.over = m.To, g.own == m.Keeps, m.Ended }

// TestChance plays games of chance from the start against perfect play, all at once, and counts what the moves
// of a policy lose. A question is a position, a blank and a roll that allows several moves; the answer is
// one of these. Of [Options] it takes Seed, which decides the rolls, Worst, Games and Progress. Errors are
// as those of [Test].
func TestChance(ctx context.Context, db *query.DB, p Policy, o Options) (Losses, error) {
	game := db.Game()
	start, ok := game.Start()
	if !ok || !game.Kind().Uncertain() || o.Games < 1 {
		return Losses{}, engine.InputErrorf("%s is not a game of chance with a start, or no game of it is to be played", game.Spec())
	}
	l := Losses{Game: game.Spec().String(), Games: o.Games, Worst: []Mishap{}}
	games := make([]playing, o.Games)
	for n := range games {
		games[n] = playing{at: start, own: n%2 == 0}
	}
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 1))
	for live := len(games); live > 0; {
		var asked []*playing
		var rolls []query.Roll
		live = 0
		for n := range games {
			g := &games[n]
			if g.over {
				continue
			}
			m, err := db.Moves(ctx, g.at, false)
			if err != nil {
				return l, err
			}
			if g.over = len(m.Rolls) == 0; g.over {
				continue
			}
			live++
			number := rng.Float64()
			at := max(0, slices.IndexFunc(m.Rolls, func(r query.Roll) bool { number -= r.Probability; return number < 0 }))
			if r := m.Rolls[at]; g.own && len(r.Moves) > 1 {
				asked, rolls = append(asked, g), append(rolls, r)
			} else {
				g.move(r.Moves[0])
			}
		}
		if err := l.ask(ctx, db, p, o, asked, rolls); err != nil {
			return l, err
		}
		if o.Progress != nil {
			o.Progress(Walking, uint64(len(games)-live), uint64(len(games)))
		}
	}
	squares, n := 0.0, float64(len(games))
	for _, g := range games {
		l.PerGame, squares = l.PerGame+g.lost/n, squares+g.lost*g.lost/n
	}
	l.PerMove = l.PerGame * n / float64(max(l.Decisions, 1))
	l.Deviation = math.Sqrt(max(0, squares-l.PerGame*l.PerGame) / n)
	return l, nil
}

// ask asks the policy for its moves in games, which it makes.
func (l *Losses) ask(ctx context.Context, db *query.DB, p Policy, o Options, games []*playing, rolls []query.Roll) error {
	scale := 1000.0
	if db.Game().Kind().Outcome(0) == engine.Likely {
		scale = 2000
	}
	var words []string
	t, questions := trial{db: db, game: db.Game(), policy: p}, make([]question, len(games))
	for n, g := range games {
		questions[n].position, words = g.at, append(words, t.game.Text(g.at)+" "+rolls[n].Name)
	}
	n := 0
	return t.askIn(ctx, questions, words, func(_ question, turn string) error {
		at := slices.IndexFunc(rolls[n].Moves, func(m query.RollMove) bool { return m.Turn == turn })
		if at < 0 {
			return fmt.Errorf("position and roll %q: the policy answers %s, which the roll does not allow", words[n], shorten(turn))
		}
		m, lost := rolls[n].Moves[at], rolls[n].Moves[at].Cost*scale
		if l.Decisions++; lost < 1e-6 {
			l.Optimal++
		} else {
			place, _ := slices.BinarySearchFunc(l.Worst, lost, func(a Mishap, lost float64) int { return cmp.Compare(lost, a.Lost) })
			l.Worst = slices.Insert(l.Worst, place, Mishap{t.game.Text(games[n].at), rolls[n].Name, m.Turn, rolls[n].Moves[0].Turn, lost})
			l.Worst = l.Worst[:min(len(l.Worst), o.Worst)]
		}
		games[n].lost += lost
		games[n].move(m)
		n++
		return nil
	})
}
