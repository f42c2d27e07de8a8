package wasm

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/pool"
)

// openHostile opens the fixture that misbehaves. steps bounds the steps of a call.
func openHostile(t testing.TB, steps int64) (*Module, *foreign.Description) {
	t.Helper()
	content, err := os.ReadFile("testdata/hostile.wasm")
	if err != nil {
		t.Fatal(err)
	}
	m, err := newModule(content, limits{steps, patience, nil})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	text, err := m.Describe()
	if err != nil {
		t.Fatal(err)
	}
	d, err := foreign.ParseDescription(text)
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

// hostile makes the fixture misbehave in the given way, with few steps so that it ends soon.
func hostile(t *testing.T, how int) (engine.Game, error) {
	t.Helper()
	m, d := openHostile(t, 1<<26)
	g, err := foreign.New("hostile.wasm", d, m, []int64{int64(how)})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { g.Close() })
	return discover.Game(engine.Spec{}, engine.Byte, g.Rules(), 1000)
}

// TestHostile: every misbehaviour ends in one line that names the game, the key and the rule.
func TestHostile(t *testing.T) {
	if g, err := hostile(t, 0); err != nil || g.Size() != 21 {
		t.Fatalf("the fixture itself is wrong: %v", err)
	}
	for how, want := range map[int]string{
		2:  "breaks the protocol: it took more than 67108864 steps to answer",
		3:  "at key 0x6: it took more than 67108864 steps to answer, when asked about it and 1 others together",
		4:  "at key 0x7: it stopped: stack overflow",
		5:  "at key 0x6: it took more than 67108864 steps to answer, when asked about it and 1 others together",
		6:  "at key 0x7: it stopped: unreachable",
		7:  "at key 0x7: it stopped: out of bounds memory access",
		8:  "at key 0x7: it has 5 successors, and max_successors in its description is 4",
		9:  "at key 0x7: it returned 2, and its heads have 1 successors together",
		10: "at key 0x7: it returned -1, and its heads have",
		11: "at key 0x7: its standing is 0x40, and has unknown bits",
		12: "at key 0x7: it stopped: integer divide by zero",
		13: "position h is finished and has moves",
		14: "position h is finished and won for the player to move, which the byte kind cannot hold",
		15: "leads",
		16: "at key 0x6: it took more than 67108864 steps to answer, when asked about it and 1 others together",
		17: "at key 0x7: it has a score, and the game is not of the kind score",
		18: "at key 0x7: it",
		19: "at key 0x7: it stopped: it called the host more than 65536 times",
		20: "at key 0x7: it stopped: it called random_get for 1048576 at once: want at most 4096",
		21: "at key 0x7: it stopped: it called path_unlink_file: there are no files",
		22: "at key 0x7: it stopped: unreachable", // after it waited for an hour, which took no time
		23: "at key 0x7: it stopped: module closed with exit_code(3), after it wrote \"oh dear\"",
	} {
		t.Run(fmt.Sprint(how), func(t *testing.T) {
			_, err := hostile(t, how)
			if how == 15 { // the answers about one key alternate; a repeated question finds this
				want = "its answer is another the second time"
				err = askAgain(t, how)
			}
			if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\r\n") || engine.IsInput(err) {
				t.Errorf("the error is\n%v, want one line with\n%s", err, want)
			}
		})
	}
}

// askAgain expands, as the first batch of a game, the key whose answers differ.
func askAgain(t *testing.T, how int) error {
	g, err := hostile(t, how)
	if err != nil {
		return err
	}
	s := g.NewScratch()
	return caught(func() {
		for range 200 {
			s.AppendSuccessors(nil, 7)
			s.AppendSuccessors(nil, 0)
		}
	})
}

func caught(f func()) (err error) {
	defer pool.Catch(&err)
	f()
	return nil
}

// TestSameStart: a start that depends on random numbers or on the clock is the same in every
// instance of every run.
func TestSameStart(t *testing.T) {
	starts := map[uint64]int{}
	for range 2 {
		m, d := openHostile(t, mostSteps)
		for range 3 {
			i, err := m.Open(d, []int64{40})
			if err != nil {
				t.Fatal(err)
			}
			starts[i.Opened().Start]++
			i.Close()
		}
	}
	if len(starts) != 1 || starts[20] > 0 {
		t.Errorf("it starts from %v, want one key other than 20, 6 times", starts)
	}
}

// TestHostileTexts: every wrong text, and every wrong answer to one, is a breach that names the
// rule.
func TestHostileTexts(t *testing.T) {
	for how, want := range map[int]string{
		30: "at key 0x3: it wrote a text of 1048576 bytes: want at most 16384",
		31: "at key 0x3: it wrote a text of -1 bytes: want at most 16384",
		32: "at key 0x3: its text is not UTF-8",
		33: `at key 0x3: its text has a control character, '\n'`,
		34: "at key 0x3: its text is empty",
	} {
		g, err := hostile(t, how)
		if err != nil {
			t.Fatal(err)
		}
		err = caught(func() { g.Text(g.At(3)) })
		var breach *foreign.Breach
		if !errors.As(err, &breach) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d: the error is\n%v, want\n%s", how, err, want)
		}
	}
	for how, want := range map[int]string{
		35: "it returned 7 for a text: want 1 for a position and 0 for none",
		36: "it took more than 67108864 steps to answer",
	} {
		g, err := hostile(t, how)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = g.Parse("c"); err == nil || !strings.HasSuffix(err.Error(), want) || engine.IsInput(err) {
			t.Errorf("%d: the error is\n%v, want\n%s", how, err, want)
		}
	}
}

// TestHostileLeaksNothing: many broken instances leave no goroutine and little memory behind.
func TestHostileLeaksNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		if _, err := hostile(t, 6); err == nil {
			t.Fatal("no error")
		}
	}
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines, and %d before", after, before)
	}
}

// FuzzMeter rewrites arbitrary bytes. The meter refuses them, or writes a module whose sections the
// decoder can read.
func FuzzMeter(f *testing.F) {
	for _, name := range []string{"tictactoe", "connectfour", "hostile"} {
		content, err := os.ReadFile("testdata/" + name + ".wasm")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
		f.Add(content[:len(content)/3])
	}
	f.Fuzz(func(t *testing.T, module []byte) {
		out, err := metered(module, 1000)
		if err != nil {
			return
		}
		r := &decoder{data: out, at: 8}
		for !r.done() {
			r.byte()
			r.take(r.unsigned())
		}
		if r.err != nil {
			t.Fatalf("the module written is wrong: %v", r.err)
		}
	})
}
