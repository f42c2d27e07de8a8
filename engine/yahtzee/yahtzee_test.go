package yahtzee_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/yahtzee"
)

// TestConformance runs the kit on games of few categories.
func TestConformance(t *testing.T) {
	registry := games.NewRegistry(yahtzee.Definition())
	for _, text := range []string{"yahtzee:categories=c", "yahtzee:categories=y6h,joker=forced"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.OpenIn(t, registry, text), enginetest.Options{
				Moves: 2,
				NotPositions: []string{
					"", "c", "c/1", "c/0*", "6h/5", "-/0:55+1", "c/0:", "c/0:55", "c/0:55+0", "c/0:55+3", "c/0:53+1", "c/0:555555+1", "c/0:7+1", "c/0:55+",
				},
			})
		})
	}
}

// TestSize counts the moments between turns of the whole game.
func TestSize(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(yahtzee.Definition()), "yahtzee")
	if g.Size() != 536_448 {
		t.Errorf("%d moments, want 536,448", g.Size())
	}
}

// TestScores checks what dice score, jokers and bonuses included.
func TestScores(t *testing.T) {
	registry := games.NewRegistry(yahtzee.Definition())
	free, forced := enginetest.OpenIn(t, registry, "yahtzee"), enginetest.OpenIn(t, registry, "yahtzee:joker=forced")
	for _, c := range []struct {
		g        engine.Game
		position string
		want     string // the turns that score, with their points
	}{
		{free, "123456tfhslyc/0:11123+0", "chance 8 fives 0 four-of-a-kind 0 fours 0 full-house 0 large-straight 0 ones 3 sixes 0 small-straight 0 three-of-a-kind 8 threes 3 twos 2 yahtzee 0"},
		{free, "tfhslyc/63:22233+0", "chance 12 four-of-a-kind 0 full-house 25 large-straight 0 small-straight 0 three-of-a-kind 12 yahtzee 0"},
		{forced, "fsl/63:12345+0", "four-of-a-kind 0 large-straight 40 small-straight 30"},
		{free, "fsl/63:13456+0", "four-of-a-kind 0 large-straight 0 small-straight 30"},
		{forced, "6/45:56666+0", "sixes 59"},                           // 24 points and 35 more
		{free, "6/63:56666+0", "sixes 24"},                             // the 35 points were earned before
		{forced, "6hy/45:66666+0", "full-house 0 sixes 65 yahtzee 50"}, // no joker yet
		{forced, "6hc/30:66666+0", "sixes 30"},                         // without 100 points
		{free, "6hc/30:66666+0", "chance 30 full-house 0 sixes 30"},
		{forced, "6hc/33*:66666+0", "sixes 165"}, // 30, 35 and 100
		{free, "6hc/33*:66666+0", "chance 130 full-house 100 sixes 165"},
		{forced, "1hc/35*:66666+0", "chance 130 full-house 125"},
		{free, "1hc/35*:66666+0", "chance 130 full-house 125 ones 100"},
		{forced, "1sl/35:66666+0", "large-straight 40 small-straight 30"},
		{free, "12/35*:66666+0", "ones 100 twos 100"},
	} {
		g := c.g
		p, err := engine.ParsePosition(g, c.position)
		if err != nil {
			t.Errorf("%s: %v", c.position, err)
			continue
		}
		rolls := g.Parts().Dice.Rolls(p)
		if len(rolls) != 1 || rolls[0].Weight != g.Parts().Dice.Sum {
			t.Errorf("%s has %d rolls", c.position, len(rolls))
			continue
		}
		var got []string
		for _, m := range rolls[0].Turns {
			got = append(got, m.Turn, itoa(m.Gain))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.position, text, c.want)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// TestRolls checks the rolls of one die that is rolled.
func TestRolls(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(yahtzee.Definition()), "yahtzee")
	p, err := engine.ParsePosition(g, "c/0:1123+1")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range g.Parts().Dice.Rolls(p) {
		if names = append(names, r.Name); 6*r.Weight != g.Parts().Dice.Sum || len(r.Turns) != 1 {
			t.Errorf("%+v", r)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"11123", "11223", "11233", "11234", "11235", "11236"}) {
		t.Error(names)
	}
}

// FuzzParse parses any text.
func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.OpenIn(f, games.NewRegistry(yahtzee.Definition()), "yahtzee:categories=6y"), "6/0*", "6y/0:55+1", "6/0:12345+0")
}
