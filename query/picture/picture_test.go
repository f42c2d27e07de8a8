package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

var registry = games.NewRegistry(
	britishsquare.Definition(), connectfour.Definition(), pushfight.Definition(), quixo.Definition(), rpsw.Definition(),
	tictactoe.Definition(), tupitu.Definition(),
)

func open(t *testing.T, text string) engine.Game {
	t.Helper()
	spec, err := registry.Parse(text, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func parse(t *testing.T, g engine.Game, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// svg returns a picture as SVG, which must be well-formed.
func svg(t *testing.T, p *picture.Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
}

// golden compares a text with a file of testdata; FOREGONE_UPDATE=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("FOREGONE_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: FOREGONE_UPDATE=1 go test writes it anew, then look at it", path)
	}
}

func TestBoards(t *testing.T) {
	for _, c := range []struct{ name, game, position string }{
		{"pushfight.svg", "pushfight", ".OX.....oxX.....Oox...OY.."},
		{"tictactoe.svg", "tictactoe", "XO..X...."},
		{"britishsquare.svg", "british-square:width=3,height=3", "2.....1.. 1"},
		{"connectfour.svg", "connect-four:width=4,height=3", ".....O...XX."},
		{"quixo.svg", "quixo:size=3", "X.O/.../..X"},
		{"rpsw.svg", "rpsw", "...p............wsP..R.."},
		{"tupitu.svg", "tupitu:width=4,height=4", "A#......#......B"},
	} {
		g := open(t, c.game)
		golden(t, c.name, svg(t, picture.Board(g, parse(t, g, c.position), picture.BoardOptions{})))
	}
}

// pixel returns the colour in the middle of a square, counted from the top left.
func pixel(img image.Image, column, row float64) color.RGBA {
	scale := float64(img.Bounds().Dx()) / (2*28 + 8*48)
	at := func(n float64) int { return int((28 + 48*(n+.5)) * scale) }
	r, g, b, a := img.At(at(column), at(row)).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
}

// TestColoursStay makes a turn of Push Fight: pieces keep their colours although the notation swaps
// them.
func TestColoursStay(t *testing.T) {
	g := open(t, "pushfight")
	before := parse(t, g, "Ox..xO...X.Y...oO.X...o...")
	r, err := g.Play(before, g.Moves(before)[0].Turn)
	if err != nil {
		t.Fatal(err)
	}
	first, second := picture.Board(g, before, picture.BoardOptions{}), picture.Board(g, r.To, picture.BoardOptions{Ply: 1})
	var images [2]image.Image
	for i, p := range []*picture.Picture{first, second} {
		if images[i], err = p.Image(1); err != nil {
			t.Fatal(err)
		}
	}
	changed := 0
	for y := range 4 {
		for x := range 8 {
			if pixel(images[0], float64(x), float64(y)) != pixel(images[1], float64(x), float64(y)) {
				changed++
			}
		}
	}
	// Two pieces that move, a row that is pushed, and two anchors.
	if changed == 0 || changed > 10 {
		t.Errorf("%d squares changed with a turn", changed)
	}
}

func TestPNG(t *testing.T) {
	g := open(t, "pushfight")
	var b bytes.Buffer
	if err := picture.Board(g, parse(t, g, ".OX.....oxX.....Oox...OY.."), picture.BoardOptions{}).WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size != (image.Point{2 * (8*48 + 56), 2 * (4*48 + 56)}) {
		t.Errorf("size %v", size)
	}
	for _, c := range []struct {
		column, row float64
		want        color.RGBA
		what        string
	}{
		{2, 0, color.RGBA{0xe8, 0xd3, 0xa8, 255}, "an empty square"},
		{3, 0, color.RGBA{0xfd, 0xfb, 0xf4, 255}, "a pusher"},
		{4, 0, color.RGBA{0x5a, 0x3a, 0x22, 255}, "an opponent's pusher"},
		{0, 0, color.RGBA{255, 255, 255, 255}, "no square"},
		{3, 3, color.RGBA{0xd0, 0x31, 0x2d, 255}, "the anchor"},
		{3, -.56, color.RGBA{0x44, 0x44, 0x44, 255}, "the railing"},
	} {
		if got := pixel(img, c.column, c.row); got != c.want {
			t.Errorf("%s is %v, want %v", c.what, got, c.want)
		}
	}
}

func TestGIF(t *testing.T) {
	g := open(t, "tictactoe")
	var frames []*picture.Picture
	p := parse(t, g, ".........")
	for ply, turn := range []string{"", "a1", "b2", "c3"} {
		o := picture.BoardOptions{Ply: ply, Caption: " "}
		if turn != "" {
			r, err := g.Play(p, turn)
			if err != nil {
				t.Fatal(err)
			}
			o.Before, p = p, r.To
		}
		frames = append(frames, picture.Board(g, p, o))
	}
	var b bytes.Buffer
	if err := picture.WriteGIF(&b, frames, time.Second); err != nil {
		t.Fatal(err)
	}
	out, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Image) != 4 || out.LoopCount != 0 || fmt.Sprint(out.Delay) != "[100 100 100 300]" {
		t.Errorf("%d frames, loops %d, delays %v", len(out.Image), out.LoopCount, out.Delay)
	}
	if err := picture.WriteGIF(&b, nil, time.Second); err == nil {
		t.Error("an animation of nothing is no error")
	}
}

