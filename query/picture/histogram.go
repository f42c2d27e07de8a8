package picture

import (
	"fmt"
	"image/color"
	"math"

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
