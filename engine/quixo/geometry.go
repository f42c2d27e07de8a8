package quixo

// eachPush calls f for every push on a board: a cell of the edge, whose cube is taken, and an
// end of its row or column, at which it is put back; step leads from there to the cell.
func eachPush(size int, f func(cell, end, step int)) {
	last := size - 1
	for cell := range size * size {
		column, row := cell%size, cell/size
		if column != 0 && column != last && row != 0 && row != last {
			continue
		}
		if column != 0 {
			f(cell, cell-column, 1)
		}
		if column != last {
			f(cell, cell-column+last, -1)
		}
		if row != 0 {
			f(cell, column, size)
		}
		if row != last {
			f(cell, last*size+column, -size)
		}
	}
}

// lineSets returns the rows, columns and long diagonals of a board, as sets of cells.
func lineSets(size int) (lines []uint32) {
	var falling, rising uint32
	for n := range size {
		var row, column uint32
		for m := range size {
			row |= 1 << (n*size + m)
			column |= 1 << (m*size + n)
		}
		lines = append(lines, row, column)
		falling |= 1 << (n*size + n)
		rising |= 1 << (n*size + size - 1 - n)
	}
	return append(lines, falling, rising)
}
