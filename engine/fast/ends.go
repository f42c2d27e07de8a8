package fast

// Ends says how the game can end at a position. The first group of bits speaks of
// moves that end the game at once and so lead to no stored position, the second of
// the position itself.
type Ends uint8

const (
	WinsNow  Ends = 1 << iota // a move wins at once
	DrawsNow                  // a move ends the game drawn
	LosesNow                  // a move loses at once (wide kind only)
	IsDrawn                   // the position is finished and drawn
	IsLost                    // the position is finished and lost for the mover
	IsWon                     // the position is finished and won for the mover (wide kind only)
)

// Over is the set of bits that say the position itself is finished. A position
// that is not, and has no move of any kind, is lost for the mover.
const Over = IsDrawn | IsLost | IsWon
