package builtin_test

import (
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/builtin"
	"github.com/foregone-db/foregone/engine/games"
)

// FuzzSpec reads specs of all games, with a file for those that take one. One that is accepted is restored
// from what a database keeps of it.
func FuzzSpec(f *testing.F) {
	r := games.NewRegistry(builtin.Definitions()...)
	for _, text := range []string{"chess:pieces=KPvKP", "rushhour:letters=AA......B", "rushhour:scope=all4", "pushfight:board=f", "graph:file=f", "sokoban:level=f,metric=pushes",
		"solitaire:board=f", "rushhour:board=f", "ur:rules=blitz", "kalah:pits=2,seeds=2", "bearoff:cube=money", "awari:stones=9", "yahtzee:categories=6y"} {
		f.Add(text, ".....\n")
	}
	f.Add("sokoban:level=f", "#####\n#@$.#\n#####\n")
	f.Add("graph:file=f", "a: b\nb = win\n")
	f.Fuzz(func(t *testing.T, text, file string) {
		spec, err := r.Parse(text, func(path string) ([]byte, error) {
			if path != "f" {
				return nil, errors.New("no such file")
			}
			return []byte(file), nil
		})
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatalf("Parse(%q): %v is no InputError", text, err)
			}
			return
		}
		again, err := r.Restore(spec.String(), spec.Files())
		if err != nil || again.String() != spec.String() {
			t.Fatalf("Parse(%q) = %q, restored as %q, %v", text, spec, again, err)
		}
	})
}
