package proof_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// checked returns the answers of check.py for some proofs. check.mjs must accept the same ones.
func checked(t *testing.T, rules string, proofs []string) []string {
	t.Helper()
	var files []string
	dir := t.TempDir()
	for i, content := range proofs {
		files = append(files, filepath.Join(dir, strconv.Itoa(i)))
		if err := os.WriteFile(files[i], []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	said := answers(t, files, "python3", "-c", checkAll, filepath.Join("testdata", rules))
	for i, other := range answers(t, files, "node", "check.mjs", filepath.Join("testdata", "rules.mjs")) {
		if strings.HasPrefix(other, "right: ") != strings.HasPrefix(said[i], "right") {
			t.Errorf("check.py says %s, check.mjs %s about\n%s", said[i], other, proofs[i])
		}
	}
	return said
}

// answers runs a checker on files, and returns its line for each.
func answers(t *testing.T, files []string, command ...string) []string {
	t.Helper()
	program, err := exec.LookPath(command[0])
	if err != nil {
		t.Skipf("no %s is installed: a checker is not tested", command[0])
	}
	out, err := exec.Command(program, append(command[1:], files...)...).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(files) {
		t.Fatalf("%d answers about %d proofs, %v: %s", len(lines), len(files), err, out)
	}
	return lines
}

// sealed returns a proof with the right number of positions in its last line.
func sealed(text string) string {
	count := strings.Count(text, "\n+\t") + strings.Count(text, "\n-\t")
	return regexp.MustCompile("(?m)^end\t.*$").ReplaceAllString(text, fmt.Sprint("end\t", count))
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
		found[fmt.Sprintf("line %d left out", i+1)] = sealed(strings.Join(slices.Concat(lines[:i], lines[i+1:]), ""))
		found[fmt.Sprintf("line %d twice", i+1)] = sealed(strings.Join(slices.Concat(lines[:i+1], lines[i:]), ""))
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
	found["all claims one higher"] = raised(text, 0)
	found["such claims and greater ranks"] = raised(text, 7)
	found["the last line left out"] = text[:strings.LastIndex(text, "end")]
	found["a line after the end"] = text + "end\t0\n"
	found["an unknown line"] = strings.Replace(text, "half\t", "note\tx\nhalf\t", 1)
	for name, change := range map[string][2]string{
		"another version": {"proof 2", "proof 99"}, "another game": {"game\t", "game\tx"},
		"other rules": {"rules\t", "rules\t0"}, "no rules": {"rules\t", "position\t"}, "a holder of another name": {"half\tboth", "half\tall"},
	} {
		if wrong := strings.Replace(text, change[0], change[1], 1); wrong != text {
			found[name] = wrong
		}
	}
	return found
}

// number returns the points of a claim.
func number(claim string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(claim, "score "))
	return n
}

// raised returns a proof in which all claims are one point more, and all ranks higher.
func raised(text string, ranks int) string {
	return changed(text, func(f []string) {
		switch f[0] {
		case "half":
			f[2] = "score " + strconv.Itoa(number(f[2])+1)
		case "+", "-":
			if add(f, 2, ranks); len(f) > 4 {
				add(f, 4, 1)
			}
		}
	})
}

// TestCheckScores runs the checker on proofs of games in which players make points on the way,
// moves keep the turn, or play need not end. The checker must refuse all forged ones.
func TestCheckScores(t *testing.T) {
	why := map[string]string{
		"all claims one higher": "round for ever", "such claims and greater ranks": "not nearer",
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
		{"kalah:pits=2,seeds=3", "kalah.py", map[string]string{"3333 0-0 1": "score -2 score 2"}},
	} {
		db := database(t, c.game)
		for text, want := range c.positions {
			p := find(t, db, text)
			if got := claims(p); got != want {
				t.Errorf("%s %s claims %q, want %s", c.game, text, got, want)
			}
			var b bytes.Buffer
			if err := p.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			names, proofs := []string{"nothing"}, []string{b.String()}
			for name, wrong := range forged(b.String()) {
				names, proofs = append(names, name), append(proofs, wrong)
			}
			for i, said := range checked(t, c.rules, proofs) {
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

// TestCheckEvery: the checkers accept the proof of every position of small variants, and of some hundred of others.
func TestCheckEvery(t *testing.T) {
	awari, step := "awari:stones=2", uint64(997)
	if enginetest.Long {
		awari, step = "awari:stones=3", 97
	}
	for _, c := range []struct {
		game, rules string
		step        uint64
		further     []string
	}{
		{awari, "awari.py", 1, nil}, {"kalah:pits=2,seeds=2,stores=false", "kalah.py", 1, nil},
		{"tictacchec:pieces=PR", "tictacchec.py", step, []string{"................ 0", "p...........P.rR", "....d...D.....rR", "p..r..R.....P..."}},
		{"tictacchec:pieces=BN", "tictacchec.py", step, []string{"................ 0"}},
	} {
		db := database(t, c.game)
		var positions, proofs []string
		for i := uint64(0); i < db.Game().Size(); i += c.step {
			positions = append(positions, fmt.Sprintf("#%d", i))
		}
		for _, text := range append(positions, c.further...) {
			var b bytes.Buffer
			if err := find(t, db, text).Write(&b, false); err != nil {
				t.Fatal(err)
			}
			proofs = append(proofs, b.String())
		}
		for i, said := range checked(t, c.rules, proofs) {
			want := "right 2" // holders
			if strings.Contains(proofs[i], "\twin ") {
				want = "right 1"
			}
			if said != want {
				t.Errorf("%s: %s, want %s\n%s", c.game, said, want, proofs[i])
			}
		}
	}
}
