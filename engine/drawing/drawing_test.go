package drawing

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestFigures checks the paths of all figures: known commands, each with its numbers, within the
// square. Figures of a backgammon board go on over the squares below.
func TestFigures(t *testing.T) {
	arguments := map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}
	command := regexp.MustCompile(`[A-Z][^A-Z]*`)
	for name, parts := range Figures() {
		low, high := -20.0, 20.0
		if strings.HasPrefix(name, "point") || strings.HasPrefix(name, "bar") {
			low, high = -30, 450
		}
		for _, part := range parts {
			if !strings.HasPrefix(part.Path, "M") || strings.Join(command.FindAllString(part.Path, -1), "") != part.Path {
				t.Errorf("%s: %q is not a path", name, part.Path)
			}
			if part.Fill != Body && part.Fill != Line && part.Fill != Ink && !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(part.Fill) {
				t.Errorf("%s: fill %q", name, part.Fill)
			}
			for _, c := range command.FindAllString(part.Path, -1) {
				numbers := strings.Fields(c[1:])
				if want, ok := arguments[c[0]]; !ok || len(numbers) != want {
					t.Errorf("%s: %q has %d numbers, want %d", name, c, len(numbers), want)
				}
				for _, text := range numbers {
					var n float64
					if _, err := fmt.Sscan(text, &n); err != nil || n < low || n > high {
						t.Errorf("%s: %q in %q (%v)", name, text, c, err)
					}
				}
			}
		}
	}
}

// TestPiles reads hands, men to be placed, stores and absent pieces, for either player to move.
func TestPiles(t *testing.T) {
	looks := Looks{'K': {Shape: Man, Label: "K"}, 'D': {Shape: Man, Label: "K", Heads: -1}, 'k': {Shape: Man, Label: "K", Second: true}, 'x': {Shape: Disc, Neutral: true}}
	for _, c := range []struct {
		d           Depiction
		board, rest string
		ply         int
		want        string
	}{
		{Depiction{Relative: true, Heaps: []Heap{{Name: "in hand", Side: 2, Find: `^ (\S*)`}}}, "...", " KKk", 0, "[Light in hand: 2 K Dark in hand: K]"},
		{Depiction{Relative: true, Heaps: []Heap{{Name: "in hand", Side: 2, Find: `^ (\S*)`}}}, "...", " KKk", 1, "[Light in hand: K Dark in hand: 2 K]"},
		{Depiction{Relative: true, Heaps: []Heap{{Name: "left", Find: `^ (\d+)-`, Piece: "K"}, {Name: "left", Side: 1, Find: `-(\d+)`, Piece: "k"}}}, "...", " 3-0", 1, "[Dark left: 3 K]"},
		{Depiction{Heaps: []Heap{{Name: "store", Side: 1, Find: `-(\d+)`, Store: true}}}, "...", " 3-12", 1, "[Dark store: 12]"},
		{Depiction{Heaps: []Heap{{Name: "in hand", Side: 2, Absent: "Kk"}}}, "D..", "", 0, "[Dark in hand: K]"},
		{Depiction{Turned: true, Heaps: []Heap{{Name: "taken", Find: `(\d+)`}}}, "...", " 2", 1, "[Dark taken: 2]"},
		{Depiction{Heaps: []Heap{{Name: "in hand", Side: 2, Find: `^ (\S*)`}}}, "...", " x", 0, "[]"},
	} {
		c.d.Looks = looks
		if err := c.d.Check(); err != nil {
			t.Error(err)
		}
		words := []string{}
		for _, pile := range c.d.Piles([]rune(c.board), c.rest, c.ply) {
			words = append(words, pile.InWords(&c.d))
		}
		if got := fmt.Sprint(words); got != c.want {
			t.Errorf("%q %q after %d turns: %s, want %s", c.board, c.rest, c.ply, got, c.want)
		}
	}
}

// TestTurn names squares as the first player sees them.
func TestTurn(t *testing.T) {
	l, ok := ReadLayout("4 . . .\n3 . . .\n2 . . .\n1 . . .\n  a b c\n")
	if !ok {
		t.Fatal("no layout")
	}
	d := Depiction{Turned: true}
	for _, c := range [][3]string{{"a1-b2", "a1-b2", "c4-b3"}, {"N*a4", "N*a4", "N*c1"}, {"b2xc9", "b2xc9", "b3xc9"}} {
		for ply, want := range c[1:] {
			if got := d.Turn(l, c[0], ply); got != want {
				t.Errorf("%s after %d turns is %s, want %s", c[0], ply, got, want)
			}
		}
	}
	d = Depiction{Mirrored: true}
	if got := d.Turn(l, "a1-b2", 1); got != "a4-b3" {
		t.Errorf("with the rows reversed a1-b2 is %s, want a4-b3", got)
	}
}

// TestRest reads remarks below a board, for a notation that does not list the squares.
func TestRest(t *testing.T) {
	l, ok := ReadLayout("10 . x\n 9 . .\n   a b\nx: hand 3, off 1\n2 to move\n")
	if !ok || len(l.Squares) != 4 || l.Squares[1].Symbol != 'x' || l.Rows[0] != "10" {
		t.Fatalf("read as %+v", l)
	}
	const remarks = "\nx: hand 3, off 1\n2 to move"
	if rest := l.Rest("2+1/-+0"); rest != "2+1/-+0"+remarks {
		t.Errorf("the rest is %q", rest)
	}
	if rest := l.Rest(".x.. 2"); rest != " 2" {
		t.Errorf("the rest behind squares is %q", rest)
	}
}

// TestJSON writes and reads a depiction, and refuses faults.
func TestJSON(t *testing.T) {
	d := Depiction{
		Looks: Looks{'X': {Shape: Disc, Color: "#ff0000"}}, Ground: Points, Lines: []string{"a1-b1"}, Owners: "21",
		Marks: map[string]string{"a1": "goal"}, Players: [2]Player{{Name: "Red"}, {Figure: "ring"}}, Heaps: []Heap{{Name: "h", Find: "(a)"}},
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back Depiction
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, d) {
		t.Errorf("%s is read as %+v (%v)", text, back, err)
	}
	for text, want := range map[string]string{
		`{"looks":{"XY":{}}}`:                         `looks has "XY"`,
		`{"looks":{"X":{"shape":"star"}}}`:            `shape "star"`,
		`{"looks":{"X":{"color":"red"}}}`:             `a color is "red"`,
		`{"looks":{"X":{"figure":"unicorn"}}}`:        `a figure is "unicorn"`,
		`{"looks":{"X":{"joins":"up"}}}`:              `the joins "up"`,
		`{"ground":"mud"}`:                            `ground is "mud"`,
		`{"owners":"13"}`:                             `owners is "13"`,
		`{"heaps":[{"name":"h","find":"a"}]}`:         `it has 0 groups`,
		`{"heaps":[{"name":"h"}]}`:                    `either find or absent`,
		`{"heaps":[{"name":"h","side":3,"find":""}]}`: `side of 0, 1 or 2`,
	} {
		var d Depiction
		err := json.Unmarshal([]byte(text), &d)
		if err == nil {
			err = d.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
