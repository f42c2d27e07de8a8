package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// bar is the number of positions of one value.
type bar struct {
	x     int // plies or points
	count uint64
	fill  color.RGBA
	nth   int // among the bars at one x: 0 or 1
}

// Histogram draws the number of stored positions of each remoteness, wins and losses separately, or
// of each score, on a logarithmic scale. A file used in place has no counts, and is an
// [engine.InputError].
func Histogram(s query.Stats) (*Picture, error) {
	if s.InPlace != nil {
		return nil, engine.InputErrorf("%s is used in place, without counts of its values: want a table to plot", s.InPlace.Path)
	}
	return HistogramOf(s, "stored positions"), nil
}

// HistogramOf draws counts like [Histogram]. what names the counted objects, such as "stored
// positions".
func HistogramOf(s query.Stats, what string) *Picture {
	h := &histogram{what: what, low: math.MaxInt, high: math.MinInt}
	most := uint64(1)
	for _, c := range s.Counts {
		most = max(most, c.Positions)
		b := bar{count: c.Positions, fill: drawn}
		switch c.Verdict.Result() {
		case engine.Win:
			b.fill = winning
		case engine.Loss:
			b.fill = losing
		}
		plies, decided := c.Verdict.Plies()
		switch {
		case c.Verdict.Outcome() == engine.Scored:
			h.scores, b.x = true, c.Verdict.Kind.Points(c.Verdict.Value)
		case decided:
			b.x = plies
		default:
			h.rest = append(h.rest, b)
			continue
		}
		if n := len(h.bars); n > 0 && h.bars[n-1].x == b.x {
			b.nth, h.paired = 1, true
		}
		h.low, h.high = min(h.low, b.x), max(h.high, b.x)
		h.bars = append(h.bars, b)
	}
	if len(h.bars) == 0 {
		h.low, h.high = 0, 0
	}
	h.decades = max(1, int(math.Ceil(math.Log10(float64(most)))))
	return h.draw(s)
}

type histogram struct {
	what       string // the name of the counted objects
	bars, rest []bar  // rest: left of the axis, drawn or unknown
	low, high  int    // plies or points of the first and last bar
	decades    int
	scores     bool
	paired     bool // some x has two bars
}

// The margins and the height of the plot, in points.
const (
	plotLeft   = 70.0
	plotTop    = 90.0
	plotHeight = 300.0
	plotFoot   = 60.0
)

func (h *histogram) draw(s query.Stats) *Picture {
	slots := float64(h.high-h.low+1) + 1.5*float64(len(h.rest))
	step := math.Min(40, math.Max(math.Min(7, 3000/slots), 640/slots))
	width := math.Max(480, plotLeft+step*slots+30)
	p := newPicture(width, plotTop+plotHeight+plotFoot, "Values of "+s.Game)
	p.text(plotLeft-50, 28, 17, start, ink, s.Game)
	p.text(plotLeft-50, 48, 12, start, faint, fmt.Sprintf("%s %s by %s, logarithmic scale", query.Thousands(s.Positions), h.what, h.axis()))
	h.legend(p, s)
	for d := range h.decades + 1 {
		y := h.height(math.Pow(10, float64(d)))
		p.rect(plotLeft, y-.5, width-plotLeft-20, 1, grid)
		p.text(plotLeft-8, y+4, 11, end, faint, power(d))
	}
	x := plotLeft + step/2
	for _, b := range h.rest {
		h.bar(p, b.fill, b.count, x, step*.8)
		x += 1.5 * step
	}
	left := x - step/2
	wide := step * .8
	if h.paired {
		wide /= 2
	}
	for _, b := range h.bars {
		at := left + step*(float64(b.x-h.low)+.1) + wide*float64(b.nth)
		h.bar(p, b.fill, b.count, at+wide/2, wide)
	}
	base := plotTop + plotHeight
	p.rect(plotLeft, base, width-plotLeft-20, 1, ink)
	if len(h.bars) > 0 {
		p.numbers(h.low, h.high, step, base+16, func(n int) float64 { return left + step*(float64(n-h.low)+.5) })
		p.text((left+width-20)/2, base+38, 12, middle, ink, h.axis())
	}
	return p
}

func (h *histogram) axis() string {
	if h.scores {
		return "score of the player to move"
	}
	return "remoteness in plies"
}

// height returns the y of a count above 0. A bar of one position is a twentieth of a decade high.
func (h *histogram) height(count float64) float64 {
	return plotTop + plotHeight*(1-(math.Log10(count)+.05)/(float64(h.decades)+.05))
}

func (h *histogram) bar(p *Picture, fill color.RGBA, count uint64, x, width float64) {
	if count == 0 {
		return
	}
	y := h.height(float64(count))
	p.rect(x-width/2, y, width, plotTop+plotHeight-y, fill)
}

