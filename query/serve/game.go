package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/foregone-db/foregone/query"
)

// Game is a database that is served.
type Game struct {
	db         *query.DB
	spec, slug string
	name       string // of the family
	variant    string // the slug without the name
	stats      query.Stats
	tag        string // ETag
	// description is made when it is first asked for.
	description func() description
}

// answersVersion changes with the form of the answers, so that no cache keeps old ones.
const answersVersion = "4"

func newGame(db *query.DB, version string) (*Game, error) {
	spec := db.Game().Spec()
	s := &Game{db: db, spec: spec.String(), slug: spec.Slug(), name: spec.Name()}
	s.variant = strings.TrimPrefix(strings.TrimPrefix(s.slug, s.name), "-")
	if s.variant == "" {
		s.variant = "regular"
	}
	var err error
	if s.stats, err = db.Stats(); err != nil {
		return nil, err
	}
	contents := s.stats.SHA256
	if s.stats.Starts != nil {
		contents += " with starts"
	}
	if p := s.stats.InPlace; p != nil {
		info, err := os.Stat(p.Path)
		if err != nil {
			return nil, err
		}
		contents = fmt.Sprint(p.Known, info.Size(), info.ModTime().UnixNano())
		// Where the file lies is nobody's business outside.
		public := *p
		public.Path = filepath.Base(p.Path)
		s.stats.InPlace = &public
	}
	s.tag = makeTag(version, s.spec, contents)
	s.description = sync.OnceValue(s.describe)
	return s, nil
}

// makeTag returns an ETag that changes with any of the parts.
func makeTag(parts ...string) string {
	h := sha256.Sum256([]byte(answersVersion + "\n" + strings.Join(parts, "\n")))
	return `"` + hex.EncodeToString(h[:8]) + `"`
}

// DB returns the database, which stays open as long as requests are answered.
func (g *Game) DB() *query.DB { return g.db }

// Tag returns an ETag for answers from the database: it changes with the database and
// with the program.
func (g *Game) Tag() string { return g.tag }

// start returns the text of a position to begin with.
func (g *Game) start() string {
	switch s := g.stats; {
	case s.Start != nil:
		return s.Start.Text
	case s.LongestWin != nil:
		return s.LongestWin.Text
	}
	first := uint64(0)
	if known := g.db.Known(); len(known) > 0 {
		first = known[0].First
	}
	return g.db.Game().Text(g.db.Game().At(first))
}

// names returns what people call the game, and the variant.
func (g *Game) names() (title, variant string) { return g.db.Names() }
