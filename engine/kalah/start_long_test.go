//go:build long

package kalah

import (
	"fmt"
	"testing"
)

// TestPublishedStart confirms the published result of G. Irving, J. Donkers and J. Uiterwijk: 6
// pits are a win by 10 with 4 seeds each, and by 12 with 5. Each margin takes two searches: one
// shows that it can be reached, one that no greater margin can. 4 seeds take 130 MB of memory and
// some seconds. 5 seeds take 1.9 GiB and some twenty minutes.
func TestPublishedStart(t *testing.T) {
	for _, game := range []struct{ seeds, margin, exact, bounds int }{{4, 10, 17, 20}, {5, 12, 23, 27}} {
		t.Run(fmt.Sprint(game.seeds), func(t *testing.T) {
			s := newSearch(6, game.exact, game.bounds, true)
			for _, margin := range []int{game.margin, game.margin + 2} {
				t.Run(fmt.Sprint(margin), func(t *testing.T) {
					before := s.searched
					won := s.wins(game.seeds, margin)
					t.Logf("won: %v, by a search of %d positions", won, s.searched-before)
					if won != (margin == game.margin) {
						t.Errorf("won: %v, want %v", won, !won)
					}
				})
			}
		})
	}
}
