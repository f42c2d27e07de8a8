package serve_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/gamesmanuni"
	"github.com/foregone-db/foregone/query/serve"
)

// uniPosition is the part of a position that the GamesmanUni front end reads.
type uniPosition struct {
	Position, AutoguiPosition, PositionValue string
	Remoteness                               int
	WinBy                                    *int
	Moves                                    []uniMove
}

type uniMove struct {
	Position, AutoguiPosition, PositionValue string
	Remoteness, DeltaRemoteness              int
	WinBy                                    *int
	Move, AutoguiMove, MoveValue             string
}

// uniVariant is the part of a variant that it reads.
type uniVariant struct {
	ID, Name, GUI, StartPosition, AutoguiStartPosition string
	ImageAutoGUIData                                   *struct {
		DefaultTheme string
		Themes       map[string]struct {
			Space      []float64
			Centers    [][]float64
			CharImages map[string]struct {
				Image string
				Scale float64
			}
		}
	}
}

// uni asks as the front end does: texts go into the path without escapes, and a browser cuts off
// some.
func uni[T any](t *testing.T, s http.Handler, path string) T {
	t.Helper()
	path, _, _ = strings.Cut(path, "#")
	if u, err := url.Parse(path); err != nil || u.String() != path {
		t.Fatalf("%q is no URL by itself: %v", path, err)
	}
	w := ask(s, "GET", "/uwapi/"+path, "")
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s %v", path, w.Code, w.Body, err)
	}
	return v
}

// TestUni plays every served game as the front end does, from the list of games to the end of a
// match, and checks what the front end would show.
func TestUni(t *testing.T) {
	specs := []string{
		"tictactoe", small, "quixo:size=3", "connect-four:width=4,height=3,line=3", "british-square:width=3,height=3",
		"rpsw:width=3,height=3,pieces=1", "tupitu:width=3,height=3", "tictactoe:width=4,height=2,line=3", "dobutsu:pieces=1", "chess:pieces=KQvK",
		"awari:stones=6", "kalah:pits=3,seeds=2", "tictacchec:pieces=PN", "morris:rings=1,men=3",
	}
	s, err := serve.New(open(t, specs...), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, game := range uni[[]struct{ ID, Name, Type, GUI string }](t, s, "") {
		one := uni[struct {
			ID, Name                                  string
			Variants                                  []struct{ ID, Name, GUI string }
			AllowCustomVariantCreation, SupportsWinBy bool
		}](t, s, game.ID+"/")
		if game.Name == "" || game.Type != "twoPlayer" || one.ID != game.ID || one.SupportsWinBy != slices.Contains([]string{"british-square", "awari", "kalah"}, game.ID) {
			t.Errorf("game %+v is %+v", game, one)
		}
		for _, v := range one.Variants {
			played++
			path := game.ID + "/" + v.ID + "/"
			variant := uni[uniVariant](t, s, path)
			instructions := uni[struct{ Instructions string }](t, s, path+"instructions/?locale=en-US")
			if variant.ID != v.ID || len(instructions.Instructions) < 200 {
				t.Errorf("variant %s: %+v, instructions %q", path, variant, instructions.Instructions)
			}
			seen := map[string]bool{}
			walkUni(t, s, path, variant, variant.StartPosition, 3, seen)
			if len(seen) < 20 {
				t.Errorf("%s: %d positions were seen", path, len(seen))
			}
		}
	}
	if played != len(specs) {
		t.Errorf("%d variants, want %d", played, len(specs))
	}
}

// walkUni checks a position and those up to some plies later.
func walkUni(t *testing.T, s http.Handler, path string, v uniVariant, position string, plies int, seen map[string]bool) {
	t.Helper()
	if seen[position] || len(seen) > 60 {
		return
	}
	seen[position] = true
	p := uni[uniPosition](t, s, path+"positions/?p="+position)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s %s: %s in %+v", path, position, fmt.Sprintf(format, args...), p)
	}
	if p.Position != position {
		fail("another position")
	}
	checkDrawn(fail, v, p.AutoguiPosition)
	if (p.Remoteness == 0) != (len(p.Moves) == 0) {
		fail("%d moves", len(p.Moves))
	}
	byMove, byDrawing := map[string]bool{}, map[string]bool{}
	for _, m := range p.Moves {
		switch {
		case byMove[m.Move], byDrawing[m.AutoguiMove]:
			fail("%s %s twice", m.Move, m.AutoguiMove)
		case m.Position[0]+p.Position[0] != '1'+'2' && !strings.Contains(m.Position, "~") && v.Name != "3 pits, 2 seeds":
			fail("the turn stays at %s", m.Position)
		case m.AutoguiMove != m.Move && !buttonForm.MatchString(m.AutoguiMove):
			fail("%s is drawn as %s", m.Move, m.AutoguiMove)
		}
		byMove[m.Move], byDrawing[m.AutoguiMove] = true, true
		checkNamed(t, fail, path, p, m)
		checkValues(fail, p, m)
		to := uni[uniPosition](t, s, path+"positions/?p="+m.Position)
		if to.PositionValue != m.PositionValue || to.Remoteness != m.Remoteness || to.AutoguiPosition != m.AutoguiPosition {
			fail("%+v, asked for it is %+v", m, to)
		}
		if plies > 0 {
			walkUni(t, s, path, v, m.Position, plies-1, seen)
		}
	}
}

