package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pigInLines is pig as a program that speaks in lines.
const pigInLines = `#!/usr/bin/env python3
import json, sys
goal = 20
def say(answer): print(json.dumps(answer), flush=True)
def rolls(key):
    own, other, turn = key & 1023, key >> 10 & 1023, key >> 20
    yield {"weight": 1, "moves": [{"to": other | own << 10}]}
    for number in range(2, 7):
        points = turn + number
        if own + points >= goal:
            yield {"weight": 1, "moves": [{"standing": 8}]}
        else:
            yield {"weight": 1, "moves": [{"to": own | other << 10 | points << 20, "keeps": True}, {"to": other | (own + points) << 10}]}
say({"protocol": 1, "name": "pig", "kind": "chance", "max_successors": 11, "dice": {"sum": SUM, "rolls": 6}, "parts": ["slices"]})
for line in sys.stdin:
    q = json.loads(line)
    if q["ask"] == "open": say({"start": 0})
    if q["ask"] == "expand": say({"positions": [{"standing": 0, "rolls": list(rolls(key))} for key in q["keys"]]})
    if q["ask"] == "numbers": say({"keys": [(key & 1023) + (key >> 10 & 1023) for key in q["keys"]]})
`

// TestChanceInOtherLanguages solves pig to 20 in C, in Python and in lines. The tables of games with the same keys
// and slices are equal; that in C has one slice, and its values differ from them by the proven error at most.
func TestChanceInOtherLanguages(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	dir := t.TempDir()
	script := func(name, sum string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Replace(pigInLines, "SUM", sum, 1)), 0o777); err != nil {
			t.Fatal(err)
		}
		return "exec:" + path
	}
	type result struct {
		Positions uint64 `json:"positions"`
		SHA256    string `json:"table_sha256"`
		Start     struct {
			Win   float64 `json:"win"`
			Error float64 `json:"error"`
		} `json:"start"`
	}
	solve := func(game string) (r result) {
		db := filepath.Join(dir, "db-"+filepath.Base(game))
		if status, text := runWith(t, dir, "solve", "-q", game, "--db", db); status != 0 {
			t.Fatalf("%s: status %d, %s", game, status, text)
		}
		status, text := runWith(t, dir, "stats", "--db", db, "--json")
		if err := json.Unmarshal([]byte(text), &r); status != 0 || err != nil {
			t.Fatalf("%s: status %d, %v, %s", game, status, err, text)
		}
		if status, text := runWith(t, dir, "verify", "--all", "--db", db); status != 0 {
			t.Errorf("%s: status %d, %s", game, status, text)
		}
		return r
	}
	want := solve("pig:goal=20")
	if want.Positions != 3287 || want.Start.Error > 1e-12 {
		t.Errorf("%+v", want)
	}
	for _, game := range []string{"../python/examples/pig.py:goal=20", script("pig", "6")} {
		if got := solve(game); got != want {
			t.Errorf("%s: %+v, want %+v", game, got, want)
		}
	}
	got := solve("../../engine/foreign/wasm/testdata/pig.wasm:goal=20")
	if off := got.Start.Win - want.Start.Win; got.Positions != want.Positions || max(off, -off) > got.Start.Error+want.Start.Error {
		t.Errorf("%+v, want %+v", got, want)
	}
	status, text := runWith(t, dir, "solve", "-q", script("seven", "7"), "--db", filepath.Join(dir, "db-seven"))
	if status != 1 || !strings.HasSuffix(text, "breaks the protocol at key 0x0: the weights of its rolls have the sum 6, and its dice say 7\n") {
		t.Errorf("wrong weights: status %d, %s", status, text)
	}
}
