package query_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/querytest"
)

// manyStarts returns a folder with a table and the values of its starts.
func manyStarts(t *testing.T) (dir string, r *games.Registry) {
	dir, r = spreadGame(t, 10_000)
	db := open(t, dir, r)
	known := func(v engine.Value) query.Verdict { return query.Verdict{Kind: engine.Byte, Value: v, Known: true} }
	starts := &query.Starts{What: "ways to begin", Value: known(0), Values: []query.Count{
		{Verdict: known(0), Positions: 60}, {Verdict: known(2), Positions: 30}, {Verdict: known(3), Positions: 6}, {Verdict: known(4), Positions: 4},
	}}
	if err := query.SaveStarts(db, starts); err != nil {
		t.Fatal(err)
	}
	return dir, r
}

// TestStarts: whoever opens the table later gets the saved starts with the counts.
func TestStarts(t *testing.T) {
	dir, r := manyStarts(t)
	s, err := open(t, dir, r).Stats()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s.Starts)
	const want = `{"what":"ways to begin","count":100,"values":{"T":60,"W1":30,"L1":6,"W2":4},"won":34,"won_at_once":30,"drawn":60,"lost":6,"value":"T"}`
	if err != nil || string(text) != want {
		t.Errorf("the starts are %s, %v, want %s", text, err, want)
	}
}

// TestStartsDamaged: a changed file is refused, that of another table is ignored.
func TestStartsDamaged(t *testing.T) {
	dir, r := manyStarts(t)
	db := open(t, dir, r)
	path := kv.StartsPath(dir)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole[:len(whole)-1] {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if s, err := db.Stats(); !errors.Is(err, kv.ErrCorrupt) {
			t.Fatalf("with byte %d changed the starts are %v, %v", at, s.Starts, err)
		}
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	other, registry := spreadGame(t, 10_000)
	g, _ := registry.Open(db.Game().Spec())
	if err := os.Remove(kv.TablePath(other)); err != nil {
		t.Fatal(err)
	}
	write(t, other, g, 0, func(i uint64) engine.Value { return engine.Value(i % 2) })
	if err := os.Rename(path, kv.StartsPath(other)); err != nil {
		t.Fatal(err)
	}
	if s, err := open(t, other, registry).Stats(); err != nil || s.Starts != nil {
		t.Errorf("a file of another table gives the starts %v, %v", s.Starts, err)
	}
}

// FuzzStarts reads arbitrary files of starts with the right checksum.
func FuzzStarts(f *testing.F) {
	db := querytest.Of(f, "tictactoe", tictactoe.Definition())
	path := kv.StartsPath(db.Dir())
	known := func(v engine.Value) query.Verdict { return query.Verdict{Kind: engine.Byte, Value: v, Known: true} }
	starts := &query.Starts{What: "ways to begin", Value: known(0), Values: []query.Count{{Verdict: known(0), Positions: 60}, {Verdict: known(2), Positions: 30}}}
	if err := query.SaveStarts(db, starts); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	var file struct{ Starts json.RawMessage }
	if err := json.Unmarshal(good, &file); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(file.Starts))
	f.Add(bytes.Replace(file.Starts, []byte("W1"), []byte("W999"), 1))
	f.Fuzz(func(t *testing.T, text []byte) {
		whole := fmt.Appendf(nil, "{\"starts\":%s,\"crc32c\":\"%08x\"}", text, durable.Checksum(text))
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := db.Stats()
		switch {
		case err != nil && !errors.Is(err, kv.ErrCorrupt):
			t.Error(err)
		case err == nil && s.Starts != nil:
			if _, err := json.Marshal(s); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}