func (h *histogram) legend(p *Picture, s query.Stats) {
	rest := key{drawn, "drawn " + query.Thousands(s.Drawn())}
	if s.MaxPhase > 0 {
		rest.text = "unknown " + query.Thousands(s.Positions-s.Won()-s.Lost())
	}
	keys := []key{{winning, "won " + query.Thousands(s.Won())}, {losing, "lost " + query.Thousands(s.Lost())}, rest}
	if h.scores {
		keys = []key{{winning, "ahead"}, {drawn, "level"}, {losing, "behind"}}
	}
	p.legend(plotLeft-50, 62, keys...)
}

// power writes a power of ten: 1, 10, 100, 1k, 10k, …
func power(exponent int) string {
	return "1" + [3]string{"", "0", "00"}[exponent%3] + []string{"", "k", "M", "G", "T", "P", "E"}[exponent/3]
}

// Series is a line of a plot: shares by ply, from ply 0. A share below 0 is a gap.
type Series struct {
	Name   string
	Shares []float64
}

// Outcomes are the shares of games by outcome.
type Outcomes struct {
	Name                 string
	First, Drawn, Second float64
}

// key is an entry of a legend.
type key struct {
	fill color.RGBA
	text string
}

// legend draws entries in a row that begins at x, y.
func (p *Picture) legend(x, y float64, keys ...key) {
	for _, k := range keys {
		p.rect(x, y, 12, 12, k.fill)
		p.text(x+18, y+10, 12, start, ink, k.text)
		x += 34 + 6.6*float64(len(k.text))
	}
}

// numbers writes the numbers of an axis at a height y, as many as fit. Adjacent numbers are step
// points apart, and at returns the x of a number.
func (p *Picture) numbers(low, high int, step, y float64, at func(n int) float64) {
	every := 1
	for tens := 1; step*float64(every) < 26; tens *= 10 { // room for four digits
		for _, n := range []int{1, 2, 5} {
			if every = n * tens; step*float64(every) >= 26 {
				break
			}
		}
	}
	for n := low; n <= high; n++ {
		if n%every == 0 {
			p.text(at(n), y, 11, middle, faint, strconv.Itoa(n))
		}
	}
}

// Lines draws up to two series of shares by ply.
func Lines(title, axis string, all ...Series) *Picture {
	const width, top, height = 480.0, 36.0, 220.0
	length, most := 2, 0.0
	for _, s := range all {
		length = max(length, len(s.Shares))
		for _, y := range s.Shares {
			most = max(most, y)
		}
	}
	p := newPicture(width, top+height+40, title)
	scale := math.Ceil(most*25) / 25 // the top of the axis: a multiple of 4 %
	scale = max(scale, .04)
	step := (width - plotLeft - 12) / float64(length-1)
	at := func(ply int) float64 { return plotLeft + step*float64(ply) }
	up := func(y float64) float64 { return top + height*(1-y/scale) }
	for k := range 5 {
		y := scale * float64(k) / 4
		p.rect(plotLeft, up(y)-.5, width-plotLeft-12, 1, grid)
		p.text(plotLeft-6, up(y)+4, 11, end, faint, Percent(y))
	}
	p.numbers(0, length-1, step, top+height+16, at)
	p.text((plotLeft+width)/2, top+height+34, 12, middle, ink, axis)
	var keys []key
	for n, s := range all {
		fill := []color.RGBA{firstWins, secondWins}[n]
		keys = append(keys, key{fill, s.Name})
		line := shape{kind: path, stroke: fill, border: 2}
		for ply, y := range append(slices.Clip(s.Shares), -1) {
			if y >= 0 {
				line.points = append(line.points, point{at(ply), up(y)})
			} else if line.points != nil {
				p.add(line)
				line.points = nil
			}
		}
	}
	p.legend(plotLeft, 10, keys...)
	return p
}

// Stacked draws outcomes, one row each.
func Stacked(title string, rows ...Outcomes) *Picture {
	const left, right, height = 190.0, 660.0, 26.0
	p := newPicture(right+12, 40+height*float64(len(rows)), title)
	p.legend(left, 8, key{firstWins, "first player wins"}, key{drawn, "drawn"}, key{secondWins, "second player wins"})
	for k, r := range rows {
		x, y := left, 32+height*float64(k)
		p.text(left-8, y+15, 12, end, ink, r.Name)
		for _, part := range []struct {
			share      float64
			fill, text color.RGBA
		}{{r.First, firstWins, paper}, {r.Drawn, drawn, ink}, {r.Second, secondWins, paper}} {
			width := (right - left) * part.share
			if width > 0 {
				p.rect(x, y, width, 20, part.fill)
			}
			if width > 40 {
				p.text(x+width/2, y+15, 12, middle, part.text, Percent(part.share))
			}
			x += width
		}
	}
	return p
}

// Percent formats a share from 0 to 1 as a percentage.
func Percent(share float64) string {
	if math.Abs(share) < .1 && share != 0 {
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
