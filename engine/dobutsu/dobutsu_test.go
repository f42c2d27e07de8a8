package dobutsu

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) *Variant {
	t.Helper()
	return enginetest.Open(t, Definition(), text).(*Variant)
}

func TestConformance(t *testing.T) {
	for _, text := range []string{"dobutsu:pieces=1", "dobutsu:height=3,pieces=2", "dobutsu:height=5,pieces=1", "dobutsu:drops=false,pieces=2", "dobutsu"} {
		t.Run(text, func(t *testing.T) {
			v := open(t, text)
			enginetest.Run(t, v, enginetest.Options{
				Samples: 1_000, Moves: 200,
				Twins: func(p engine.Position) []engine.Position {
					twin := p.(Position)
					twin.men.mirror(v.board)
					return []engine.Position{twin}
				},
				NotPositions: []string{"gle.c..C.ELG", "gle.c..C.EEG -", "gle.c..C.E.G -", "L...........l -", "gle.c..C.ELG L", "gle.c..C.ELX -"},
			})
		})
	}
}

func TestRefused(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"dobutsu:width=4":   `parameter width of dobutsu is "4": want a whole number from 3 to 3`,
		"dobutsu:height=6":  `parameter height of dobutsu is "6": want a whole number from 3 to 5`,
		"dobutsu:rows=4":    `dobutsu has no parameter "rows": want width, height, pieces, drops`,
		"dobutsu:drops=yes": `parameter drops of dobutsu is "yes": want true or false`,
	})
}

func FuzzParse(f *testing.F) {
	spec, err := Definition().Parse("dobutsu:pieces=2", nil)
	if err != nil {
		f.Fatal(err)
	}
	g, err := Definition().New(spec)
	if err != nil {
		f.Fatal(err)
	}
	enginetest.FuzzNotation(f, g, ".l.......L.. CCGG", "gl..c..C..LG -", ".l./.../.../.L. ccGg", "L...........l -")
}

var update = flag.Bool("update", false, "write counted.txt")

// TestCounted counts the positions with each pair of lions of all boards. With -update it writes counted.txt.
func TestCounted(t *testing.T) {
	var text strings.Builder
	for rows := 3; rows <= maxSquares/columns; rows++ {
		for pieces := 1; pieces <= kinds; pieces++ {
			v := open(t, fmt.Sprintf("dobutsu:height=%d,pieces=%d", rows, pieces))
			fmt.Fprintf(&text, "%d/%d", rows, v.counts)
			for n := range v.stored {
				fmt.Fprintf(&text, " %d", v.stored[n].Set().Size())
			}
			text.WriteByte('\n')
		}
	}
	enginetest.Kept(t, "counted.txt", text.String(), *update)
}
