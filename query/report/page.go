package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

const style = `:root{color-scheme:light}body{font:16px/1.5 system-ui,"Helvetica Neue",Arial,sans-serif;max-width:64rem;margin:1rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.6rem}h2{margin-top:2.4rem;border-bottom:2px solid #1f7a4a}h3{margin-bottom:.4rem}.spec{color:#595959;font-size:.9rem;overflow-wrap:anywhere}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{padding:.25rem .7rem;border-bottom:1px solid #ccc;text-align:right;vertical-align:top}th:first-child,td:first-child{text-align:left}
.plots,.boards{display:flex;flex-wrap:wrap;gap:1rem}.plots svg{max-width:100%;height:auto}figure{margin:0;max-width:17rem;break-inside:avoid}figure svg{width:100%;height:auto;max-height:17rem}
figcaption,code{overflow-wrap:anywhere}code{font-size:.85em}ul{margin:.1rem 0;padding-left:1.2rem}
.value{display:inline-block;min-width:2.4em;padding:0 .35em;border-radius:4px;color:#fff;background:#5f656d;text-align:center;font-weight:600;font-size:.85em}.win{background:#1f7a4a}.loss{background:#b23a36}
@page{size:A4;margin:14mm}@media print{body{max-width:none;margin:0;padding:0}section{break-before:page}}`

// page is a report as it is written.
type page struct{ bytes.Buffer }

func (p *page) printf(format string, args ...any) { fmt.Fprintf(&p.Buffer, format, args...) }

// WriteHTML writes a page about one or more games that needs nothing else: several are compared first.
func WriteHTML(w io.Writer, games []*Figures) error {
	var p page
	var titles []string
	for _, f := range games {
		titles = append(titles, f.Title)
	}
	title := html.EscapeString("How " + strings.Join(titles, ", ") + map[bool]string{true: " feel", false: " feels"}[len(games) > 1])
	p.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>%[1]s</h1>\n", title, style)
	p.compare(games)
	for _, f := range games {
		if err := p.game(f); err != nil {
			return err
		}
	}
	p.printf("</main>\n</body>\n</html>\n")
	_, err := w.Write(p.Bytes())
	return err
}

// compare has the games side by side.
func (p *page) compare(games []*Figures) {
	p.printf("<table>\n<thead><tr><th scope=\"col\">figure</th>")
	var bars []bar
	for _, f := range games {
		p.printf("<th scope=\"col\">%s</th>", html.EscapeString(f.Title))
		bars = append(bars, f.bars(len(games) > 1)...)
	}
	p.printf("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		p.printf("<tr><th scope=\"row\">%s</th>", row.name)
		for _, f := range games {
			p.printf("<td>%s</td>", html.EscapeString(row.of(f)))
		}
		p.printf("</tr>\n")
	}
	p.printf("</tbody>\n</table>\n<h3>Who wins</h3>\n<div class=\"plots\">\n%s</div>\n", stacked("Who wins, by perfect, strong and random play", bars))
}

// rows are the figures that are compared.
var rows = []struct {
	name string
	of   func(f *Figures) string
}{
	{"positions stored", func(f *Figures) string { return number(f.Stats.Positions) }},
	{"the start, for who moves first", func(f *Figures) string { return startText(f) }},
	{"positions drawn", func(f *Figures) string {
		return percent(of(f.count(engine.Draw), f.Stats.Positions))
	}},
	{"moves of a position, mean", func(f *Figures) string { return fmt.Sprintf("%.1f, at most %d", f.Branching.Mean, f.Branching.Most) }},
	{"positions with a single move", func(f *Figures) string {
		return percent(of(f.Branching.Forced, f.Branching.Positions-f.Branching.Finished))
	}},
	{"advantage of moving first, strong play", func(f *Figures) string { return advantage(f.Playings[0]) }},
	{"advantage of moving first, random play", func(f *Figures) string { return advantage(f.Playings[1]) }},
	{"games with a winner, strong play", func(f *Figures) string { return percent(f.Playings[0].Decisive()) }},
	{"games with a winner, random play", func(f *Figures) string { return percent(f.Playings[1].Decisive()) }},
	{"plies of a game, strong play", func(f *Figures) string { return fmt.Sprintf("%.1f", f.Playings[0].Mean()) }},
	{"plies of a game, random play", func(f *Figures) string { return fmt.Sprintf("%.1f", f.Playings[1].Mean()) }},
	{"forced moves in strong games", func(f *Figures) string { return percent(f.Playings[0].Rate(func(p Ply) int { return p.Forced })) }},
	{"one move is the only good one, strong games", func(f *Figures) string { return percent(f.Playings[0].Rate(func(p Ply) int { return p.Only })) }},
	{"longest win", func(f *Figures) string { return longestText(f) }},
}

