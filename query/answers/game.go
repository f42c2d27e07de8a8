package answers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
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

// InWords says what a position is worth to a player, after the player's name. The page's script has
// the same words in values.js.
func InWords(v query.Verdict) string {
	plies, solvable := v.Plies()
	if v.Known && v.Kind.Single() {
		switch {
		case !solvable:
			return "unsolvable"
		case plies == 0:
			return "solved"
		}
		return query.Plural(plies, "move", "moves") + " to the goal"
	}
	switch v.Outcome() {
	case engine.Likely:
		return strings.Replace("wins "+v.String(), "%", "\u00a0%", 1) + " of the games with best play"
	case engine.Average:
		if text, loses := strings.CutPrefix(v.String(), "-"); loses {
			return "loses " + text + " points on average"
		}
		return "gains " + v.String() + " points on average"
	case engine.Draw:
		return "a draw with best play"
	case engine.Scored:
		return v.Sentence()
	case engine.Win, engine.Loss:
		verb := map[engine.Outcome][2]string{engine.Win: {"has won", "wins in "}, engine.Loss: {"has lost", "loses in "}}[v.Outcome()]
		if plies == 0 {
			return verb[0]
		}
		return verb[1] + query.Plural((plies+1)/2, "turn", "turns")
	}
	return "the value is not known"
}

// Result says in a sentence what the table has found out.
func (g *Game) Result() string {
	s := g.stats()
	switch {
	case g.db.Game().Kind().Single():
		if s.LongestWin == nil {
			return ""
		}
		plies, _ := s.LongestWin.Verdict.Plies()
		return "The hardest position takes " + query.Plural(plies, "move.", "moves.")
	case s.Start != nil:
		v := s.Start.Verdict
		plies, _ := v.Plies()
		switch v.Outcome() {
		case engine.Draw:
			return "With best play the game is a draw."
		case engine.Win:
			return "The first player wins in " + query.Plural(plies, "ply.", "plies.")
		case engine.Loss:
			return "The second player wins in " + query.Plural(plies, "ply.", "plies.")
		case engine.Scored:
			return "With best play the first player " + InWords(v) + "."
		case engine.Likely, engine.Average:
			return g.Who("The first player") + " " + InWords(v) + "."
		}
	case s.Starts != nil && s.Starts.Count() > 0:
		won, all := s.Starts.Of(engine.Win), s.Starts.Count()
		return fmt.Sprintf("The first player wins %.1f %% of %s %s.", 100*float64(won)/float64(all), query.Thousands(all), s.Starts.What)
	case s.LongestWin != nil:
		plies, _ := s.LongestWin.Verdict.Plies()
		return "The longest win takes " + query.Plural(plies, "ply.", "plies.")
	}
	return ""
}

// Ended says how a game ended, by what its last position or turn was worth to one of the players.
func (g *Game) Ended(v query.Verdict, who int) string {
	names, o, points := g.Players(), v.Outcome(), ""
	if o == engine.Average && v.Known {
		points = ", " + query.Plural(int(math.Abs(v.Kind.Float(v.Value))+.5), "point", "points")
	}
	if even := map[engine.Outcome]float64{engine.Likely: 0.5}[o]; (o == engine.Likely || o == engine.Average) && v.Known {
		o = map[int]engine.Outcome{-1: engine.Loss, 0: engine.Draw, 1: engine.Win}[cmp.Compare(v.Kind.Float(v.Value), even)]
	}
	switch {
	case names[0] == names[1]:
		return "Game over"
	case o == engine.Draw:
		return "Game over: a draw"
	case o == engine.Loss:
		return "Game over: " + names[1-who] + " has won" + points
	case o == engine.Win:
		return "Game over: " + names[who] + " has won" + points
	}
	return "Game over: " + names[who] + " " + InWords(v)
}

// Players returns the names of the two players.
func (g *Game) Players() [2]string {
	players := g.description().Players
	return [2]string{players[0].Name, players[1].Name}
}

// Who returns the subject of a sentence on the worth of a position: words, or, where a game of chance has one player alone,
// whose two names are the same, best play.
func (g *Game) Who(words string) string {
	if names := g.Players(); names[0] == names[1] {
		return "Best play"
	}
	return words
}

// Passed returns how many of the first turns left the next one to the other player.
func Passed(steps []Step, at int) (turns int) {
	for _, s := range steps[1 : at+1] {
		if !s.Keeps {
			turns++
		}
	}
	return turns
}

// Side returns the player who is to move at a step: 0 for the first one, and in games with colours
// the light one.
func (g *Game) Side(steps []Step, at int) int {
	d := g.description()
	if d.Relative || d.Turned || d.Squares == nil || d.Form == "drawn" {
		return Passed(steps, at) % 2
	}
	cells := g.cells()
	mover := func(text string) int {
		_, rest := cells.Split(text)
		return cells.Turn(rest) - 1
	}
	if now := mover(steps[at].Shown); now >= 0 {
		return now
	}
	if first := mover(steps[0].Shown); first >= 0 {
		return (at + first) % 2
	}
	// The player with more pieces has moved last.
	board, _ := cells.Split(steps[0].Shown)
	if cells.Depicts.Balance(board) > 0 {
		at++
	}
	return at % 2
}
