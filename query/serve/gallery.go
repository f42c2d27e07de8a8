package serve

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

// thumbnails is the number of games that the gallery draws. A page of more would load slowly.
const thumbnails = 60

var galleryTemplate = template.Must(template.New("gallery").Parse(`{{range .}}<a class="card" href="?g={{.Slug}}"><span class="thumb" aria-hidden="true">{{.Picture}}</span>
<strong>{{.Name}}</strong> <span>{{.Result}}</span> <small>{{.Positions}} positions</small> <span class="go">Play and explore ›</span></a>
{{end}}`))

// gallery makes the list of all games: a picture, the name, the result and the number of positions
// of each.
func (s *Server) gallery() template.HTML {
	type card struct {
		Slug, Name, Result, Positions string
		Picture                       template.HTML
	}
	var cards []card
	games := slices.SortedStableFunc(slices.Values(s.set.Games()), func(a, b *Game) int {
		title, _ := a.DB().Names()
		other, _ := b.DB().Names()
		return cmp.Or(strings.Compare(title, other), cmp.Compare(a.Stats().Positions, b.Stats().Positions))
	})
	for i, g := range games {
		c := card{Slug: url.QueryEscape(g.Slug()), Name: g.FullName(), Result: g.Result(), Positions: query.Thousands(g.Stats().Positions)}
		if p, err := g.DB().Parse(g.Start()); err == nil && i < thumbnails {
			c.Picture = picture.Board(g.DB().Game(), p, picture.BoardOptions{}).HTML()
		}
		cards = append(cards, c)
	}
	var b strings.Builder
	if err := galleryTemplate.Execute(&b, cards); err != nil {
		panic(err) // a Builder does not fail
	}
	return template.HTML(b.String())
}
