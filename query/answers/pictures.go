//go:build !js

package answers

import (
	"bytes"
	"context"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

// pictures lists the routes of pictures. The reader of a site has none: fonts and encoders would make it
// a sixth larger.
func (s *Set) pictures() []Route {
	return []Route{
		{Pattern: "{game}/plot.svg", Answer: s.in(s.plot), ContentType: "image/svg+xml", Summary: "The number of positions of each remoteness, drawn."},
		{Pattern: "{game}/picture.png", Listing: true, Answer: s.at(s.picture), Query: []Parameter{positionParam, plyParam}, ContentType: "image/png", Summary: "A position, drawn."},
	}
}

// picture answers /v1/{game}/picture.png. Pictures are kept, since links from chats ask for them.
func (s *Set) picture(c *Call, g *Game, p engine.Position) (Answer, error) {
	ply := int(c.Number(plyParam))
	return share(c, g.tag, fmt.Sprint("picture ", g.slug, " ", ply, " ", g.db.Game().Text(p)), true, func(context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := picture.Board(g.db.Game(), p, picture.BoardOptions{Ply: ply}).WritePNG(&b)
		return b.Bytes(), err
	})
}

// plot answers /v1/{game}/plot.svg.
func (s *Set) plot(_ *Call, g *Game) (Answer, error) {
	drawn, err := picture.Histogram(g.stats())
	if err != nil {
		return Answer{}, err
	}
	var b bytes.Buffer
	if err := drawn.WriteSVG(&b); err != nil {
		return Answer{}, fmt.Errorf("draw the values of %s: %w", g.spec, err)
	}
	return Answer{Body: b.Bytes(), Tag: g.tag}, nil
}
