//go:build !js

package review

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

//go:embed page.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"number": query.Thousands,
}).Parse(pageText))

// Page is a page about games. Fill it with [Page.Add].
type Page struct {
	Summary Summary
	Title   string
	Spec    string
	Games   []*Review // those with the most costly blunders, in their order
	Most    int       // the number of games kept

	db *query.DB
}

// NewPage returns an empty page that shows at most so many games turn by turn.
func NewPage(db *query.DB, most int) *Page {
	return &Page{Title: db.FullName(), Spec: db.Game().Spec().String(), Most: most, db: db}
}

// Add adds a game. It keeps the games whose blunders cost most.
func (p *Page) Add(r *Review) {
	p.Summary.Add(r)
	if p.Games = append(p.Games, r); len(p.Games) <= p.Most {
		return
	}
	least := 0
	for i, g := range p.Games {
		if g.cost() <= p.Games[least].cost() {
			least = i
		}
	}
	p.Games = append(p.Games[:least], p.Games[least+1:]...)
}

func (r *Review) cost() int { return r.Sides[0].Cost + r.Sides[1].Cost }

// WriteHTML writes the page, which needs no other file.
func (p *Page) WriteHTML(w io.Writer) error { return pageTemplate.Execute(w, p) }

// Board draws a position.
func (p *Page) Board(text string) (template.HTML, error) {
	at, err := p.db.Parse(text)
	if err != nil {
		return "", err
	}
	return picture.Board(p.db.Game(), at, picture.BoardOptions{}).HTML(), nil
}

// Curve draws the heights of a game as the points of a line in a box 1000 wide and 100 high.
func (r *Review) Curve() string {
	var b strings.Builder
	heights := r.Graph()
	for i, h := range heights {
		fmt.Fprintf(&b, "%.1f,%.1f ", 1000*float64(i)/float64(max(1, len(heights)-1)), 50-46*h)
	}
	return strings.TrimSpace(b.String())
}
