// Package picture draws boards, games and statistics, without a display and without
// files of its own: as SVG, PNG, and games as animated GIFs.
//
//	frame, err := picture.Board(db.Game(), position, picture.BoardOptions{})
//	if err != nil {
//		return err
//	}
//	err = frame.WritePNG(w)
//
// A [Picture] is a list of shapes in points; one list makes the SVG and the pixels, so
// that both show the same. Boards follow the game's drawn board and its
// [drawing.Depiction]. Equal input makes equal files with one version of this package.
//
// # Concurrency
//
// A Picture must not be changed while it is written; different ones are independent.
package picture
