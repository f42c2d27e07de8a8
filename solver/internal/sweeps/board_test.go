package sweeps

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
)

// TestBoard decides random positions of two blocks, phase by phase, and compares the sets with lists.
func TestBoard(t *testing.T) {
	const size = 150
	rng := rand.New(rand.NewPCG(1, 2))
	b := newBoard(2, size)
	decided := [2]map[int]bool{{}, {}} // by place: won
	for range 30 {
		var latest [2]map[int]bool
		for block := range latest {
			latest[block] = map[int]bool{}
			sets := newSets(2, size)
			for range rng.IntN(9) {
				place := rng.IntN(size)
				if _, ok := decided[block][place]; ok {
					continue
				}
				won := rng.IntN(2) == 0
				decided[block][place], latest[block][place] = won, won
				sets[map[bool]int{true: 0, false: 1}[won]][place/64] |= 1 << (place % 64)
			}
			b.rest(block)
			b.take(block, sets[0], sets[1], fast.Count(sets[0]), fast.Count(sets[1]))
		}
		for block := range latest {
			for s, in := range map[set]func(place int) bool{
				notWon:   func(place int) bool { return !decided[block][place] },
				justWon:  func(place int) bool { return latest[block][place] },
				justLost: func(place int) bool { won, ok := latest[block][place]; return ok && !won },
			} {
				part, count := b.of(s, block, func() []uint64 { return []uint64{7, 7, 7} })
				for place := range size {
					has := part != nil && part[place/64]>>(place%64)&1 != 0
					if has != in(place) {
						t.Fatalf("set %d has place %d: %v", s, place, has)
					}
					if has {
						count--
					}
				}
				if count != 0 {
					t.Fatalf("the size of set %d is wrong by %d", s, int64(count))
				}
			}
		}
	}
}

// TestFrameSize reads a frame that says it has 3.3 GB: nothing of them is allocated.
func TestFrameSize(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := (&worker{}).readFrame([]byte("(\xb5/\xfd\x80\x00@\xc6\xc6\xc6\x00\x00"), 5, 4, 3, nil)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, kv.ErrCorrupt) || used > 1<<24 {
		t.Errorf("%v, and %d bytes were allocated", err, used)
	}
}

// FuzzFrame reads arbitrary frames of a log, some of them packed. The sets are those of the blocks.
func FuzzFrame(f *testing.F) {
	packer, reader := &worker{}, &worker{}
	f.Add(make([]byte, 16*3*4), true)
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0}, false)
	f.Fuzz(func(t *testing.T, frame []byte, packs bool) {
		if packs {
			packer.bytes = frame
			packed, err := packer.appendFrame(nil, true)
			if err != nil {
				t.Fatal(err)
			}
			frame = packed[4:]
		}
		err := reader.readFrame(frame, 5, 4, 3, func(block int, won, lost []uint64) {
			if block < 5 || block > 8 || len(won) != 3 || len(lost) != 3 {
				t.Errorf("block %d has sets of %d and %d words", block, len(won), len(lost))
			}
		})
		if err != nil && !errors.Is(err, kv.ErrCorrupt) {
			t.Error(err)
		}
	})
}
