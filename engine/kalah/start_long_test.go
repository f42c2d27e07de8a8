//go:build long

package kalah

import "testing"

// TestPublishedStart finds that 6 pits with 4 seeds each are won by 10, as G. Irving, J. Donkers
// and J. Uiterwijk published. It takes two answers, that the margin can be reached and that no
// greater one can, and 130 MB of memory.
func TestPublishedStart(t *testing.T) {
	s := newSearch(6, 17, 20, true)
	for _, margin := range []int{10, 12} {
		before := s.searched
		won := s.wins(4, margin)
		t.Logf("won by %d: %v, by a search of %d positions", margin, won, s.searched-before)
		if won != (margin == 10) {
			t.Errorf("won by %d: %v, want %v", margin, won, !won)
		}
	}
}
