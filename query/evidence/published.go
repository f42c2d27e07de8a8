package evidence

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

//go:embed published.yaml
var publishedText []byte

// publication is published figures of a game, by name.
type publication struct {
	Game    string            `yaml:"game"` // canonical spec
	Source  string            `yaml:"source"`
	Figures map[string]string `yaml:"figures"`
}

// figures compute the figures of a table by name. The names that end in -all count symmetric twins.
var figures = map[string]func(s query.Stats) string{
	"positions":     func(s query.Stats) string { return number(s.Positions) },
	"positions-all": func(s query.Stats) string { return number(s.PositionsAll) },
	"won":           func(s query.Stats) string { return number(s.Won()) },
	"lost":          func(s query.Stats) string { return number(s.Lost()) },
	"drawn":         func(s query.Stats) string { return number(s.Drawn()) },
	"won-all":       func(s query.Stats) string { return number(all(s, engine.Win)) },
	"lost-all":      func(s query.Stats) string { return number(all(s, engine.Loss)) },
	"drawn-all":     func(s query.Stats) string { return number(all(s, engine.Draw)) },
	"sha256":        func(s query.Stats) string { return s.SHA256 },
	// The outcome of the start for its mover, or his margin.
	"start": func(s query.Stats) string {
		switch {
		case s.Start == nil:
			return query.Unknown
		case s.Start.Verdict.Outcome() == engine.Scored:
			return s.Start.Verdict.String()
		}
		return s.Start.Verdict.Outcome().String()
	},
	"start-plies": func(s query.Stats) string { return plies(s.Start) },
	"longest-win": func(s query.Stats) string { return plies(s.LongestWin) },
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }

// all counts the positions of an outcome, symmetric twins included.
func all(s query.Stats, o engine.Outcome) (n uint64) {
	for _, c := range s.Counts {
		if c.Verdict.Outcome() == o {
			n += c.All
		}
	}
	return n
}

// plies returns the remoteness of an answer in plies.
func plies(a *query.Answer) string {
	if a == nil {
		return query.Unknown
	}
	n, ok := a.Verdict.Plies()
	if !ok {
		return query.Unknown
	}
	return strconv.Itoa(n)
}

// publications returns the published figures of all games.
func publications() []publication {
	var list []publication
	if err := yaml.Unmarshal(publishedText, &list); err != nil {
		panic(fmt.Sprintf("published.yaml: %v", err)) // a test reads it
	}
	return list
}

// published compares the published figures of a game with its table.
func published(db *query.DB, s query.Stats) (list []Published) {
	for _, p := range publications() {
		if p.Game != s.Game {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(p.Figures)) {
			list = append(list, Published{name, p.Figures[name], p.Source, figures[name](s) == p.Figures[name]})
		}
	}
	return list
}
