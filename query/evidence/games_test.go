package evidence_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/evidence"
)

var update = flag.Bool("update", false, "write the figures of the evidence into GAMES.md")

// gamesFile has a table of solved games a section. The columns of a row are game, positions, result,
// digest, CPU time, memory, size of the table, and what supports it.
const gamesFile = "../../GAMES.md"

var (
	percents = regexp.MustCompile(`(\d+(?:\.\d+)?) % (won|lost|drawn)`)
	longest  = regexp.MustCompile(`longest win (W\d+|\d+ plies)`)
)

// unproved are the rows whose games take so long that their evidence was not made yet.
var unproved = []string{
	"pushfight", "pushfight:movers=2,pushers=2", "rpsw",
	"morris:men=9,rings=3,flying=true,placed=true", "morris:men=6,rings=3,flying=true,placed=true",
	"morris:men=5,rings=3", "dobutsu:drops=false", "dobutsu:width=3,height=5",
	"tictacchec", "quixo:size=5,marks=23", "quixo:size=5,marks=20",
	"connect-four:width=5,height=6,ranked=true", "connect-four:width=7,height=4,ranked=true",
	"connect-four:width=6,height=5,ranked=true",
	"chess:pieces=KBNvKN", "chess:pieces=KRBvKR", "chess:pieces=KQPvKQ",
	"chess:pieces=KRPvKR", "awari:stones=18", "awari:stones=29", "baghchal:captures=1",
	"hypergammon", "yahtzee",
}

// TestGames compares each row of GAMES.md with its evidence. With -update it writes the figures of
// the evidence into the row.
func TestGames(t *testing.T) {
	content, err := os.ReadFile(gamesFile)
	if err != nil {
		t.Fatal(err)
	}
	lines, used := strings.Split(string(content), "\n"), map[string]bool{}
	for n, line := range lines {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| `") || len(cells) != 8 {
			continue
		}
		spec := strings.Trim(cells[0], "|` ")
		path := "solved/" + strings.NewReplacer(":", "-", "=", "-", ",", "-").Replace(spec) + ".yaml"
		_, err := os.Stat(path)
		if late := slices.Contains(unproved, spec); late == (err == nil) {
			t.Errorf("%s: evidence is there: %v, and the list of games without says %v", spec, err == nil, late)
		}
		if err != nil {
			continue
		}
		e, err := evidence.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		used[path] = true
		row := slices.Clone(cells)
		row[1] = query.Thousands(e.Table.Positions)
		row[3] = "`" + e.Table.SHA256[:8] + "`"
		row[4], row[5], row[6] = duration(e.Solve.CPU), sizeText(e.Solve.Memory), sizeText(uint64(e.Table.Bytes))
		if link := "[evidence](query/evidence/" + path + ")"; !strings.Contains(row[7], link) {
			row[7] = link + "; " + row[7]
		}
		if got, want := line, strings.Join(row, " | "); got != want && !*update {
			t.Errorf("GAMES.md has\n%s\nthe evidence is\n%s", got, want)
		} else {
			lines[n] = want
		}
		if says := strings.Contains(row[7], "`verify --all`") && !strings.Contains(row[7], "`verify --all` was not run"); says && !slices.ContainsFunc(e.Checks, func(c evidence.Check) bool { return c.Command == "foregone verify --all" }) {
			t.Errorf("GAMES.md says that all of %s is verified, the evidence has %v", spec, e.Checks)
		}
		checkResult(t, row[2], e)
	}
	if files, err := filepath.Glob("solved/*.yaml"); err != nil || len(files) != len(used) {
		for _, file := range files {
			if !used[file] {
				t.Errorf("%s has no row in GAMES.md", file)
			}
		}
	}
	if *update {
		if err := os.WriteFile(gamesFile, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// checkResult compares the shares and the longest win that a result names with the counts.
func checkResult(t *testing.T, result string, e *evidence.Evidence) {
	t.Helper()
	sums, greatest := map[string]uint64{}, 0
	for _, c := range e.Counts {
		kind := map[byte]string{'W': "won", 'w': "won", 'L': "lost", 'l': "lost", 'T': "drawn", 'd': "drawn"}[c.Value[0]]
		sums[kind] += c.Positions
		if length, err := strconv.Atoi(strings.TrimLeft(c.Value, "Ww-in")); kind == "won" && err == nil {
			greatest = max(greatest, length)
		}
	}
	for _, m := range percents.FindAllStringSubmatch(result, -1) {
		_, decimals, _ := strings.Cut(m[1], ".")
		if got := strconv.FormatFloat(100*float64(sums[m[2]])/float64(e.Table.Positions), 'f', len(decimals), 64); got != m[1] {
			t.Errorf("GAMES.md says that %s has %s, the evidence %s %%", e.Game, m[0], got)
		}
	}
	if m := longest.FindStringSubmatch(result); m != nil {
		plies := greatest
		if e.Table.Kind == "byte" {
			plies = 2*greatest - 1
		}
		if m[1] != fmt.Sprintf("W%d", greatest) && m[1] != fmt.Sprintf("%d plies", plies) {
			t.Errorf("GAMES.md says that %s has the %s, the evidence W%d or %d plies", e.Game, m[0], greatest, plies)
		}
	}
}

// duration writes seconds with two digits, as seconds, minutes or hours.
func duration(seconds float64) string {
	switch {
	case seconds < 10:
		return strconv.FormatFloat(max(seconds, 0.1), 'f', 1, 64) + " s"
	case seconds < 120:
		return strconv.FormatFloat(seconds, 'f', 0, 64) + " s"
	case seconds < 7200:
		return strconv.FormatFloat(seconds/60, 'f', 0, 64) + " min"
	}
	return strconv.FormatFloat(seconds/3600, 'f', 1, 64) + " h"
}

// sizeText writes a size with two or three digits.
func sizeText(n uint64) string {
	size := float64(n)
	for _, unit := range []string{"B", "kB", "MB"} {
		if size < 999.5 {
			digits := 0
			if size < 9.95 && unit != "B" {
				digits = 1
			}
			return strconv.FormatFloat(size, 'f', digits, 64) + " " + unit
		}
		size /= 1000
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " GB"
}
