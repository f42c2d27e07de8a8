package serve_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query/gamesmanuni"
	"github.com/foregone-db/foregone/query/serve"
)

// TestUniSteps clicks Push Fight's turns step by step: all results of whole turns can be clicked, and no others.
func TestUniSteps(t *testing.T) {
	db := open(t, small)
	s, err := serve.New(db, serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := serve.New(db, serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const path = "pushfight/board-full-movers-1-pushers-1/positions/?p="
	start := "1_--Yo--------------------Ox"
	want, got := map[string]bool{}, map[string]bool{}
	for _, m := range uni[uniPosition](t, whole, path+start).Moves {
		to, _, _ := strings.Cut(m.AutoguiPosition, "~")
		want[to] = true
	}
	clicks := 0
	var click func(position string, steps int)
	click = func(position string, steps int) {
		for _, m := range uni[uniPosition](t, s, path+position).Moves {
			if clicks++; !strings.HasPrefix(m.AutoguiMove, "M_") {
				t.Errorf("%s has no button: %s", m.Move, m.AutoguiMove)
			}
			switch {
			case m.Position[0] == '2' || m.Remoteness == 0:
				got[m.AutoguiPosition] = true
			case steps == 2:
				t.Errorf("%s after two moves", m.Move)
			default:
				click(m.Position, steps+1)
			}
		}
	}
	click(start, 0)
	if !maps.Equal(got, want) || clicks < len(want) {
		t.Errorf("%d clicks lead to %d results, want %d", clicks, len(got), len(want))
	}
	for _, wrong := range []string{"~a1-a2", "~e1-d1,x", "~,"} {
		if w := ask(s, "GET", "/uwapi/"+path+start+wrong, ""); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", wrong, w.Code, w.Body)
		}
	}
}

// TestUniDobutsu checks the front end's pictures of animals, hands and drops.
func TestUniDobutsu(t *testing.T) {
	s, err := serve.New(open(t, "dobutsu:pieces=1"), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	const path = "dshogi/drops-true-height-4-pieces-1-width-3/"
	v := uni[uniVariant](t, s, path)
	theme := v.ImageAutoGUIData.Themes["regular"]
	if theme.CharImages["L"].Image != "dshogi/forest_lion.svg" || theme.CharImages["d"].Image != "dshogi/sky_chick_2.svg" || len(theme.Centers) != 12+6+36 || len(v.AutoguiStartPosition) != 2+18 {
		t.Errorf("%+v", v)
	}
	p := uni[uniPosition](t, s, path+"positions/?p=...l......L.%20Cc")
	drops := 0
	for _, m := range p.Moves {
		if strings.HasPrefix(m.AutoguiMove, "A_2_") {
			drops++
		}
	}
	if p.AutoguiPosition != "1_---l------L---C--c" || drops < 5 {
		t.Errorf("%d drops in %+v", drops, p)
	}
}
