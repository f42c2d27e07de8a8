package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/tools/python"
)

// named are variants of all built-in games that open at once.
var named = []string{
	"awari:stones=8", "baghchal", "british-square:width=4,height=4", "chess:pieces=KQvKR", "connect-four:width=4,height=4", "dobutsu",
	"kalah:pits=3", "kalah:pits=3,stores=true", "morris:men=4", "pushfight:movers=1,pushers=1", "pylos", "quixo:size=3", "rpsw:pieces=1", "squadro",
	"klotski", "teeko", "tictacchec:pieces=PNR", "tictactoe", "tupitu:width=4,height=4", "ur:pieces=3", "ur:pieces=2,rules=masters", "ur:pieces=2,rules=aseb",
	"bearoff", "bearoff:cube=money,checkers=3", "einstein",
}

// unnamed are games whose turns name no squares of a board. TestPagePlayLong of query/serve plays
// them on the page.
var unnamed = []string{"cube2", "graph", "hypergammon", "pancake", "pig", "rushhour", "sliding", "sokoban", "yahtzee"}

// refilled are games in which a piece can come to a square that another one of its kind leaves, or leave the one that it came to.
var refilled = []string{"pushfight", "pylos", "quixo"}

// TestNamedSquares plays at random in every game: pictures mark as changed a square that the turn
// below the board names. Almost all squares that turns name change.
func TestNamedSquares(t *testing.T) {
	r := registry(program.New(program.Options{Runner: python.Runner}), wasm.New(), uci.New(uci.Options{}))
	for _, d := range r.Definitions() {
		if !slices.Contains(append(unnamed, "solitaire"), d.Name) && !slices.ContainsFunc(named, func(text string) bool { return text == d.Name || strings.HasPrefix(text, d.Name+":") }) {
			t.Errorf("%s has no variant in the list", d.Name)
		}
	}
	dir := t.TempDir()
	level, board := filepath.Join(dir, "level"), filepath.Join(dir, "board")
	for file, drawing := range map[string]string{level: "#######\n#@ $ .#\n#  $  #\n#  .  #\n#######\n", board: "oooo\noooo\noo.o\noooo\n"} {
		if err := os.WriteFile(file, []byte(drawing), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range append(slices.Clone(named), "sokoban:level="+level, "solitaire:board="+board) {
		spec, err := r.Parse(text, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(g); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		all, changed := 0, 0
		g = labelled{g}
		for game := range uint64(4) {
			a, c := playNamed(t, g, rand.New(rand.NewPCG(game, 1)))
			all, changed = all+a, changed+c
		}
		if all < 20 && !slices.Contains(unnamed, spec.Name()) || 10*changed < 9*all && !(slices.Contains(refilled, spec.Name()) && 2*changed > all) {
			t.Errorf("%s: of %d squares that turns name %d change", text, all, changed)
		}
	}
}

// labelled is a game whose pictures have the names of columns and rows.
type labelled struct{ engine.Game }

func (l labelled) Parts() engine.Parts {
	p := l.Game.Parts()
	p.Depiction.Unnamed = false
	return p
}

// squaresOf returns the squares that a turn names, or that are clicked for it, as pictures name them.
func squaresOf(g engine.Game, p engine.Position, turn string, ply int) []string {
	text := turn
	if clicks := g.Parts().Depiction.Clicks; clicks != nil && g.Parts().Dice != nil {
		text = ""
		for _, c := range clicks(turn) {
			text += c.Square + " "
		}
	}
	return squareNames.FindAllString(picture.Turn(g, p, text, ply), -1)
}

// playNamed plays a game, and returns how many squares its turns name, and how many of them change.
func playNamed(t *testing.T, g engine.Game, random *rand.Rand) (all, changed int) {
	p, ok := g.Start()
	if !ok {
		p = g.At(random.Uint64N(g.Size()))
	}
	ply, solution, shown := 0, query.Line{Answer: query.Answer{Position: p}}, []string(nil)
	defer func() { // a puzzle sheet shows one board, and its solution names the squares of that board
		if got := solution.Shown(g).Moves; !slices.Equal(got, shown) {
			t.Errorf("%s: a solution is %v, pictures show %v", g.Spec(), got, shown)
		}
	}()
	for range 30 {
		moves := g.Moves(p)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		if m.Ended {
			break
		}
		solution.Moves, shown = append(solution.Moves, m.Turn), append(shown, picture.Turn(g, p, m.Turn, ply))
		if strings.ContainsAny(m.Turn, " \t") { // addresses and games list turns with blanks between them
			t.Errorf("%s at %s: the turn %q has blanks", g.Spec(), g.Text(p), m.Turn)
		}
		names, hits := squaresOf(g, p, m.Turn, ply), 0
		kept := engine.Keeps(g, p, m.Turn)
		if !kept {
			ply++
		}
		var b bytes.Buffer
		if err := picture.Board(g, m.To, picture.BoardOptions{Ply: ply, Before: p, Kept: kept}).WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		marked := markedSquares(b.String())
		for _, name := range names {
			if slices.ContainsFunc(marked, func(square string) bool { return strings.HasPrefix(square, name) }) {
				hits++
			}
		}
		if len(names) > 0 && hits == 0 && !slices.Contains(refilled, g.Spec().Name()) {
			t.Errorf("%s at %s, at turn %d: %s (%v) changes %v", g.Spec(), g.Text(p), ply, m.Turn, names, marked)
		}
		all, changed, p = all+len(names), changed+hits, m.To
	}
	return all, changed
}

var (
	squareNames = regexp.MustCompile(`[a-h]\d+|\b[a-h]\b`)
	markedRect  = regexp.MustCompile(`<rect x="([\d.]+)" y="([\d.]+)" width="(48|46)" height="(?:48|46)" fill="#f5ecb0"`)
	markedDisc  = regexp.MustCompile(`<circle cx="([\d.]+)" cy="([\d.]+)" r="2[12]" fill="#f5ecb0"`)
	nameText    = regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)" font-size="14" text-anchor="middle" fill="#777777">([a-h]|\d+)</text>`)
)

// markedSquares returns the names of the squares that a picture marks, as the names of columns and
// rows beside the board tell them; a board with stores names no rows.
func markedSquares(svg string) (names []string) {
	number := func(text string) (n float64) {
		fmt.Sscan(text, &n)
		return n
	}
	for i, form := range []*regexp.Regexp{markedRect, markedDisc} {
		for _, m := range form.FindAllStringSubmatch(svg, -1) {
			x, y := number(m[1]), number(m[2])
			if i == 0 {
				x, y = x+number(m[3])/2, y+number(m[3])/2
			}
			column, row := "", ""
			for _, l := range nameText.FindAllStringSubmatch(svg, -1) {
				switch letter := l[3] >= "a"; {
				case letter && number(l[1]) == x:
					column = l[3]
				case !letter && number(l[2]) == y+5:
					row = l[3]
				}
			}
			names = append(names, column+row)
		}
	}
	return names
}

func check(g engine.Game) error {
	d := g.Parts().Depiction
	return d.Check()
}
