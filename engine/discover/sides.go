package discover

// The sides that can be to move in a position.
const (
	FirstToMove  = 1
	SecondToMove = 2
	eitherToMove = FirstToMove | SecondToMove
)

// OneSided returns the canonical keys that play from start reaches with one side to move only, with
// that side. No move leads to a lower layer; the search visits layer by layer and thus most keys
// once, for both sides to move. It leaves out keys of layers that are negative or at least layers.
func OneSided(start uint64, layers int, layer func(key uint64) int, moves func(dst []uint64, key uint64) []uint64) map[uint64]uint8 {
	const visited = 2 // offset of the visited sides' bits above those of the reached sides
	sides := map[uint64]uint8{start: FirstToMove}
	todo := make([][]uint64, layers)
	todo[0] = []uint64{start}
	var list []uint64
	for at := range todo {
		for len(todo[at]) > 0 {
			key := todo[at][len(todo[at])-1]
			todo[at] = todo[at][:len(todo[at])-1]
			before := sides[key]
			toMove := before & eitherToMove &^ (before >> visited)
			if toMove == 0 {
				continue
			}
			sides[key] = before | toMove<<visited
			next := toMove>>1 | toMove<<1&eitherToMove // the other side
			list = moves(list[:0], key)
			for _, to := range list {
				if n := layer(to); n >= 0 && n < layers && sides[to]&next != next {
					sides[to] |= next
					todo[n] = append(todo[n], to)
				}
			}
		}
	}
	for key, reached := range sides {
		if sides[key] &= eitherToMove; reached&eitherToMove == eitherToMove {
			delete(sides, key)
		}
	}
	return sides
}
