package engine

import (
	"fmt"
	"strings"
)

// Grid draws a board of squares for [Notation.Board] and the Board of [Rules]: a line for each row,
// the top one first, with its number and what stands on its squares, and below them the
// letters of the columns. Row numbers count from the bottom. Squares are numbered row by
// row from the top left.
func Grid(width, height int, on func(square int) byte) string {
	var b strings.Builder
	for row := range height {
		fmt.Fprintf(&b, "%d", height-row)
		for column := range width {
			fmt.Fprintf(&b, " %c", on(row*width+column))
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for column := range width {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	b.WriteByte('\n')
	return b.String()
}
