package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

//go:embed page.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": picture.Percent,
	"share":   share[int],
	"share64": share[uint64],
	"plies": func(v query.Verdict) int {
		plies, _ := v.Plies()
		return plies
	},
	"number": query.Thousands,
	"level":  func(moves []Opening, top bool) level { return level{moves, top && len(moves) <= 8} },
}).Parse(pageText))

// level is the moves of a position in the tree of openings. With Open the page shows their replies
// initially.
type level struct {
	Moves []Opening
	Open  bool
}

// WriteHTML writes a self-contained page about one or more games. It begins with a table that
// compares them.
func WriteHTML(w io.Writer, games []*Figures) error {
	var titles []string
	var sections []section
	var bars []picture.Outcomes
	for _, f := range games {
		titles = append(titles, f.Title)
		sections = append(sections, section{f, f.Playings[0], f.Playings[1]})
		bars = append(bars, f.outcomes(len(games) > 1)...)
	}
	feel := map[bool]string{true: " feel", false: " feels"}[len(games) > 1]
	return pageTemplate.Execute(w, struct {
		Title   string
		Games   []section
		WhoWins template.HTML
	}{"How " + strings.Join(titles, ", ") + feel, sections, picture.Stacked("Who wins, by perfect, strong and random play", bars...).HTML()})
}

// outcomes returns the outcomes of perfect play and of the games.
func (f *Figures) outcomes(named bool) (all []picture.Outcomes) {
	prefix := ""
	if named {
		prefix = f.Title + ", "
	}
	perfect := picture.Outcomes{Name: prefix + "perfect"}
	if part, ok := map[string]*float64{"win": &perfect.First, "draw": &perfect.Drawn, "loss": &perfect.Second}[f.Perfect]; ok {
		*part = 1
		all = append(all, perfect)
	}
	for _, p := range f.Playings {
		all = append(all, picture.Outcomes{Name: prefix + p.Name, First: share(p.First, p.Games), Drawn: share(p.Drawn, p.Games), Second: share(p.Second, p.Games)})
	}
	return all
}

// section is the part of the page about one game.
type section struct {
	*Figures
	Strong, Random Playing
}

// DrawnShare is the share of drawn positions.
func (s section) DrawnShare() float64 {
	var n uint64
	for _, c := range s.Stats.Counts {
		if c.Verdict.Result() == engine.Draw {
			n += c.Positions
		}
	}
	return share(n, s.Stats.Positions)
}

// ForcedShare is the share of positions with a single move.
func (s section) ForcedShare() float64 {
	return share(s.Branching.Forced, s.Branching.Positions-s.Branching.Finished)
}

// LengthsPlot draws the lengths of games.
func (s section) LengthsPlot() template.HTML {
	lengths := func(p Playing) []float64 {
		y := make([]float64, 1+max(len(s.Strong.Lengths), len(s.Random.Lengths)))
		for plies, n := range p.Lengths {
			y[plies] = share(n, p.Games)
		}
		return y
	}
	return picture.Lines("Lengths of games", "plies",
		picture.Series{Name: "strong play", Shares: lengths(s.Strong)}, picture.Series{Name: "random play", Shares: lengths(s.Random)}).HTML()
}

// leastPositions is the number of positions below which the plot omits a ply.
const leastPositions = 10

// MovesPlot draws the share of positions with a single move, and with a single good move, by ply.
func (s section) MovesPlot() template.HTML {
	byPly := func(count func(Ply) int) (y []float64) {
		for _, ply := range s.Strong.Plies {
			if ply.Positions < leastPositions {
				y = append(y, -1)
			} else {
				y = append(y, share(count(ply), ply.Positions))
			}
		}
		return y
	}
	return picture.Lines("Forced moves, and positions where one of several moves is the only good one, in strong games", "ply",
		picture.Series{Name: "only good move", Shares: byPly(func(p Ply) int { return p.Only })},
		picture.Series{Name: "single move", Shares: byPly(func(p Ply) int { return p.Forced })}).HTML()
}

// ValuesPlot draws the values of the table.
func (s section) ValuesPlot() template.HTML {
	return picture.HistogramOf(s.Stats, "stored positions").HTML()
}

// Scored reports whether the game has scores.
func (s section) Scored() bool { return s.game.Kind() == engine.Score }

// diagram is a position with its value.
type diagram struct {
	query.Answer
	Board template.HTML
	Line  string
}

func (s section) diagram(a query.Answer, line query.Line) diagram {
	return diagram{a, picture.Board(s.game, a.Position, picture.BoardOptions{}).HTML(), line.Shown(s.game).Numbered()}
}

// LongestWins returns diagrams of the longest wins.
func (s section) LongestWins() (all []diagram) {
	for _, e := range s.Longest {
		all = append(all, s.diagram(e.Answer, e.Line))
	}
	return all
}

// SymmetricDraws returns diagrams of symmetric drawn positions.
func (s section) SymmetricDraws() (all []diagram) {
	for _, a := range s.Symmetry.Examples {
		all = append(all, s.diagram(a, query.Line{}))
	}
	return all
}
