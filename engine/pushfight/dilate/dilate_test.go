package dilate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// grid returns the sets of neighbours of the squares of a board of w by h, without the blocked
// ones.
func grid(w, h int, blocked uint64) (neighbours []uint32) {
	number := map[int]int{}
	for c := range w * h {
		if blocked>>c&1 == 0 {
			number[c] = len(number)
		}
	}
	neighbours = make([]uint32, len(number))
	for c, n := range number {
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			x, y := c%w+d[0], c/w+d[1]
			if other, ok := number[y*w+x]; ok && x >= 0 && x < w && y >= 0 && y < h {
				neighbours[n] |= 1 << other
			}
		}
	}
	return neighbours
}

// TestAgainstSteps compares One and Two with moves of single pieces.
func TestAgainstSteps(t *testing.T) {
	for _, test := range []struct {
		w, h            int
		blocked         uint64
		movers, pushers int
	}{
		{4, 3, 0b10, 1, 2}, {6, 3, 0b100010, 2, 3}, {3, 3, 0, 0, 2}, {3, 3, 0b10000, 2, 0}, {5, 4, 0b1001010, 2, 2}, {4, 4, 1, 3, 1}, {6, 2, 0b110, 1, 1}, {3, 3, 0, 0, 1},
	} {
		neighbours := grid(test.w, test.h, test.blocked)
		s := NewSpace(len(neighbours), test.movers, test.pushers)
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			d := NewDilator(s)
			d.Enter(neighbours)
			rng := rand.New(rand.NewPCG(1, 2))
			all := make([]uint64, s.Size)
			s.Fill(all)
			for _, rarity := range []int{1, 30, 3000} {
				set := make([]uint64, s.Size)
				for i, w := range all {
					for ; w != 0; w &= w - 1 {
						if rng.IntN(rarity) == 0 {
							set[i] |= w & -w
						}
					}
				}
				once := naiveOne(s, neighbours, set)
				twice := naiveOne(s, neighbours, once)
				for _, useGo := range []bool{false, true} {
					one, two := make([]uint64, s.Size), make([]uint64, s.Size)
					withLoops(useGo, func() {
						d.One(one, set)
						d.Two(two, set)
					})
					if !slices.Equal(one, once) {
						t.Fatalf("plain Go %v, 1 in %d: one move differs", useGo, rarity)
					}
					if !slices.Equal(two, twice) {
						t.Fatalf("plain Go %v, 1 in %d: two moves differ", useGo, rarity)
					}
				}
			}
		})
	}
}

func naiveOne(s *Space, neighbours []uint32, set []uint64) []uint64 {
	out := slices.Clone(set)
	for r, movers := range s.RowSquares {
		for c, pushers := range s.ColSquares {
			if set[r*s.Words+c/64]>>(c%64)&1 == 0 {
				continue
			}
			for kind, pieces := range [2]uint32{movers, pushers} {
				for ; pieces != 0; pieces &= pieces - 1 {
					from := pieces & -pieces
					reached := from
					for {
						next := reached
						for q := range s.Squares {
							if reached>>q&1 != 0 {
								next |= neighbours[q] &^ (movers | pushers)
							}
						}
						if next == reached {
							break
						}
						reached = next
					}
					for reached &^= from; reached != 0; reached &= reached - 1 {
						m, p := movers, pushers
						if kind == 0 {
							m = m&^from | reached&-reached
						} else {
							p = p&^from | reached&-reached
						}
						row, _ := slices.BinarySearch(s.RowSquares, m)
						col, _ := slices.BinarySearch(s.ColSquares, p)
						out[row*s.Words+col/64] |= 1 << (col % 64)
					}
				}
			}
		}
	}
	return out
}

// TestFill checks every bit of the set of all placements, with columns that fill less than a word,
// a single bit and more than a word.
func TestFill(t *testing.T) {
	for _, c := range []struct{ movers, pushers, want int }{{2, 3, 36 * 35}, {2, 0, 36}, {0, 2, 36}, {1, 1, 9 * 8}} {
		s := NewSpace(9, c.movers, c.pushers)
		all := make([]uint64, s.Size)
		for i := range all {
			all[i] = 0x5555555555555555 // is overwritten
		}
		s.Fill(all)
		n := 0
		for r, movers := range s.RowSquares {
			for col := range 64 * s.Words {
				got := all[r*s.Words+col/64]>>(col%64)&1 != 0
				if got != (col < s.Cols && movers&s.ColSquares[col] == 0) {
					t.Fatalf("%d movers, %d pushers: row %d, column %d of %d: %v", c.movers, c.pushers, r, col, s.Cols, got)
				}
				if got {
					n++
				}
			}
		}
		if n != c.want {
			t.Errorf("%d movers, %d pushers: %d placements, want %d", c.movers, c.pushers, n, c.want)
		}
	}
}

// full returns a slab of the full game: 21 free squares of the board of 26, in a grid of 8 by 4.
func full() (*Space, *Dilator, []uint64) {
	corners := uint64(1<<0 | 1<<1 | 1<<7 | 1<<24 | 1<<30 | 1<<31)
	neighbours := grid(8, 4, corners|1<<9|1<<12|1<<18|1<<21|1<<27)
	s := NewSpace(len(neighbours), 2, 3)
	d := NewDilator(s)
	d.Enter(neighbours)
	rng := rand.New(rand.NewPCG(3, 4))
	all := make([]uint64, s.Size)
	s.Fill(all)
	for i := range all {
		all[i] &= rng.Uint64() & rng.Uint64() & rng.Uint64() & rng.Uint64() & rng.Uint64()
	}
	return s, d, all
}

func BenchmarkTwo(b *testing.B) {
	s, d, set := full()
	dst := make([]uint64, s.Size)
	for _, useGo := range []bool{false, true} {
		name := "vectors"
		if useGo {
			name = "go"
		}
		b.Run(name, func(b *testing.B) {
			withLoops(useGo, func() {
				for b.Loop() {
					d.Two(dst, set)
				}
			})
		})
	}
}

func BenchmarkTranspose(b *testing.B) {
	_, d, set := full()
	d.load(set)
	for b.Loop() {
		d.turn()
	}
}
