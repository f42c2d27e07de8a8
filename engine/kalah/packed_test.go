package kalah

import "testing"

const (
	mostSeeds  = 60 // upper bound on the seeds of a packed board
	rowBits    = 8 * maxPits
	pitMask    = 1<<8 - 1
	packedBits = 44 // bits of an index
)

// rows is a board as the player to move sees it. Each row has a byte for each pit, the left one
// lowest, and above them the sum of its seeds.
type rows struct{ own, other uint64 }

// of returns the seeds in both rows.
func (r rows) of() (own, other int) { return int(r.own >> rowBits), int(r.other >> rowBits) }

// packed applies the rules to rows and numbers them. It leaves out the stores, because the seeds
// stored from a position on depend on the pits alone.
type packed struct {
	pits    int
	empty   bool // store a last seed in an empty pit even if the opposite pit is empty
	sowings [maxPits][mostSeeds + 1]sowing
	before  [maxPits - 1][64]uint32                // parts of the rank of a row
	ways    [mostSeeds + 1]uint64                  // by number of seeds: the ways to fill a row
	begin   [mostSeeds + 1][mostSeeds/2 + 1]uint64 // first index by the seeds of both rows, the larger number first
	fewer   [mostSeeds + 2]uint64                  // the number of positions with fewer seeds
}

// sowing is the effect of a move on both rows and the store.
type sowing struct {
	rows
	stored uint8
	last   int8 // the pit of the last seed, -1 for the store
}

func newPacked(pits int, empty bool) *packed {
	p := &packed{pits: pits, empty: empty}
	r := &rules{pits: pits}
	for pit := range pits {
		for n := 1; n <= mostSeeds; n++ {
			var b board
			b.pits[pit] = uint8(n)
			last := r.lay(&b, pit)
			after := p.pack(&b)
			after.own -= uint64(n)<<(8*pit) + uint64(n)<<rowBits
			p.sowings[pit][n] = sowing{after, b.stores[0], int8(last)}
		}
	}
	for n := range p.ways {
		ways := uint64(1) // C(n+pit, pit)
		for pit := 1; pit < pits; pit++ {
			p.before[pit-1][n] = uint32(ways * uint64(n) / uint64(pit)) // C(n+pit-1, pit)
			ways = ways * uint64(n+pit) / uint64(pit)
		}
		p.ways[n] = ways
	}
	for n := range p.ways {
		p.fewer[n+1] = p.fewer[n]
		for less := range n/2 + 1 {
			p.begin[n-less][less] = p.fewer[n+1]
			p.fewer[n+1] += 2 * p.ways[n-less] * p.ways[less]
		}
	}
	return p
}

// pack returns the rows of a board whose first player is to move.
func (p *packed) pack(b *board) (r rows) {
	for pit := range p.pits {
		r.own += uint64(b.pits[pit])<<(8*pit) + uint64(b.pits[pit])<<rowBits
		r.other += uint64(b.pits[p.pits+pit])<<(8*pit) + uint64(b.pits[p.pits+pit])<<rowBits
	}
	return r
}

// move sows a pit. It returns the rows for the next player to move, the number of stored seeds, and
// whether the same player moves again.
func (p *packed) move(r rows, pit int) (next rows, stored int, again bool) {
	s := &p.sowings[pit][r.own>>(8*pit)&pitMask]
	next = rows{r.own + s.own, r.other + s.other}
	stored = int(s.stored)
	if s.last < 0 {
		return next, stored, true
	}
	if last := int(s.last); last < p.pits && next.own>>(8*last)&pitMask == 1 {
		opposite := p.pits - 1 - last
		if taken := next.other >> (8 * opposite) & pitMask; p.empty || taken > 0 {
			next.own -= 1<<(8*last) + 1<<rowBits
			next.other -= taken<<(8*opposite) + taken<<rowBits
			stored += 1 + int(taken)
		}
	}
	return rows{next.other, next.own}, stored, false
}

// rank numbers the rows with the same number of seeds. It orders them by the sum of all pits but
// the last, then by the sum of all but the last two, and so on. A move within a row lowers its
// rank.
func (p *packed) rank(row uint64) (rank uint64) {
	sums := row * 0x0101010101 // each byte holds the seeds up to that pit
	for pit := range p.before {
		rank += uint64(p.before[pit][sums>>(8*pit)&63])
	}
	return rank
}

// index numbers the positions by rising number of seeds. The two positions with the same rows and
// different players to move get adjacent indices. The first is the one whose mover has more seeds,
// or as many and a rank at least as high. If both rows have as many seeds, half of the indices stay
// unused.
func (p *packed) index(r rows) uint64 {
	own, other := r.of()
	a, b := p.rank(r.own), p.rank(r.other)
	if own > other || own == other && a >= b {
		return p.begin[own][other] + 2*(a*p.ways[other]+b)
	}
	return p.begin[other][own] + 2*(b*p.ways[own]+a) + 1
}

