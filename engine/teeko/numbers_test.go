package teeko

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
)

func TestFamilies(t *testing.T) {
	for size := 3; size <= 4; size++ {
		enginetest.CheckFamilies(t, fmt.Sprint(size), engine.Byte, newRules(size, true).contract(), 8)
	}
	r := newRules(5, false)
	var family, number [1]uint64
	for _, key := range []uint64{1<<half | 1, 1<<half | 1<<24 | 1, 0b11111 << 3, 0b11111 << 12, lower} { // a square twice, and too many pieces
		if r.Number(family[:], number[:], []uint64{key}); number[0] != fast.NoKin {
			t.Errorf("key %#x has the number %d", key, number[0])
		}
	}
}
