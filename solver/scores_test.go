package solver

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestScores compares every position of games of scores, with loops and without, with the
// naive solver, and verifies them. The games' own tests compare the naive solver with plain
// play by other rules.
func TestScores(t *testing.T) {
	digests := map[string]string{
		"awari:stones=5":                    "9d09da05c2f3266e1188a7f9d501727698d6c0705b81f63fe5d194e69da5ec88",
		"kalah:pits=3,seeds=2,stores=false": "5ff6e32d0246f4d72ff632ade7c1b1a6cc3b0e730d0c152ef2e1eccef920068c",
	}
	reachable := "awari:stones=4,reachable=true"
	if slow {
		reachable = "awari:stones=7,reachable=true"
	}
	for _, spec := range []string{
		"awari:stones=0", "awari:stones=5", reachable, "kalah:pits=2,seeds=3", "kalah:pits=3,seeds=2,stores=false",
		"kalah:pits=2,seeds=4,empty=false,majority=false",
	} {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec, "")
			want, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			if digest, known := digests[spec]; known && want.SHA256 != digest {
				t.Errorf("digest %s, want %s", want.SHA256, digest)
			}
			r := openValues(t, g, got)
			for _, o := range []VerifyOptions{{}, {Sample: 100}} {
				if report := verified(t, g, r, o); report.Failed > 0 {
					t.Errorf("%+v", report)
				}
			}
			if g.Size() > 1 {
				got[g.Size()/2]++
				if report := verified(t, g, openValues(t, g, got), VerifyOptions{}); report.Failed == 0 {
					t.Error("a wrong value is not found")
				}
			}
			for name, o := range map[string]altered{
				"one worker":   {Options: Options{Workers: 1}},
				"small chunks": {Options: Options{Workers: 3, Chunk: 64}, often: true},
				"forward":      {Options: Options{Workers: 2, Strategy: Forward}},
			} {
				if s, _ := solveValues(t, g, o); s.SHA256 != want.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, s.SHA256, want.SHA256)
				}
			}
		})
	}
}

// TestPromises: scores that justify each other in a loop agree with those of their successors, but
// are wrong. A check of all positions finds them.
func TestPromises(t *testing.T) {
	spec, err := engine.Definition{Name: "promises"}.Parse("promises", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := discover.Game(spec, engine.Score, &engine.Rules{
		// Play goes to and fro between 0 and 1, where the mover can end the game 3 points behind.
		AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
			return append(dst, [][]uint64{{1}, {0, 2}, {}}[key]...), 0
		},
		Score: func(uint64) int { return 3 },
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	points := func(list ...int) (values []engine.Value) {
		for _, n := range list {
			values = append(values, engine.Value(uint8(n)))
		}
		return values
	}
	_, got := solveValues(t, g, Options{})
	if want := points(0, 0, 3); !slices.Equal(got, want) {
		t.Fatalf("values %v, want %v", got, want)
	}
	for failed, values := range map[uint64][]engine.Value{0: points(0, 0, 3), 2: points(-2, 2, 3), 1: points(0, 0, 2), 3: points(-5, 4, 1)} {
		if r := verified(t, g, openValues(t, g, values), VerifyOptions{}); r.Failed != failed {
			t.Errorf("%v: %d wrong, want %d", values, r.Failed, failed)
		}
	}
	if r := verified(t, g, openValues(t, g, points(-2, 2, 3)), VerifyOptions{Sample: 2}); r.Failed > 0 {
		t.Errorf("a sample fails on values that only a check of all positions refutes: %+v", r)
	}
}

// TestSmallScores solves many small games with rare cases nearly everywhere.
func TestSmallScores(t *testing.T) {
	for seed := range 12 * rounds() {
		o := enginetest.RandomOptions{
			Positions: 12 + int(seed), Slices: 1 + int(seed)%4, Kind: engine.Score, Degree: 1.2 + float64(seed%3), Stuck: 0.2, Exits: 0.3, Parallel: 0.1,
		}
		g := enginetest.RandomGame(seed, o)
		checked := "" // the digest of values that the naive solver confirms
		for _, way := range []Options{{}, {Strategy: Forward}} {
			s, got := solveValues(t, g, way)
			if s.SHA256 == checked {
				continue
			}
			checked = s.SHA256
			enginetest.CheckValues(t, g, got)
			if report := verified(t, g, openValues(t, g, got), VerifyOptions{}); report.Failed > 0 {
				t.Errorf("seed %d: %+v", seed, report)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d is wrong", seed)
		}
	}
}
