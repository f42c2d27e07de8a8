package drawing

import "strings"

// StepClicks returns the clicks of a turn such as b2, or b2-c3, a piece and where it goes, with the squares behind each "x"
// that the turn clears, such as b2-c3xa1xa2.
func StepClicks(turn string) []Click {
	squares := strings.Split(turn, "x")
	from, to, moves := strings.Cut(squares[0], "-")
	clicks := []Click{{Square: from}}
	if moves {
		clicks = append(clicks, Click{Square: to, Act: Put})
	}
	for _, cleared := range squares[1:] {
		clicks = append(clicks, Click{Square: cleared, Act: Clear})
	}
	return clicks
}

// LeapClicks returns the clicks of a turn whose captures, behind "x", need none.
func LeapClicks(turn string) []Click {
	step, _, _ := strings.Cut(turn, "x")
	return StepClicks(step)
}