// The forms that the front end knows.
var (
	drawnForm  = regexp.MustCompile(`^(1|2)_([a-zA-Z0-9-]+)$`)
	buttonForm = regexp.MustCompile(`^(A_[a-zA-Z0-9-]_[0-9]+|M_[0-9]+_[0-9]+|T_[a-zA-Z0-9-]_[0-9]+)(_[xyz])?$`)
)

// checkNamed: a square changes that a move names, or its button.
func checkNamed(t *testing.T, fail func(string, ...any), path string, p uniPosition, m uniMove) {
	name, _, _ := strings.Cut(path, "/")
	var g engine.Game
	for spec, family := range map[string]string{"dobutsu:pieces=1": "dobutsu", "chess:pieces=KQvK": "chess", small: "pushfight", "rpsw:width=3,height=3,pieces=1": "rpsw", "tupitu:width=3,height=3": "tupitu", "tictacchec:pieces=PN": "tictacchec", "morris:rings=1,men=3": "morris", "quixo:size=3": "quixo", "connect-four:width=4,height=3,line=3": "connect4"} {
		if strings.HasPrefix(name, family) || family == "dobutsu" && name == "dshogi" {
			g = enginetest.OpenIn(t, registry, spec)
		}
	}
	if g == nil || len(m.AutoguiPosition) != len(p.AutoguiPosition) {
		return
	}
	layout, _ := drawing.ReadLayout(g.Board(g.At(0)))
	d := g.Parts().Depiction
	changed := func(n int) bool { return p.AutoguiPosition[n+2] != m.AutoguiPosition[n+2] }
	some, squares := false, regexp.MustCompile(`[a-h]\d`).FindAllString(d.Turn(layout, m.Move, int(p.Position[0]-'1')), -1)
	for _, square := range squares {
		if n, ok := layout.Number(square); ok {
			some = some || changed(n)
		}
	}
	if len(squares) > 0 && !some {
		fail("%s names %v, which stay", m.Move, squares)
	}
	var from, to int
	if n, _ := fmt.Sscanf(m.AutoguiMove, "M_%d_%d", &from, &to); n == 2 && name != "quixo" && !changed(from) {
		fail("%s is drawn as %s, and the square stays", m.Move, m.AutoguiMove)
	}
}

// checkDrawn: every symbol on a square has a picture and a place.
func checkDrawn(fail func(string, ...any), v uniVariant, autogui string) {
	if v.ImageAutoGUIData == nil {
		return
	}
	theme := v.ImageAutoGUIData.Themes[v.ImageAutoGUIData.DefaultTheme]
	parts := drawnForm.FindStringSubmatch(autogui)
	if parts == nil || len(theme.Centers) < len(parts[2]) || len(theme.Space) != 2 {
		fail("%s cannot be drawn by %+v", autogui, theme)
		return
	}
	if strings.HasPrefix(v.ID, "regular") {
		return // its own page has its own pictures
	}
	for _, letter := range parts[2] {
		if image, ok := theme.CharImages[string(letter)]; letter != '-' && letter != 'H' && letter != 'x' && letter != 'o' && (!ok || image.Image == "" || image.Scale <= 0) {
			fail("%q has no picture", letter)
		}
	}
}