// row is the inverse of rank.
func (p *packed) row(seeds int, rank uint64) uint64 {
	row := uint64(seeds) << rowBits
	for pit := p.pits - 1; pit > 0; pit-- {
		up := 0 // seeds up to the previous pit
		for up < seeds && uint64(p.before[pit-1][up+1]) <= rank {
			up++
		}
		row += uint64(seeds-up) << (8 * pit)
		rank -= uint64(p.before[pit-1][up])
		seeds = up
	}
	return row + uint64(seeds)
}

// exact returns, by index, the number of seeds that the player to move gets from each position with
// at most the given number of seeds. A move that stores no seed passes the turn and lowers the rank
// of the row it changes. So its result has a lower index, and of two adjacent positions neither
// leads to the other.
func (p *packed) exact(seeds int) []uint8 {
	values := make([]uint8, p.fewer[seeds+1])
	rowsOf := make([][]uint64, seeds+1)
	for n := range rowsOf {
		for rank := range p.ways[n] {
			rowsOf[n] = append(rowsOf[n], p.row(n, rank))
		}
	}
	at := 0
	for n := range rowsOf {
		for less := range n/2 + 1 {
			for _, a := range rowsOf[n-less] {
				for _, b := range rowsOf[less] {
					values[at] = p.value(values, rows{a, b})
					values[at+1] = p.value(values, rows{b, a})
					at += 2
				}
			}
		}
	}
	return values
}

// value returns the number of seeds that the player to move gets, from the values of his moves'
// results.
func (p *packed) value(values []uint8, r rows) uint8 {
	own, other := r.of()
	if own == 0 || other == 0 {
		return uint8(own)
	}
	best := 0
	for pit := range p.pits {
		if r.own>>(8*pit)&pitMask == 0 {
			continue
		}
		next, stored, again := p.move(r, pit)
		got := int(values[p.index(next)])
		if !again {
			got = own + other - stored - got
		}
		best = max(best, stored+got)
	}
	return uint8(best)
}

// TestExact compares the values of all positions with few seeds with those of the naive program.
func TestExact(t *testing.T) {
	const most = 8
	for _, empty := range []bool{true, false} {
		p := newPacked(3, empty)
		values := p.exact(most)
		n := &naive{pits: 3, empty: empty, scores: map[string]int{}, finished: map[string]bool{}}
		for own := range most + 1 {
			for rank := range p.ways[own] {
				for other := range most - own + 1 {
					for facing := range p.ways[other] {
						r := rows{p.row(own, rank), p.row(other, facing)}
						ring := make([]int, 8)
						for pit := range 3 {
							ring[pit] = int(r.own >> (8 * pit) & pitMask)
							ring[4+pit] = int(r.other >> (8 * pit) & pitMask)
						}
						want := n.solve(position{ring, 0})
						if got := 2*int(values[p.index(r)]) - own - other; got != want {
							t.Fatalf("%v is worth %d, want %d", ring, got, want)
						}
					}
				}
			}
		}
		if len(n.scores) < 3003 {
			t.Errorf("%d positions were compared", len(n.scores))
		}
	}
}

// TestPacked plays at random with the rules and with rows, and finds each row by its rank.
func TestPacked(t *testing.T) {
	for _, size := range [][2]int{{1, 7}, {2, 15}, {3, 10}, {5, 6}, {6, 5}} {
		for _, empty := range []bool{true, false} {
			p, r := newPacked(size[0], empty), newRules(size[0], size[1])
			r.empty, r.stores = empty, true
			if p.fewer[mostSeeds+1] > 1<<packedBits {
				t.Fatalf("%d positions of %d pits", p.fewer[mostSeeds+1], size[0])
			}
			playPacked(t, p, r)
		}
	}
}

func playPacked(t *testing.T, p *packed, r *rules) {
	rng := uint64(0x9e3779b97f4a7c15)
	for range 100 {
		b := board{}
		for range r.total {
			rng = rng*6364136223846793005 + 1442695040888963407
			b.pits[rng>>33%uint64(2*r.pits)]++
		}
		for r.row(&b, 0) > 0 && r.row(&b, 1) > 0 {
			at := p.pack(&b)
			for _, row := range []uint64{at.own, at.other} {
				if got := p.row(int(row>>rowBits), p.rank(row)); got != row {
					t.Fatalf("row %x has rank %d, which is that of %x", row, p.rank(row), got)
				}
			}
			rng = rng*6364136223846793005 + 1442695040888963407
			pit := int(rng >> 33 % uint64(r.pits))
			if b.pits[pit] == 0 {
				continue
			}
			next, stored, again := p.move(at, pit)
			b.stores = [2]uint8{}
			r.sow(&b, pit)
			if stored != int(b.stores[0]) || again != (b.side == 0) {
				t.Fatalf("pit %d of %x stores %d, again %v", pit, at, stored, again)
			}
			if b.side == 1 {
				b = turned(&b, r.pits)
			}
			if next != p.pack(&b) {
				t.Fatalf("pit %d of %x leads to %x, want %x", pit, at, next, p.pack(&b))
			}
		}
	}
}

// turned returns a board as the second player sees it.
func turned(b *board, pits int) (other board) {
	copy(other.pits[:pits], b.pits[pits:2*pits])
	copy(other.pits[pits:], b.pits[:pits])
	return other
}
