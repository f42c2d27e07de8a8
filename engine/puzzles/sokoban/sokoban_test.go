package sokoban

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

const (
	room     = "#######\n#  .  #\n# $#  #\n# @$ .#\n#     #\n#######\n"
	corridor = "########\n#@ $ * .#\n########\n"
	closet   = "  ####\n###  #\n#. $@#\n######\n"
)

func levelOf(t testing.TB, level, count string) engine.Game {
	t.Helper()
	r := games.NewRegistry(Definition())
	spec, err := r.Parse("sokoban:level=f,count="+count, func(string) ([]byte, error) { return []byte(level), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConformance(t *testing.T) {
	for _, level := range []string{room, closet, corridor} {
		for _, count := range []string{"pushes", "steps"} {
			t.Run(count, func(t *testing.T) {
				enginetest.Run(t, levelOf(t, level, count), enginetest.Options{NotPositions: []string{"#", strings.ReplaceAll(level, "@", " "), strings.ReplaceAll(level, "$", " ")}})
			})
		}
	}
}

func TestRefusedLevels(t *testing.T) {
	for level, want := range map[string]string{
		"":                       "the level has no player: want one @ or +",
		"####\n#@@#\n####":       "the level has two players: want one @ or +",
		"####\n#@ #\n####":       "the level has 0 boxes and 0 goals: want as many goals as boxes, at least one",
		"#####\n#@$ #\n#####":    "the level has 1 boxes and 0 goals: want as many goals as boxes, at least one",
		"#####\n@ $.#\n#####":    "the walls of the level are open in line 2: the player could leave",
		"#####\n#@$.#\n#####\n$": "the level has '$' outside its walls",
		"#####\n#@$?#\n#####":    "line 2 of the level has '?': want some of # @ $ . + * and blanks",
	} {
		if _, err := parse(level); err == nil || err.Error() != want || !engine.IsInput(err) {
			t.Errorf("%q gives %v, want %s", level, err, want)
		}
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, levelOf(f, closet, "pushes"), "--####/###--#/#.-$@#/######", "--####/###--#/#*--@#/######", "##")
}

func FuzzLevel(f *testing.F) {
	f.Add(room)
	f.Add(closet)
	f.Fuzz(func(t *testing.T, level string) {
		text, err := canonical(level)
		if err != nil {
			return
		}
		if again, err := canonical(text); err != nil || again != text {
			t.Errorf("%q is %q, and that is %q: %v", level, text, again, err)
		}
	})
}