// checkValues: the best move has the value of the position, and the numbers have the form that the
// front end expects.
func checkValues(fail func(string, ...any), p uniPosition, m uniMove) {
	back := map[string]string{"win": "lose", "lose": "win", "tie": "tie", "draw": "draw"}
	again := m.Position[0] == p.Position[0] && m.Remoteness != 0 // the same player moves again
	if again {
		back = map[string]string{"win": "win", "lose": "lose", "tie": "tie", "draw": "draw"}
	}
	if back[m.PositionValue] != m.MoveValue {
		fail("%s is worth %s and leads to %s", m.Move, m.MoveValue, m.PositionValue)
	}
	switch {
	case m.PositionValue == "draw" && m.Remoteness != -200, m.WinBy != nil && m.Remoteness != -100 && m.Remoteness != 0,
		m.WinBy == nil && m.PositionValue != "draw" && m.Remoteness < 0:
		fail("%s has remoteness %d", m.Move, m.Remoteness)
	}
	best := p.Moves[0]
	for _, m := range []*uniMove{&best, &m} { // between two steps of a turn no ply has passed
		if m.Position[0] == p.Position[0] && m.Remoteness > 0 {
			m.Remoteness--
		}
	}
	if best.MoveValue != p.PositionValue || best.DeltaRemoteness != 0 || p.Remoteness > 0 && best.Remoteness != p.Remoteness-1 || p.WinBy != nil && *p.WinBy != *best.WinBy {
		fail("the best move is %+v", best)
	}
	if m.MoveValue == best.MoveValue && m.Remoteness >= 0 && m.DeltaRemoteness != max(m.Remoteness-best.Remoteness, best.Remoteness-m.Remoteness) {
		fail("%s has delta %d", m.Move, m.DeltaRemoteness)
	}
}

// TestUniPoints plays a game of Awari, in which players capture stones on the way, to its end by
// best moves. The first player's total stays the same, and at the end it is his score.
func TestUniPoints(t *testing.T) {
	s, err := serve.New(open(t, "awari:stones=5"), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	const path = "awari/reachable-false-stones-5/positions/?p="
	margin := func(p uniPosition) int { // of the first player
		if (p.PositionValue == "lose") != (p.Position[0] == '2') {
			return -*p.WinBy
		}
		return *p.WinBy
	}
	gained := 0
	for _, start := range []string{"1_-2--1----1-1", "2_-1--11----2-", "1_1-1-1---11--"} {
		p := uni[uniPosition](t, s, path+start)
		want := margin(p)
		for n := 0; p.Remoteness != 0 && n < 60; n++ {
			if p = uni[uniPosition](t, s, path+p.Moves[0].Position); margin(p) != want {
				t.Fatalf("from %s, first ahead by %d, %s is worth %d", start, want, p.Position, margin(p))
			}
			if strings.Contains(p.Position, "@") {
				gained++
			}
		}
	}
	if gained == 0 {
		t.Error("nothing was captured")
	}
	if w := ask(s, "GET", "/uwapi/"+path+"1_-2--1----1--@x", ""); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "are not points") {
		t.Errorf("points that are none: %d %s", w.Code, w.Body)
	}
}

// TestUniTicTacToe checks what the front end's own page reads: the cells from the third character
// on, and the mark and the cell of a move at fixed places.
func TestUniTicTacToe(t *testing.T) {
	s := newServer(t, serve.Options{})
	v := uni[uniVariant](t, s, "tictactoe/regular/")
	p := uni[uniPosition](t, s, "tictactoe/regular/positions/?p="+v.StartPosition)
	if v.StartPosition != "1_---------" || p.PositionValue != "tie" || p.Remoteness != 9 || len(p.Moves) != 9 {
		t.Errorf("the start is %+v, %+v", v, p)
	}
	for _, m := range p.Moves {
		if cell := m.AutoguiMove[4] - '0'; m.AutoguiMove[2] != 'x' || m.Position[2+cell] != 'x' || m.Remoteness != 8 {
			t.Errorf("move %+v", m)
		}
	}
	p = uni[uniPosition](t, s, "tictactoe/regular/positions/?p=2_xx-o-----")
	if i := slices.IndexFunc(p.Moves, func(m uniMove) bool { return m.AutoguiMove == "A_o_2" }); i != 0 || p.Moves[i].Position != "1_xxoo-----" {
		t.Errorf("the first move is %+v", p.Moves[0])
	}
	over := uni[uniPosition](t, s, "tictactoe/regular/positions/?p=2_xxxoo----")
	if over.PositionValue != "lose" || over.Remoteness != 0 || len(over.Moves) != 0 {
		t.Errorf("a finished game is %+v", over)
	}
}