func (f *Figures) count(o engine.Outcome) (n uint64) {
	for _, c := range f.Stats.Counts {
		if c.Verdict.Result() == o {
			n += c.Positions
		}
	}
	return n
}

func of(n, all uint64) float64 {
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

func startText(f *Figures) string {
	if f.Stats.Start == nil {
		return "no single start"
	}
	return f.Stats.Start.Verdict.String() + ", " + f.Stats.Start.Verdict.Sentence()
}

func longestText(f *Figures) string {
	w := f.Stats.LongestWin
	if w == nil {
		return "-"
	}
	plies, _ := w.Verdict.Plies()
	return fmt.Sprintf("%v, %d plies", w.Verdict, plies)
}

func advantage(p Playing) string {
	return fmt.Sprintf("%+.0f games in 100 (of %d)", p.Advantage(), p.Games)
}

// bars are the outcomes of a game.
func (f *Figures) bars(named bool) []bar {
	prefix := ""
	if named {
		prefix = f.Title + ", "
	}
	var bars []bar
	if k := map[string]int{"win": 1, "draw": 2, "loss": 3}[f.Perfect]; k > 0 {
		b := bar{name: prefix + "perfect"}
		b.parts[k-1] = 1
		bars = append(bars, b)
	}
	for _, p := range f.Playings {
		bars = append(bars, bar{prefix + p.Name, [3]float64{share(p.First, p.Games), share(p.Drawn, p.Games), share(p.Second, p.Games)}})
	}
	return bars
}

// leastPositions is how many positions a ply must have for shares to mean something.
const leastPositions = 10

// game is the section of one game.
func (p *page) game(f *Figures) error {
	p.printf("<section>\n<h2>%s</h2>\n<p class=\"spec\">%s</p>\n", html.EscapeString(f.Title), html.EscapeString(f.Game))
	strong, random := f.Playings[0], f.Playings[1]
	p.printf("<p>%s games of opponents of strength %d against themselves, and %s of random moves", number(uint64(strong.Games)), strong.Strength, number(uint64(random.Games)))
	if f.Stats.Start == nil {
		p.printf(", begun at random positions")
	}
	p.printf(". %d and %d of them were broken off and count as drawn. In strong games %s of all moves gave something away, in random ones %s.</p>\n",
		strong.BrokenOff, random.BrokenOff, percent(strong.Rate(func(p Ply) int { return p.Thrown })), percent(random.Rate(func(p Ply) int { return p.Thrown })))
	lengths := func(p Playing) []float64 {
		y := make([]float64, 1+max(len(strong.Lengths), len(random.Lengths)))
		for plies, n := range p.Lengths {
			y[plies] = share(n, p.Games)
		}
		return y
	}
	byPly := func(p Playing, count func(Ply) int) (y []float64) {
		for _, ply := range p.Plies {
			if ply.Positions < leastPositions {
				y = append(y, -1)
				continue
			}
			y = append(y, share(count(ply), ply.Positions))
		}
		return y
	}
	p.printf("<div class=\"plots\">\n<div><h3>Lengths of games</h3>\n%s</div>\n<div><h3>Forced and only moves</h3>\n%s</div>\n",
		lines("Lengths of games", "plies", []series{{"strong play", firstColor, lengths(strong)}, {"random play", secondColor, lengths(random)}}),
		lines("Forced moves, and positions where one of several moves is the only good one, in strong games", "ply",
			[]series{{"only good move", firstColor, byPly(strong, func(p Ply) int { return p.Only })}, {"single move", secondColor, byPly(strong, func(p Ply) int { return p.Forced })}}))
	p.printf("<div><h3>Values</h3>\n")
	if err := picture.HistogramOf(f.Stats, "stored positions").WriteSVG(p); err != nil {
		return err
	}
	p.printf("</div>\n</div>\n")
	if len(f.Openings) > 0 {
		p.printf("<h3>Openings</h3>\n<p>What each move is worth for who makes it. Moves to positions that are the same by symmetry are one.</p>\n")
		p.tree(f.Openings, true)
		if f.Cut {
			p.printf("<p>There are too many to go deeper.</p>\n")
		}
	}
	if err := p.longest(f); err != nil {
		return err
	}
	err := p.symmetric(f)
	p.printf("</section>\n")
	return err
}

// tree writes openings; those of the first level can be opened.
func (p *page) tree(openings []Opening, top bool) {
	p.printf("<ul>\n")
	for _, o := range openings {
		head := fmt.Sprintf("<span class=\"value %s\">%s</span> <code>%s</code>", o.Outcome, html.EscapeString(o.Value), html.EscapeString(o.Turn))
		if o.Twins > 0 {
			head += fmt.Sprintf(" and %d like it", o.Twins)
		}
		if len(o.Next) == 0 {
			p.printf("<li>%s</li>\n", head)
			continue
		}
		p.printf("<li><details%s><summary>%s</summary>\n", map[bool]string{true: " open"}[top && len(openings) <= 8], head)
		p.tree(o.Next, false)
		p.printf("</details></li>\n")
	}
	p.printf("</ul>\n")
}

func (p *page) longest(f *Figures) error {
	if len(f.Longest) == 0 {
		return nil
	}
	title := "Longest wins"
	if f.Longest[0].Verdict.Outcome() == engine.Scored {
		title = "Highest scores"
	}
	p.printf("<h3>%s</h3>\n<div class=\"boards\">\n", title)
	for _, e := range f.Longest {
		var turns []string
		for k, turn := range e.Line.Moves {
			if k%2 == 0 {
				turns = append(turns, strconv.Itoa(k/2+1)+".")
			}
			turns = append(turns, turn)
		}
		if err := p.diagram(f, e.Answer, strings.Join(turns, " ")); err != nil {
			return err
		}
	}
	p.printf("</div>\n")
	return nil
}

func (p *page) symmetric(f *Figures) error {
	s := f.Symmetry
	if s == nil {
		return nil
	}
	p.printf("<h3>Symmetric draws</h3>\n<p>Of %s drawn positions %s are the same when the board is turned or mirrored, colours swapped or not; of %s decided ones %s.</p>\n",
		number(s.Drawn), percent(of(s.DrawnAlike, s.Drawn)), number(s.Decided), percent(of(s.DecidedAlike, s.Decided)))
	p.printf("<div class=\"boards\">\n")
	for _, a := range s.Examples {
		if err := p.diagram(f, a, ""); err != nil {
			return err
		}
	}
	p.printf("</div>\n")
	return nil
}

// diagram draws a position.
func (p *page) diagram(f *Figures, a query.Answer, line string) error {
	p.printf("<figure>\n")
	if err := picture.Board(f.game, a.Position, picture.BoardOptions{}).WriteSVG(p); err != nil {
		return err
	}
	p.printf("<figcaption><span class=\"value %v\">%v</span> <code>%s</code>", a.Verdict.Result(), a.Verdict, html.EscapeString(a.Text))
	if line != "" {
		p.printf("<br>%s", html.EscapeString(line))
	}
	p.printf("</figcaption>\n</figure>\n")
	return nil
}

// number writes a number with its thousands parted.
func number(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
