package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
)

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
