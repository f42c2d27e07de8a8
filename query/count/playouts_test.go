package count_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/query/count"
)

func openGame(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.OpenIn(t, games.NewRegistry(britishsquare.Definition(), tictactoe.Definition(), tupitu.Definition()), text)
}

// playAll counts the complete games from p by playing all of them; the games that the mover wins
// come first.
func playAll(g engine.Game, p engine.Position, known map[engine.Position][3]uint64) [3]uint64 {
	if n, ok := known[p]; ok {
		return n
	}
	var n [3]uint64 // won, lost, drawn
	add := func(v engine.Value, games uint64) {
		switch o := g.Kind().Outcome(v); {
		case o == engine.Win || o == engine.Scored && g.Kind().Points(v) > 0:
			n[0] += games
		case o == engine.Loss || o == engine.Scored && g.Kind().Points(v) < 0:
			n[1] += games
		default:
			n[2] += games
		}
	}
	results := g.AppendResults(nil, p)
	if v, over := g.Finished(p); over {
		add(v, 1)
	} else if len(results) == 0 {
		n[1]++
	}
	for _, r := range results {
		if r.Ended {
			add(r.End, r.Turns)
			continue
		}
		m := playAll(g, r.To, known)
		n[0] += r.Turns * m[1]
		n[1] += r.Turns * m[0]
		n[2] += r.Turns * m[2]
	}
	known[p] = n
	return n
}

func TestPlayouts(t *testing.T) {
	games := map[string]engine.Game{}
	for kind := engine.Byte; kind <= engine.Wide; kind++ {
		g, err := discover.Game(engine.Spec{}, kind, &engine.Rules{AppendMoves: endRules{kind}.AppendMoves, Layer: endRules{kind}.KeyLayer}, 0)
		if err != nil {
			t.Fatal(err)
		}
		games["all ends, "+kind.String()] = g
	}
	for _, spec := range []string{
		"british-square:width=3,height=3", "british-square:width=3,height=4", "british-square:width=1,height=1",
		"british-square:width=3,height=3,center=true", "tupitu:width=2,height=3", "tupitu:width=3,height=4",
	} {
		games[spec] = openGame(t, spec)
	}
	for name, g := range games {
		t.Run(name, func(t *testing.T) {
			start, ok := g.Start()
			if !ok {
				t.Skip("there is no start")
			}
			got, err := count.Games(t.Context(), g, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			n := playAll(g, start, map[engine.Position][3]uint64{})
			want := fmt.Sprint(n[0]+n[1]+n[2], n[0], n[1], n[2])
			if have := fmt.Sprint(got.Total, got.First, got.Second, got.Draws); have != want {
				t.Errorf("complete games %s, want %s", have, want)
			}
		})
	}
}

// TestPlayoutsPublished checks a well-known figure: 255,168 games of tic-tac-toe, of
// which X wins 131,184 and O 77,904.
func TestPlayoutsPublished(t *testing.T) {
	g, err := discover.Game(engine.Spec{}, engine.Byte, &engine.Rules{AppendMoves: marks{}.AppendMoves, Layer: marks{}.KeyLayer}, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, err := count.Games(t.Context(), g, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(n.Total, n.First, n.Second, n.Draws); got != "255168 131184 77904 46080" {
		t.Errorf("complete games %s, want 255168 131184 77904 46080", got)
	}
	if f := n.Finished; f == nil || *f != (count.Finished{Positions: 958, First: 626, Second: 316, Draws: 16}) {
		t.Errorf("finished positions %+v, want 958, 626, 316, 16", f)
	}
}

// marks is tic-tac-toe with layers: bit n of a key is an X, bit 9+n an O.
type marks struct{}

func (m marks) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	shift := 9 * (m.KeyLayer(key) & 1)
	for _, line := range []uint64{7, 7 << 3, 7 << 6, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if key>>(9-shift)&line == line {
			return dst, engine.IsLost
		}
	}
	for cell := range 9 {
		if (key|key>>9)>>cell&1 == 0 {
			dst = append(dst, key|1<<(shift+cell))
		}
	}
	if len(dst) == 0 {
		return dst, engine.IsDrawn
	}
	return dst, 0
}

func (marks) KeyLayer(key uint64) (n int) {
	for ; key != 0; key &= key - 1 {
		n++
	}
	return n
}

// endRules count up to 20 by one or two, and have all ends of a kind.
type endRules struct{ kind engine.Kind }

func (r endRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	switch {
	case key == 20:
		return dst, engine.IsDrawn
	case key == 21 && r.kind == engine.Wide:
		return dst, engine.IsWon
	case key == 21:
		return dst, engine.IsLost
	}
	ends := []engine.Ends{0, engine.WinsNow, engine.DrawsNow, engine.WinsNow | engine.DrawsNow}[key%4]
	if r.kind == engine.Wide && key%5 == 0 {
		ends |= engine.LosesNow
	}
	return append(dst, key+1, key+2), ends
}

func (endRules) KeyLayer(key uint64) int { return int(key) }

// wideRules have more games than 64 bits hold: 70 layers of two positions, each with three moves to
// the next layer, two of them to its first position.
type wideRules struct{}

func (w wideRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	if w.KeyLayer(key) == 70 {
		return dst, 0
	}
	next := key&^1 + 2
	return append(dst, next, next, next+1), 0
}

func (wideRules) KeyLayer(key uint64) int { return int(key / 2) }

func TestPlayoutsBeyond64Bits(t *testing.T) {
	g, err := discover.Game(engine.Spec{}, engine.Byte, &engine.Rules{AppendMoves: wideRules{}.AppendMoves, Layer: wideRules{}.KeyLayer}, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, err := count.Games(t.Context(), g, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Exp(big.NewInt(3), big.NewInt(70), nil) // won by the second player: the first cannot move
	if n.Total.Cmp(want) != 0 || n.Second.Cmp(want) != 0 || n.First.Sign() != 0 {
		t.Errorf("%v games, %v won by the second player, want %v", n.Total, n.Second, want)
	}
}

func TestPlayoutsRefused(t *testing.T) {
	for spec, want := range map[string]string{
		"tictactoe":               "play may stay in the slice",
		"tupitu:width=3,height=3": "no single start",
		"tupitu:width=3,height=4": "MiB of memory: want at most",
	} {
		if n, err := count.Games(t.Context(), openGame(t, spec), 1000); !engine.IsInput(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want an InputError about %q", spec, n, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := count.Games(ctx, openGame(t, "tupitu:width=3,height=4"), 1<<30); err == nil {
		t.Error("a count goes on after it was cancelled")
	}
}
