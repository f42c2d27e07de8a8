package report

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The colours of the plots; each has a contrast of 3 to white at least.
const (
	firstColor  = "#1f7a4a"
	drawnColor  = "#8a8f98"
	secondColor = "#8a4b1f"
	inkColor    = "#222222"
	faintColor  = "#595959"
)

// series is a line of a plot; y below 0 is none there.
type series struct {
	name, color string
	y           []float64
}

const (
	plotWidth  = 460.0
	plotHeight = 220.0
	plotLeft   = 46.0
	plotTop    = 34.0
	plotFoot   = 36.0
)

// lines draws shares by ply.
func lines(title, axis string, all []series) string {
	length, most := 2, 0.0
	for _, s := range all {
		length = max(length, len(s.y))
		for _, y := range s.y {
			most = max(most, y)
		}
	}
	top := nice(most)
	var b strings.Builder
	begin(&b, plotWidth, plotTop+plotHeight+plotFoot, title)
	at := func(x int) float64 { return plotLeft + (plotWidth-plotLeft-12)*float64(x)/float64(length-1) }
	up := func(y float64) float64 { return plotTop + plotHeight*(1-y/top) }
	for k := range 5 {
		y := top * float64(k) / 4
		fmt.Fprintf(&b, "<line x1=\"%g\" x2=\"%g\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>", plotLeft, plotWidth-12, up(y), up(y))
		text(&b, plotLeft-6, up(y)+4, 11, "end", faintColor, percent(y))
	}
	for x := 0; x < length; x += step(length) {
		text(&b, at(x), plotTop+plotHeight+16, 11, "middle", faintColor, fmt.Sprint(x))
	}
	text(&b, (plotLeft+plotWidth)/2, plotTop+plotHeight+32, 12, "middle", inkColor, axis)
	x := plotLeft
	for _, s := range all {
		fmt.Fprintf(&b, "<rect x=\"%.1f\" y=\"10\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, s.color)
		text(&b, x+17, 20, 12, "start", inkColor, s.name)
		x += 40 + 6.6*float64(len([]rune(s.name)))
		var path []string
		move := "M"
		for k, y := range s.y {
			if y < 0 {
				move = "M"
				continue
			}
			path = append(path, fmt.Sprintf("%s%.1f %.1f", move, at(k), up(y)))
			move = "L"
		}
		fmt.Fprintf(&b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", strings.Join(path, ""), s.color)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// bar is a row of a stacked plot: parts of 1.
type bar struct {
	name  string
	parts [3]float64 // first, drawn, second
}

// stacked draws outcomes as rows.
func stacked(title string, bars []bar) string {
	const left, row = 190.0, 26.0
	var b strings.Builder
	width := plotWidth + 200
	begin(&b, width, 40+row*float64(len(bars)), title)
	x := left
	for k, name := range []string{"first player wins", "drawn", "second player wins"} {
		fmt.Fprintf(&b, "<rect x=\"%.1f\" y=\"8\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, []string{firstColor, drawnColor, secondColor}[k])
		text(&b, x+17, 18, 12, "start", inkColor, name)
		x += 40 + 6.6*float64(len(name))
	}
	for k, r := range bars {
		y := 32 + row*float64(k)
		text(&b, left-8, y+15, 12, "end", inkColor, r.name)
		x := left
		for part, size := range r.parts {
			w := (width - left - 12) * size
			if w <= 0 {
				continue
			}
			fmt.Fprintf(&b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>", x, y, w, []string{firstColor, drawnColor, secondColor}[part])
			if w > 40 {
				color := "#ffffff"
				if part == 1 {
					color = "#000000"
				}
				text(&b, x+w/2, y+15, 12, "middle", color, percent(size))
			}
			x += w
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func begin(b *strings.Builder, width, height float64, title string) {
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%[1]g\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\"><title>%[3]s</title>", width, height, html.EscapeString(title))
}

func text(b *strings.Builder, x, y, size float64, anchor, color, words string) {
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\" fill=\"%s\">%s</text>", x, y, size, anchor, color, html.EscapeString(words))
}

// nice returns the least round share that is not below y.
func nice(y float64) float64 {
	for _, top := range []float64{.04, .1, .2, .4, .6, .8, 1} {
		if y <= top {
			return top
		}
	}
	return math.Ceil(y)
}

// step returns at which plies there is room for a number.
func step(length int) int {
	for _, n := range []int{1, 2, 5, 10, 20, 50} {
		if length/n <= 14 {
			return n
		}
	}
	return 100
}

// percent writes a share.
func percent(x float64) string {
	if math.Abs(x) < .1 && x != 0 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}
