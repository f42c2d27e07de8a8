package fast

// Merits returns two tables for games of the kind byte. The first ranks the value of a position for the player who
// moves there, higher for better; 0 is worse than any move. The second maps the best merit of a position's
// moves to the value of the position, and 0 to none, the value of a position without a move.
func Merits(none byte) (merits, worths [256]byte) {
	const draw = 128
	worths[0] = none
	for v := range 255 {
		merit := v / 2 // won for the opponent: later is better
		switch {
		case v == 0:
			merit = draw
		case v%2 != 0:
			merit = 255 - v/2 // lost for the opponent: sooner is better
		}
		merits[v], worths[merit] = byte(merit), byte(v+1)
	}
	worths[draw] = 0
	return merits, worths
}
