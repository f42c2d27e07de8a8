package uci

import (
	"slices"
	"strings"
	"testing"
)

// TestNotes checks which rules are refused, which are noted, and that an option switched off is
// neither.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		file, refused string
		noted         []string
	}{
		{"[a:chess]\nmaxRank = 8\n", "", nil},
		{"[a:chess]\ntwoBoards = true\n", partners, nil},
		{"[a:chess]\ntwoBoards = false\n", "", nil},
		{"[a:chess]\nbikjangRule = none\n", "", nil},
		{"[a:chess]\npassOnStalemateWhite = true\n", passes, nil},
		{"[b:chess]\npass = true\n[a:b]\nmaxRank = 7\n", passes, nil},
		{"[a:bughouse]\nmaxRank = 8\n", partners, nil},
		{"[a:chess]\ncountingRule = makruk\n", "", []string{counting}},
		{"[a:chess]\ncountingRule = none\nshatarMateRule = false\nsittuyinPromotion = false\n", "", nil},
		{"[a:chess]\nshatarMateRule = true\nsittuyinPromotion = true\n", "", []string{promotions, shaks}},
		{"[a:makruk]\ncountingRule = makruk\n", "", []string{counting}},
	} {
		sections, err := readSections(c.file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := notes("a", chain(sections, "a"))
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%q: %v, %v, want refused: %s", c.file, got, err, c.refused)
			}
			continue
		}
		if want := append([]string{repetition}, c.noted...); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", c.file, got, err, want)
		}
	}
}
