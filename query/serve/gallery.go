package serve

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/query/picture"
)

// thumbnails is the number of games that the gallery draws. A page of more would load slowly.
const thumbnails = 60

var galleryTemplate = template.Must(template.New("gallery").Parse(`{{range .}}<a class="card" href="?g={{.Slug}}"><span class="thumb" aria-hidden="true">{{.Picture}}</span>
<strong>{{.Name}}</strong> <span>{{.Result}}</span> <small>{{.Positions}} positions</small></a>
{{end}}`))

// gallery makes the list of all games: a picture, the name, the result and the number of positions
// of each.
func (s *Server) gallery() template.HTML {
	type card struct {
		Slug, Name, Result, Positions string
		Picture                       template.HTML
	}
	var cards []card
	games := slices.SortedStableFunc(slices.Values(s.games), func(a, b *Game) int {
		title, _ := a.db.Names()
		other, _ := b.db.Names()
		return cmp.Or(strings.Compare(title, other), cmp.Compare(a.stats.Positions, b.stats.Positions))
	})
	for i, g := range games {
		c := card{Slug: url.QueryEscape(g.slug), Name: fullName(g), Result: g.result(), Positions: grouped(g.stats.Positions)}
		if p, err := g.db.Parse(g.start()); err == nil && i < thumbnails {
			c.Picture = picture.Board(g.db.Game(), p, picture.BoardOptions{}).HTML()
		}
		cards = append(cards, c)
	}
	var b strings.Builder
	if err := galleryTemplate.Execute(&b, cards); err != nil {
		panic(err) // a Builder does not fail
	}
	return template.HTML(b.String())
}

// fullName returns the name of a game and its variant, as people say it.
func fullName(g *Game) string {
	title, variant := g.db.Names()
	return strings.TrimSpace(title + " " + variant)
}
