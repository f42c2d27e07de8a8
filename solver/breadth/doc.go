// Package breadth solves games of one player in bitmaps on disk, for games too large for a byte a
// position ([fast.Spreads]).
//
//	err := breadth.Solve(ctx, game, breadth.Options{Dir: dir})
//	…
//	r, err := bitmaps.Open(dir, game)
//	moves, solvable, err := r.Moves(index)
//
// The search goes in breadth from the goal, one distance at a time. It keeps three bitmaps of each
// block in files ([bitmaps.State]): the positions seen, those of the last distance, and the result, which has one
// bit a position and remains.
//
// # Memory and disk
//
// A worker holds two bitmaps of a block. A distance reads the files of the distance before and writes
// new ones. Once all are on disk, the file breadth.json names them, and the old ones are deleted. A run
// that is killed loses the distance it was at; another run goes on with the last complete one. The disk
// holds at most [Plan].Disk bytes. Every file has a checksum in breadth.json, which a run that goes on and
// [bitmaps.Reader.Check] hold against it.
package breadth
