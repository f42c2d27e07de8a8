package answers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
)

// Game is a database that answers. It is safe for concurrent use.
type Game struct {
	db         *query.DB
	spec, slug string
	name       string             // of the family
	variant    string             // the slug without the name
	stats      func() query.Stats // panics with a [pool.Failure]
	tag        string             // ETag; "" if the cells were given
	// description describes the board, at the first call.
	description func() BoardObject
	// cells returns how the notation lists squares.
	cells func() Cells
}

// answersVersion changes with the form of the answers, to invalidate caches.
const answersVersion = "9"

func newGame(db *query.DB, version string, cells []Cells) (s *Game, err error) {
	defer pool.Catch(&err)
	spec := db.Game().Spec()
	s = &Game{db: db, spec: spec.String(), slug: spec.Slug(), name: spec.Name()}
	s.variant = cmp.Or(strings.TrimPrefix(strings.TrimPrefix(s.slug, s.name), "-"), "regular")
	s.stats = sync.OnceValue(func() query.Stats {
		stats, err := db.Stats()
		if err != nil {
			panic(pool.Failure{Err: err})
		}
		if p := stats.InPlace; p != nil { // clients must not see the path
			p.Path = filepath.Base(p.Path)
		}
		return stats
	})
	s.description = sync.OnceValue(s.describe)
	s.cells = sync.OnceValue(func() Cells { return readCells(db.Game()) })
	for _, c := range cells {
		c.Depicts = db.Game().Parts().Depiction
		s.cells = func() Cells { return c }
		return s, nil
	}
	contents := s.stats().SHA256
	if s.stats().Starts != nil {
		contents += " with starts"
	}
	if p := s.stats().InPlace; p != nil {
		info, err := os.Stat(db.Path())
		if err != nil {
			return nil, err
		}
		contents = fmt.Sprint(p.Known, info.Size(), info.ModTime().UnixNano())
	}
	s.tag = MakeTag(version, s.spec, contents)
	return s, nil
}

// MakeTag returns an ETag that changes with each of the parts.
func MakeTag(parts ...string) string {
	h := sha256.Sum256([]byte(answersVersion + "\n" + strings.Join(parts, "\n")))
	return `"` + hex.EncodeToString(h[:8]) + `"`
}

// Spec returns the canonical spec.
func (g *Game) Spec() string { return g.spec }

// Slug returns the spec in the form of paths.
func (g *Game) Slug() string { return g.slug }

// Name returns the name of the family of games.
func (g *Game) Name() string { return g.name }

// Variant returns the slug without the name.
func (g *Game) Variant() string { return g.variant }

// FullName returns the name of the game and its variant, as people say it.
func (g *Game) FullName() string {
	return g.db.FullName()
}

// Stats returns the statistics. Do not change its lists.
func (g *Game) Stats() query.Stats { return g.stats() }

// Description describes the board. Do not change its maps.
func (g *Game) Description() BoardObject { return g.description() }

// Cells returns how the notation lists squares. Do not change its lists and maps.
func (g *Game) Cells() Cells { return g.cells() }

// DB returns the database.
func (g *Game) DB() *query.DB { return g.db }

// Tag returns an ETag for answers from the database: it changes with the database and
// with the program.
func (g *Game) Tag() string { return g.tag }

// Start returns the text of a position to begin with.
func (g *Game) Start() string {
	switch s := g.stats(); {
	case s.Start != nil:
		return s.Start.Text
	case s.LongestWin != nil:
		return s.LongestWin.Text
	}
	known := g.db.Known()
	if len(known) == 0 {
		known = raw.Whole(g.db.Game().Size())
	}
	return g.lively(slices.MaxFunc(known, func(a, b raw.Range) int { return cmp.Compare(a.Last-a.First, b.Last-b.First) }))
}

// lively returns the text of a position of the range with many moves, because the first positions
// of a table often have none. It examines 32 positions.
func (g *Game) lively(in raw.Range) string {
	rules := g.db.Game()
	var best engine.Position
	most := -1
	for n := range uint64(32) {
		p := rules.At(in.First + (in.Last-in.First)/32*n)
		if moves := len(rules.AppendResults(nil, p)); moves > most {
			best, most = p, moves
		}
	}
	return rules.Text(best)
}
