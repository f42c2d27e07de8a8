package proof_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// checkAll makes the checker check files one after the other, and print for each whether it accepts
// the file, and why not.
const checkAll = `
import contextlib, io, runpy, sys
rules, files = sys.argv[1], sys.argv[2:]
for file in files:
    sys.argv = ["check.py", rules, file]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as told:
            runpy.run_path("check.py")
        print("right", told.getvalue().count("right: "))
    except (SystemExit, KeyError, ValueError) as fault:
        print(repr(fault).replace("\n", " "))
`

// checked returns the checker's answers for some proofs.
func checked(t *testing.T, python, rules string, proofs []string) []string {
	t.Helper()
	args, dir := []string{"-c", checkAll, filepath.Join("testdata", rules)}, t.TempDir()
	for i, content := range proofs {
		args = append(args, filepath.Join(dir, strconv.Itoa(i)))
		if err := os.WriteFile(args[len(args)-1], []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(python, args...).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != len(proofs) {
		t.Fatalf("%d answers about %d proofs, %v: %s", len(lines), len(proofs), err, out)
	}
	return lines
}

// changed returns a proof with the fields of its lines changed.
func changed(text string, change func(fields []string)) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		change(fields)
		lines[i] = strings.Join(fields, "\t")
	}
	return strings.Join(lines, "\n")
}

// add adds to the number in a field.
func add(fields []string, at, more int) {
	if n, err := strconv.Atoi(fields[at]); err == nil {
		fields[at] = strconv.Itoa(n + more)
	}
}

// forged returns wrong proofs, by the change made to a right one: a position's line left out, with
// an illegal turn, with a greater claim, or with a rank that does not fall; and one in which all
// lines claim more.
func forged(text string) map[string]string {
	found := map[string]string{}
	lines := strings.SplitAfter(text, "\n")
	ranked := 0
	for i, line := range lines {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		with := func(name string, change func(fields []string)) {
			other := slices.Clone(fields)
			change(other)
			found[fmt.Sprintf("line %d with %s", i+1, name)] = strings.Join(slices.Concat(lines[:i], []string{strings.Join(other, "\t") + "\n"}, lines[i+1:]), "")
		}
		switch {
		case fields[0] == "half":
			with("a better claim", func(f []string) { f[2] = "score " + strconv.Itoa(number(f[2])+1) })
			continue
		case fields[0] != "+" && fields[0] != "-":
			continue
		}
		found[fmt.Sprintf("line %d left out", i+1)] = strings.Join(slices.Concat(lines[:i], lines[i+1:]), "")
		if fields[0] == "+" && fields[3] != "-" {
			with("an illegal turn", func(f []string) { f[3] = "z9" })
		}
		if len(fields) > 4 {
			with("a greater claim", func(f []string) { add(f, 4, 1) })
		}
		if fields[2] != "0" {
			ranked++
			with("no rank", func(f []string) { f[2] = "-1" })
		}
	}
	if ranked > 1 {
		found["ranks that rise"] = changed(text, func(f []string) {
			if f[0] == "+" || f[0] == "-" {
				f[2] = "-" + f[2]
			}
		})
	}
	found["all claims of the mover one higher, of the other one lower"] = raised(text, 0)
	found["such claims and greater ranks"] = raised(text, 7)
	return found
}

// number returns the points of a claim.
func number(claim string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(claim, "score "))
	return n
}

// raised returns a proof in which the mover claims one point more, the other player one less, and
// all ranks are higher.
func raised(text string, ranks int) string {
	more := 0
	return changed(text, func(f []string) {
		switch f[0] {
		case "half":
			if more = -1; f[1] == "mover" {
				more = 1
			}
			f[2] = "score " + strconv.Itoa(number(f[2])+more)
		case "+", "-":
			if add(f, 2, ranks); len(f) > 4 {
				add(f, 4, more)
			}
		}
	})
}

// TestCheckScores runs the checker on proofs of games in which players make points on the way,
// moves keep the turn, or play need not end. The checker must refuse all forged ones.
func TestCheckScores(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 is installed: the checker is not tested")
	}
	why := map[string]string{
		"all claims of the mover one higher, of the other one lower": "round for ever", "such claims and greater ranks": "not nearer",
	}
	for _, c := range []struct {
		game, rules string
		positions   map[string]string // to claims
	}{
		{"awari:stones=4", "awari.py", map[string]string{
			"000000000000": "score 0 score 0", "100000000001": "score 0 score 0", "010000001000": "score 2 score -2",
			"000001010000": "score -2 score 2", "200000000001": "score 3 score -3",
		}},
		{"kalah:majority=false,pits=2,seeds=2", "kalah.py", map[string]string{"2222 0-0 1": "score -2 score 2"}},
		{"kalah:pits=2,seeds=2,stores=false", "kalah.py", map[string]string{"2222 1": "score -2 score 2"}},
	} {
		db := database(t, c.game)
		for text, claims := range c.positions {
			p := find(t, db, text)
			if got := p.Claim(p.Halves[0]) + " " + p.Claim(p.Halves[1]); got != claims {
				t.Errorf("%s %s claims %q, want %s", c.game, text, got, claims)
			}
			var b bytes.Buffer
			if err := p.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			names, proofs := []string{"nothing"}, []string{b.String()}
			for name, wrong := range forged(b.String()) {
				names, proofs = append(names, name), append(proofs, wrong)
			}
			for i, said := range checked(t, python, c.rules, proofs) {
				if right := strings.HasPrefix(said, "right"); right != (i == 0) {
					t.Errorf("%s %s with %s forged: %s\n%s", c.game, text, names[i], said, proofs[i])
				}
				// One stone of each player goes round and round; nothing is ever captured.
				if why := why[names[i]]; text == "100000000001" && !strings.Contains(said, why) {
					t.Errorf("%s with %s is refused for %s, want %s", text, names[i], said, why)
				}
			}
		}
	}
}

// TestCheckEvery: the checker accepts the proof of every position of small variants.
func TestCheckEvery(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 is installed: the checker is not tested")
	}
	awari := "awari:stones=2"
	if enginetest.Long {
		awari = "awari:stones=3"
	}
	for game, rules := range map[string]string{awari: "awari.py", "kalah:pits=2,seeds=2,stores=false": "kalah.py"} {
		db := database(t, game)
		var proofs []string
		for i := range db.Game().Size() {
			var b bytes.Buffer
			if err := find(t, db, fmt.Sprintf("#%d", i)).Write(&b, false); err != nil {
				t.Fatal(err)
			}
			proofs = append(proofs, b.String())
		}
		for i, said := range checked(t, python, rules, proofs) {
			if said != "right 2" {
				t.Errorf("%s: %s\n%s", game, said, proofs[i])
			}
		}
	}
}
