package tupitu

import (
	"bytes"
	"math/rand"
	"testing"
)

// TestLoops compares the loops in assembly with those in Go, on processors that have both.
func TestLoops(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for n := range blockSize {
		var src [blockSize]byte
		for i := range src {
			src[i] = byte(rng.Intn(128))
		}
		dst, from := make([]byte, n), make([]uint16, n)
		for i := range dst {
			dst[i], from[i] = byte(rng.Intn(64)), uint16(rng.Intn(blockSize))
		}
		want := bytes.Clone(dst)
		raiseFromGo(want, &src, from)
		if raiseFrom(dst, &src, from); !bytes.Equal(dst, want) {
			t.Fatalf("%d keys: got\n%v, want\n%v", n, dst, want)
		}
		raiseGo(want, src[:])
		if raise(dst, src[:]); !bytes.Equal(dst, want) {
			t.Fatalf("%d keys raised: got\n%v, want\n%v", n, dst, want)
		}
		var got, keys [blockSize]byte
		storeKeysGo(&keys, src[:n])
		if storeKeys(&got, src[:n]); got != keys {
			t.Fatalf("keys of %d values: got\n%v, want\n%v", n, got, keys)
		}
	}
}
