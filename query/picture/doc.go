// Package picture draws boards, statistics and plots as SVG and PNG, and games as animated GIFs. It
// needs no display and no files.
//
//	err := picture.Board(db.Game(), position, picture.BoardOptions{}).WritePNG(w)
//
// A [Picture] is a list of shapes in points. The SVG and the pixels come from the same list, so
// they agree. Boards follow the game's drawn board and its [drawing.Depiction]. One version of this
// package makes equal files from equal input.
//
// # Concurrency
//
// A Picture must not change while it is written. Different pictures are independent.
package picture
