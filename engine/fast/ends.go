package fast

// Ends is a set of bits: the ways in which the game can end at a position. Package engine has it as
// engine.Ends. The first group of bits reports moves that end the game at once and lead to no
// stored position. The second group reports that the position itself is finished.
type Ends uint8

const (
	WinsNow  Ends = 1 << iota // a move wins at once
	DrawsNow                  // a move ends the game drawn
	LosesNow                  // a move loses at once (wide kind only)
	IsDrawn                   // the position is finished and drawn
	IsLost                    // the position is finished and lost for the mover
	IsWon                     // the position is finished and won for the mover (wide kind only)
)

// Over is the set of bits of finished positions. A position that is not finished, and has no move
// of any kind, is lost for the mover.
const Over = IsDrawn | IsLost | IsWon