// plain is a game whose board has no names of columns.
type plain struct{ engine.Game }

func (plain) Board(engine.Position) string { return "a <node>\n  next\n" }

func TestTextBoard(t *testing.T) {
	g := open(t, "tictactoe")
	text := svg(t, picture.Board(plain{g}, parse(t, g, "........."), picture.BoardOptions{Caption: "1. x&y"}))
	for _, want := range []string{"a &lt;node&gt;", "  next", "1. x&amp;y"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// counts makes statistics of a kind of value from numbers of positions.
func counts(t *testing.T, kind engine.Kind, list map[string]uint64, order ...string) query.Stats {
	t.Helper()
	s := query.Stats{Game: "test:of=" + kind.String()}
	for _, text := range order {
		v, err := kind.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Counts = append(s.Counts, query.Count{Verdict: query.Verdict{Kind: kind, Value: v, Known: true}, Positions: list[text]})
		s.Positions += list[text]
	}
	return s
}

func TestHistogram(t *testing.T) {
	for name, s := range map[string]query.Stats{
		"byte.svg":  counts(t, engine.Byte, map[string]uint64{"T": 1000, "L0": 1, "W1": 86_208_131_520, "L1": 10, "W2": 5}, "T", "L0", "W1", "L1", "W2"),
		"wide.svg":  counts(t, engine.Wide, map[string]uint64{"loss-0": 7, "win-0": 3, "loss-4": 100, "win-30": 1}, "loss-0", "win-0", "loss-4", "win-30"),
		"score.svg": counts(t, engine.Score, map[string]uint64{"-2": 40, "0": 900, "+3": 60}, "-2", "0", "+3"),
		"empty.svg": {Game: "nothing"},
	} {
		h, err := picture.Histogram(s)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, svg(t, h))
		var b bytes.Buffer
		if err := h.WritePNG(&b); err != nil {
			t.Error(err)
		}
	}
	long := counts(t, engine.Wide, map[string]uint64{"loss-0": 7, "win-32765": 3}, "loss-0", "win-32765")
	if h, err := picture.Histogram(long); err != nil || h.Width > 3500 {
		t.Errorf("the longest remoteness there is: %v, %v", h, err)
	}
	_, err := picture.Histogram(query.Stats{InPlace: &query.InPlace{Path: "part.bin", Known: raw.Whole(1)}})
	if !engine.IsInput(err) {
		t.Errorf("a file used in place: %v", err)
	}
}

// board is a game whose boards and notation are arbitrary, as those of foreign games are.
type board struct {
	engine.Game
	drawn, text string
	depiction   drawing.Depiction
}

func (b board) Board(engine.Position) string { return b.drawn }
func (b board) Text(engine.Position) string  { return b.text }
func (b board) Parts() (p engine.Parts) {
	p.Depiction = b.depiction
	return p
}

// FuzzBoard draws arbitrary boards. The picture is well-formed.
func FuzzBoard(f *testing.F) {
	plain := enginetest.Open(f, tictactoe.Definition(), "tictactoe")
	start, _ := plain.Start()
	looks := drawing.Looks{'x': {Shape: drawing.Disc}, 'o': {Shape: drawing.Disc, Second: true, Joins: "lrud"}, '2': {Shape: drawing.Stones}, 'w': {Shape: drawing.Wall}, 'v': {Shape: drawing.Wedge, Figure: "king"}}
	list := []drawing.Depiction{
		{}, {Looks: looks, Ground: drawing.Points, Relative: true, Railings: true, Owners: "12"},
		{Looks: looks, Ground: drawing.Pits, Turned: true, Mirrored: true, Heaps: []drawing.Heap{{Find: "([0-9]+)", Side: 1}, {Find: "-([0-9]+)", Side: 2}}}, {Looks: looks, Ground: drawing.Chequered},
	}
	for n := range list {
		f.Add(uint8(n), "  a b\n2 x .\n1 . o\n", "x..o 3-2", uint8(1))
		f.Add(uint8(n), "3 v 2 w\n2 x o #\n1 . . .\n  a b c\nX to move", "vx/o#/ 1", uint8(0))
	}
	f.Add(uint8(0), "no board <&", "]]>", uint8(2))
	f.Fuzz(func(t *testing.T, n uint8, drawn, text string, ply uint8) {
		control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' } // which package foreign refuses
		if len(drawn) > 500 || !utf8.ValidString(drawn+text) || strings.ContainsFunc(drawn+text, control) {
			return
		}
		g := board{plain, drawn, text, list[int(n)%len(list)]}
		var b bytes.Buffer
		if err := picture.Board(g, start, picture.BoardOptions{Ply: int(ply), Before: start, Caption: text}).WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(&b); ; {
			if _, err := d.Token(); err == io.EOF {
				return
			} else if err != nil {
				t.Fatalf("%q: %v", drawn, err)
			}
		}
	})
}
