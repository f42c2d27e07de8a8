package picture

import (
	"strconv"
	"strings"
)

// arguments are the numbers that a command of a path takes.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

// flatten returns the lines of a path, in the place and size of its shape. Curves become straight
// parts.
func flatten(s shape) (lines [][]point) {
	var at, from point
	to := func(p point) { lines[len(lines)-1] = append(lines[len(lines)-1], point{s.x + s.r*p.x, s.y + s.r*p.y}) }
	for command, n := range commands(s.text) {
		switch command {
		case 'M':
			lines = append(lines, nil)
			at = point{n[0], n[1]}
			from = at
		case 'L':
			at = point{n[0], n[1]}
		case 'H':
			at.x = n[0]
		case 'V':
			at.y = n[0]
		case 'Z':
			at = from
		case 'C', 'Q':
			if command == 'Q' { // as a cubic curve
				n = []float64{at.x + 2*(n[0]-at.x)/3, at.y + 2*(n[1]-at.y)/3, n[2] + 2*(n[0]-n[2])/3, n[3] + 2*(n[1]-n[3])/3, n[2], n[3]}
			}
			const parts = 8
			start := at
			for k := 1; k < parts; k++ {
				t := float64(k) / parts
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				to(point{a*start.x + b*n[0] + c*n[2] + d*n[4], a*start.y + b*n[1] + c*n[3] + d*n[5]})
			}
			at = point{n[4], n[5]}
		}
		to(at)
	}
	return lines
}

// commands yields the commands of a path with their numbers. The path begins with M.
func commands(d string) func(yield func(byte, []float64) bool) {
	return func(yield func(byte, []float64) bool) {
		for len(d) > 0 {
			command := d[0]
			end := strings.IndexAny(d[1:], "MLHVCQZ") + 1
			if end == 0 {
				end = len(d)
			}
			var numbers []float64
			for _, field := range strings.Fields(d[1:end]) {
				n, _ := strconv.ParseFloat(field, 64)
				numbers = append(numbers, n)
			}
			if d = d[end:]; len(numbers) == arguments[command] && !yield(command, numbers) {
				return
			}
		}
	}
}
