//go:build long

package kalah

import "testing"

// TestPublishedStart finds that 6 pits with 4 seeds each are won by 10, as G. Irving, J. Donkers
// and J. Uiterwijk published. It takes some minutes, and 320 MB of memory.
func TestPublishedStart(t *testing.T) {
	s := newSearch(6, 4, 17, 24, true)
	if got := s.start(); got != 10 {
		t.Errorf("the start is worth %d, want 10", got)
	}
	t.Logf("%d positions were searched", s.nodes)
}
