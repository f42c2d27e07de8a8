package morris

// section is all positions with the same number of men placed and on the board.
type section struct{ placed, own, opponent int }

// allSections returns the sections of all slices. During placing, a slice is divided by the men
// taken. Otherwise slices would be large, and a layer loads into memory all slices that its moves
// lead to.
func (r *rules) allSections() (all [][]section) {
	for placed := range 2 * r.men {
		if r.placed {
			break
		}
		lists := make([][]section, placed+1) // by men taken
		own, opponent := r.hands(position{placed: placed})
		for a := max(r.fewestOf(placed/2, (placed+1)/2), fewest-1-own); a <= placed/2; a++ {
			for b := max(r.fewestOf((placed+1)/2, placed/2), fewest-opponent); b <= (placed+1)/2; b++ {
				taken := placed - a - b
				lists[taken] = append(lists[taken], section{placed, a, b})
			}
		}
		for _, list := range lists {
			if len(list) > 0 {
				all = append(all, list)
			}
		}
	}
	for sum := 2 * r.men; sum >= 2*fewest-1; sum-- {
		for more := (sum + 1) / 2; more <= min(r.men, sum-fewest+1); more++ {
			list := []section{{2 * r.men, sum - more, more}}
			if less := sum - more; less != more && less >= fewest { // otherwise the opponent took a man and play is over
				list = append(list, section{2 * r.men, more, less})
			}
			all = append(all, list)
		}
	}
	return all
}