// TestUniQuixo checks names, drawings and the order of moves on 3×3 against the known order of
// GamesmanOne's 4×4 start: 1 R first, M_0_16_x, then 2 R and so on.
func TestUniQuixo(t *testing.T) {
	s, err := serve.New(open(t, "quixo:size=3"), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	p := uni[uniPosition](t, s, "quixo/3x3/positions/?p=1_---------")
	var moves []string
	for _, m := range p.Moves {
		if m.PositionValue == p.Moves[0].PositionValue && m.Remoteness == p.Moves[0].Remoteness {
			moves = append(moves, m.Move+" "+m.AutoguiMove+" "+m.Position)
		}
	}
	// 20 turns are legal: two of each corner, three of each other cube.
	if len(p.Moves) != 20 || p.AutoguiPosition != "1_BBBBBBBBB" || p.PositionValue != "win" || p.Remoteness != 7 {
		t.Errorf("%d moves of %+v", len(p.Moves), p)
	}
	if got, want := strings.Join(moves[:4], ", "), "1 R M_0_9_x 2_--X------, 2 L M_1_19_x 2_X--------, 1 D M_0_18_x 2_------X--"; !strings.HasPrefix(got, "1 R M_0_9_x 2_--X------, ") {
		t.Errorf("moves %s, want %s", got, want)
	}
	p = uni[uniPosition](t, s, "quixo/3x3/positions/?p=2_--X------")
	for _, m := range p.Moves {
		if strings.Count(m.Position, "O") != 1 {
			t.Errorf("the second player's move leads to %s", m.Position)
		}
	}
}

// TestUniFigures compares answers with those of GamesmanOne (Berkeley, version 1.3.0 of
// 2025-04-26), field by field: of Quixo 3×3, and of 4×4 if $FOREGONE_QUIXO has the folder of its
// database. GamesmanOne gives a draw the remoteness 0, which the front end takes for the end of the
// match.
func TestUniFigures(t *testing.T) {
	f, err := os.Open("testdata/gamesmanone-quixo.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		Game string
		uniPosition
	}
	var answers []answer
	if err := json.NewDecoder(unpacked).Decode(&answers); err != nil {
		t.Fatal(err)
	}
	dbs := open(t, "quixo:size=3")
	paths := map[string]string{"quixo:size=3": "quixo/" + dbs[0].Game().Spec().Slug() + "/"}
	if dir := os.Getenv("FOREGONE_QUIXO"); dir != "" {
		db, err := query.Open(dir, registry, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		dbs = append(dbs, db)
		paths["quixo:size=4"] = "quixo/" + db.Game().Spec().Slug() + "/"
	}
	s, err := serve.New(dbs, serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, want := range answers {
		path, ok := paths[want.Game]
		if !ok {
			continue
		}
		compared++
		got := uni[uniPosition](t, s, path+"positions/?p="+want.Position)
		for i := range got.Moves { // fields that it lacks
			got.Moves[i].MoveValue, got.Moves[i].DeltaRemoteness = "", 0
		}
		if want.PositionValue == "draw" {
			want.Remoteness = -200
		}
		for i := range want.Moves {
			if want.Moves[i].PositionValue == "draw" {
				want.Moves[i].Remoteness = -200
			}
		}
		sortMoves(got.Moves)
		sortMoves(want.Moves)
		if !reflect.DeepEqual(got, want.uniPosition) {
			t.Fatalf("%s is %+v\nwant %+v", want.Position, got, want.uniPosition)
		}
	}
	if compared < 24 {
		t.Errorf("%d positions were compared", compared)
	}
}

func sortMoves(moves []uniMove) {
	slices.SortFunc(moves, func(a, b uniMove) int { return strings.Compare(a.Move, b.Move) })
}

// TestUniEscape plays on boards without some squares: the notation has "#" for them, which a
// browser would cut off.
func TestUniEscape(t *testing.T) {
	s, err := serve.New(open(t, "tupitu:width=3,height=3"), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	p := uni[uniPosition](t, s, "tupitu/height-3-width-3/positions/?p=2_B-AH-H--H")
	if len(p.Moves) == 0 || strings.Contains(p.Moves[0].Position, "#") {
		t.Errorf("%+v", p)
	}
	w := ask(s, "GET", "/uwapi/tupitu/height-3-width-3/positions/?p=A-B%23.%23..%23", "")
	if w.Code != http.StatusBadRequest {
		t.Errorf("a text that is not a position: %d %s", w.Code, w.Body)
	}
	plain := ask(s, "GET", "/uwapi/tupitu/height-3-width-3/positions/?p=A.B%23.%23..%23", "")
	if plain.Code != http.StatusOK {
		t.Errorf("the game's own notation: %d %s", plain.Code, plain.Body)
	}
}
