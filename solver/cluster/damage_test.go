package cluster

import (
	"math/rand/v2"
	"os"
	"testing"
)

// damage flips a bit of a file, or cuts it.
func damage(t *testing.T, path string) {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) == 0 {
		return // it was deleted meanwhile
	}
	if rand.IntN(2) == 0 {
		raw = raw[:rand.IntN(len(raw))]
	} else {
		raw[rand.IntN(len(raw))] ^= 1 << rand.IntN(8)
	}
	if err := os.WriteFile(path, raw, 0o666); err != nil {
		t.Error(err)
	}
}
