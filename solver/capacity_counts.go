package solver

// capacityGame is the game that capacity plans are made for: the one whose counts
// are known before it is solved.
const capacityGame = "pushfight:board=full,movers=2,pushers=3"

// publishedCounts holds, by value byte (0 draws, n > 0 decided in n-1 plies), how
// many minimized positions of the full game have it. Source: the public Push Fight
// solution (maksverver/pushfight), counts of its minimized file.
var publishedCounts = [...]uint64{
	3612778872, 312, 73174094910, 1647841635, 3069260405, 782257102,
	972990691, 450196211, 432702386, 284419828, 249301394, 185287854,
	158289557, 129443697, 111026741, 104314183, 87183872, 95445771,
	75003219, 76387923, 61083959, 53926799, 44338768, 35236155,
	32161437, 26825757, 24084765, 19432692, 17219455, 14844149,
	13272309, 12901672, 10517495, 10296418, 9545957, 9071977,
	8008524, 8619313, 6071242, 5664233, 5398589, 6024842,
	5705287, 6540548, 4549702, 4556200, 4120600, 4483968,
	3952000, 5138143, 3783269, 5652068, 3361680, 2520796,
	1944216, 2177178, 1483907, 1177918, 951814, 1029872,
	919645, 1271454, 823208, 1023200, 624304, 545027,
	273035, 236241, 251224, 341791, 157390, 207984,
	168031, 83172, 39443, 28275, 106124, 276585,
	364906, 762146, 765711, 811087, 590411, 817028,
	222781, 230751, 107195, 65318, 55613, 20509,
	14764, 6205, 4196, 3692, 6195, 2458,
	1753, 408, 24,
}

// capacityCounts is what a plan needs of the counts of a solution.
type capacityCounts struct {
	positions uint64
	inOne     uint64   // won with this turn
	losses    uint64   // lost in two plies or more
	wins      uint64   // won in three plies or more
	open      []uint64 // by phase: not decided by the phases before it
	phases    []uint64 // by phase: decided in it
}

// countsFor makes them of the number of positions by value byte.
func countsFor(byValue []uint64) capacityCounts {
	var c capacityCounts
	for v, n := range byValue {
		c.positions += n
		switch {
		case v == 2:
			c.inOne = n
		case v > 2 && v%2 == 0:
			c.wins += n
		case v > 2:
			c.losses += n
		}
	}
	rest := c.positions
	for _, n := range byValue[1:] {
		c.open = append(c.open, rest)
		c.phases = append(c.phases, n)
		rest -= n
	}
	return c
}
