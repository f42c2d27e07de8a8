package britishsquare

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
)

func TestFamilies(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {3, 4}, {4, 4}, {1, 9}, {9, 2}} {
		enginetest.CheckFamilies(t, fmt.Sprint(size), engine.Score, newRules(size[0], size[1], true).contract(), 16)
	}
	r := families{newRules(5, 5, false)}
	var family, number [1]uint64
	for _, key := range []uint64{1<<25 | 1, 1<<25 | 2, 1<<25 | 1<<5, 1<<(25+12) | 1<<13 | 1} { // adjacent pieces of both players
		if r.Number(family[:], number[:], []uint64{key}); number[0] != fast.NoKin {
			t.Errorf("key %#x has the number %d", key, number[0])
		}
	}
}
