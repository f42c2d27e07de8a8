package cli_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/tools/cli"
)

// TestInfoUncounted runs info on a game of level "rules only" that is too large to count. If the
// definition has the number of positions, info searches for none; otherwise it reports a lower bound.
func TestInfoUncounted(t *testing.T) {
	info := func(positions uint64, args ...string) string {
		t.Helper()
		large := engine.Definition{
			Name: "large", Summary: "add one or two", Rules: "Add.\n", Level: engine.LevelRules, Kind: engine.Wide, Positions: positions,
			NewRules: func(engine.Spec) (*engine.Rules, error) {
				return &engine.Rules{AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
					if key > 1<<40 {
						t.Error("it is searched for ever")
						return dst, engine.IsLost
					}
					return append(dst, key+1, key+1000), 0
				}}, nil
			},
		}
		var out, errs bytes.Buffer
		if status := cli.Run(t.Context(), games.NewRegistry(large), append([]string{"foregone", "info", "large"}, args...), nil, &out, &errs); status != 0 {
			t.Fatalf("exit status %d, %s", status, errs.String())
		}
		return out.String()
	}
	text := info(246_803_167)
	for _, want := range []string{
		`(?m)^positions +not counted: large has 246,803,167 positions, and to find more than 33,554,432 takes long$`, `(?m)^to find them +(fits memory: about 5\.7 GiB of|needs lists on disk, at least some 5\.5 GiB, in addition to) `,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("want %s in\n%s", want, text)
		}
	}
	if text := info(246_803_167, "--json"); !strings.Contains(text, `"positions":246803167,`) {
		t.Errorf("got %s", text)
	}
	text = info(0, "--memory", "4MiB")
	found := regexp.MustCompile(`has at least ([0-9]+) reachable`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no number of positions found in\n%s", text)
	}
	n, err := strconv.ParseUint(found[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("needs lists on disk, at least some %.1f MiB, in addition to 4.0 MiB of memory", float64(3*8*n)/(1<<20)); !strings.Contains(text, want) {
		t.Errorf("want %s in\n%s", want, text)
	}
}
