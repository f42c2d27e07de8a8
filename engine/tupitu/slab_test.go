package tupitu

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestSlabs compares steps with turns: on small boards all of them, else some.
func TestSlabs(t *testing.T) {
	for _, c := range []struct{ width, height, slabs, configurations int }{
		{2, 2, 0, 0}, {2, 3, 0, 0}, {3, 3, 0, 0}, {4, 2, 0, 0}, {4, 3, 200, 0}, {4, 4, 60, 4},
	} {
		v := variant(t, c.width, c.height)
		t.Run(v.name(), func(t *testing.T) {
			if err := enginetest.CheckSlabs(v, newSlabs(v), c.slabs, c.configurations, 1); err != nil {
				t.Error(err)
			}
		})
	}
}
