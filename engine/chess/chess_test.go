package chess

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

// twins returns the positions that equal p by the symmetries of the board or by exchanging the
// colors.
func twins(p engine.Position) (list []engine.Position) {
	q := p.(Position)
	c := q.counts()
	for turn := range uint8(8) {
		if c.pawns() > 0 && turn > 1 {
			break
		}
		twin, swapped := Position{toMove: q.toMove}, Position{toMove: 1 - q.toMove}
		for s := range uint8(64) {
			color, kind, ok := man(q.letter(s))
			if ok {
				to := turned(s, int(turn))
				twin.men[color][kind] |= 1 << to
				swapped.men[1-color][kind] |= 1 << (to ^ upsideDown)
			}
		}
		if q.passant != 0 {
			twin.passant = turned(q.passant, int(turn))
		}
		list = append(list, twin)
		if twin.passant != 0 {
			swapped.passant = twin.passant ^ upsideDown
		}
		list = append(list, swapped)
	}
	return list
}

func TestConformance(t *testing.T) {
	for _, text := range []string{"chess:men=3", "chess:pieces=KPvKP", "chess:pieces=KRRvK"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{
				Twins: twins, Samples: 1_000, Moves: 200,
				NotPositions: []string{
					"8/8/8/8/8/2k5/8/K1N5", "8/8/8/8/8/2k5/8/K1QQQ3 w - - 0 1", "8/8/8/8/8/8/8/Kk6 w - - 0 1", "8/8/8/8/8/2k5/8/K1Q5 w - - 0 1",
					"8/8/8/8/8/2k5/8/K1Q5 x", "8/8/8/8/8/2k5/8/K1Q5 b KQ -", "8/8/8/8/8/2k5/8/K1Q5 b - e3", "8/8/8/8/8/2k5/8/K1Q5 b - - a b",
					"8/8/8/8/8/2k5/8/K1Q4 b", "8/8/8/8/2k5/8/K1Q5 b", "8/8/8/8/8/2k5/8/K1P5 b", "8/8/8/8/8/8/2k5/K7 w KQ - 0 1",
				},
			})
		})
	}
}

// TestPublishedSizes compares the numbers of legal positions with the published ones. The
// publication counts men that are alike as different; TestChessFigures of package solver does so,
// too.
func TestPublishedSizes(t *testing.T) {
	for _, row := range published(t, 4) {
		if strings.Contains(row.table, "QQ") || strings.Contains(row.table, "RR") {
			continue
		}
		v := open(t, "chess:pieces="+row.table)
		m := v.materials[len(v.materials)-1]
		p := m.parts[row.mover]
		if p == nil {
			p = m.parts[white]
		}
		if want := row.won + row.drawn + row.lost; p.Set().Size() != want {
			t.Errorf("%s has %d positions with %c to move, want %d", row.table, p.Size(), "wb"[row.mover], want)
		}
	}
}

type publishedRow struct {
	table            string
	mover            int
	won, drawn, lost uint64
}

// published returns the rows of the tables with at most the given number of men.
func published(t testing.TB, men int) (rows []publishedRow) {
	t.Helper()
	for _, row := range enginetest.Figures(t, "testdata/published/outcomes.tsv") {
		r := publishedRow{table: row[0]}
		if _, err := fmt.Sscan(strings.Join(row[2:], " "), &r.won, &r.drawn, &r.lost); err != nil {
			t.Fatal(err)
		}
		if row[1] == "black" {
			r.mover = black
		}
		if len(r.table)-1 <= men {
			rows = append(rows, r)
		}
	}
	return rows
}

var update = flag.Bool("update", false, "write counted.txt")

// TestCounted counts the positions of each part of all materials of up to four men. With -update it writes counted.txt.
func TestCounted(t *testing.T) {
	var text strings.Builder
	for _, m := range open(t, "chess:men=4").materials {
		text.WriteString(m.name())
		for _, p := range m.eachPart() {
			fmt.Fprintf(&text, " %d", p.Set().Size())
		}
		text.WriteByte('\n')
	}
	enginetest.Kept(t, "counted.txt", text.String(), *update)
}
