package uci

import (
	"fmt"
	"math"
	"math/bits"
)

// packing describes how the positions of a board are packed into keys. A group is the positions
// with given numbers of pieces on the board and in hand. Within a group, a number combines the
// occupied squares, their contents, and the hands. The other digits of the key follow in mixed
// radix: the en passant square, the remaining checks, the rights, and the side to move.
type packing struct {
	choose [][]uint64 // binomial coefficients, up to math.MaxUint64
	groups [][]group  // by number of pieces on the board, then in hand
	rest   [4]uint64  // radices of the en passant square, of both players' checks, and of the rights
}

// group is the positions with given numbers of pieces.
type group struct {
	first         uint64 // the lowest number
	tokens, hands uint64 // numbers of contents of the occupied squares, and of hands
	end           uint64
}

// times multiplies. It returns the greatest number if the product does not fit.
func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

func plus(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// newPacking computes the packing, or returns an error if there are too many positions.
func (b *board) newPacking() (packing, error) {
	squares, letters := b.files*b.ranks, len(b.letters)
	pack := packing{rest: [4]uint64{uint64(squares) + 1, uint64(b.checks[0]) + 1, uint64(b.checks[1]) + 1, 1 << len(b.rights)}}
	for n := range squares + letters + b.men + 1 {
		row := make([]uint64, b.men+2)
		row[0] = 1
		for k := 1; k < len(row) && n > 0; k++ {
			row[k] = plus(pack.choose[n-1][k-1], pack.choose[n-1][k])
		}
		pack.choose = append(pack.choose, row)
	}
	total := uint64(0)
	for on := range min(b.men, squares) + 1 {
		var list []group
		tokens := uint64(1)
		for range on {
			tokens = times(tokens, uint64(len(b.tokens)))
		}
		for held := range b.men - on + 1 {
			if held > 0 && letters == 0 {
				break
			}
			hands := uint64(1)
			if held > 0 {
				hands = pack.choose[letters+held-1][held]
			}
			g := group{first: total, tokens: tokens, hands: hands}
			total = plus(total, times(times(pack.choose[squares][on], tokens), hands))
			g.end = total
			list = append(list, g)
		}
		pack.groups = append(pack.groups, list)
	}
	for _, radix := range append(pack.rest[:], 2) {
		total = times(total, radix)
	}
	if total == math.MaxUint64 {
		return pack, fmt.Errorf("its positions do not fit into keys of 64 bits: %d pieces of %d kinds on %d squares are too many", b.men, len(b.tokens), squares)
	}
	return pack, nil
}

// rank returns the rank of an ascending list of distinct numbers among the lists of its length.
func (pack *packing) rank(list []int) uint64 {
	sum := uint64(0)
	for n, member := range list {
		sum += pack.choose[member][n+1]
	}
	return sum
}

// unrank returns the list with the given length and rank.
func (pack *packing) unrank(rank uint64, length int) []int {
	list := make([]int, length)
	member := len(pack.choose) - 1
	for n := length; n > 0; n-- {
		for pack.choose[member][n] > rank {
			member--
		}
		list[n-1] = member
		rank -= pack.choose[member][n]
	}
	return list
}

// pack returns the key of a position.
func (b *board) pack(p position) (uint64, error) {
	var occupied, held []int
	standing := uint64(0)
	for n, code := range p.squares {
		if code != 0 {
			occupied = append(occupied, n)
			standing = standing*uint64(len(b.tokens)) + uint64(code-1)
		}
	}
	for n, count := range p.hands {
		for range count {
			held = append(held, n+len(held)) // makes all members distinct
		}
	}
	pack := &b.packing
	switch {
	case len(occupied)+len(held) > b.men:
		return 0, fmt.Errorf("it has %d pieces, and the start has %d", len(occupied)+len(held), b.men)
	case p.checks[0] > b.checks[0] || p.checks[1] > b.checks[1]:
		return 0, fmt.Errorf("it has %d and %d checks left, and the start has %d and %d", p.checks[0], p.checks[1], b.checks[0], b.checks[1])
	}
	g := pack.groups[len(occupied)][len(held)]
	key := g.first + (pack.rank(occupied)*g.tokens+standing)*g.hands + pack.rank(held)
	for n, digit := range []uint64{uint64(p.passant), uint64(p.checks[0]), uint64(p.checks[1]), uint64(p.rights)} {
		key = key*pack.rest[n] + digit
	}
	key *= 2
	if p.black {
		key++
	}
	return key, nil
}

// unpack returns the position of a key, or false if no position has it.
func (b *board) unpack(key uint64) (position, bool) {
	pack := &b.packing
	p := position{squares: make([]uint8, b.files*b.ranks), hands: make([]uint8, len(b.letters)), black: key%2 == 1}
	key /= 2
	var digits [4]uint64
	for n := len(digits) - 1; n >= 0; n-- {
		digits[n], key = key%pack.rest[n], key/pack.rest[n]
	}
	p.passant, p.checks, p.rights = int(digits[0]), [2]int{int(digits[1]), int(digits[2])}, uint32(digits[3])
	on, held, g := pack.group(key)
	if on < 0 {
		return p, false
	}
	key -= g.first
	for n, member := range pack.unrank(key%g.hands, held) {
		p.hands[member-n]++
	}
	key /= g.hands
	standing := key % g.tokens
	occupied := pack.unrank(key/g.tokens, on)
	for n := on - 1; n >= 0; n-- {
		p.squares[occupied[n]] = uint8(standing%uint64(len(b.tokens))) + 1
		standing /= uint64(len(b.tokens))
	}
	return p, true
}

// group returns the group that contains a number, and its numbers of pieces, or -1.
func (pack *packing) group(number uint64) (on, held int, g group) {
	for on, list := range pack.groups {
		for held, g := range list {
			if number < g.end {
				return on, held, g
			}
		}
	}
	return -1, -1, g
}

// slice returns the number of pieces that the game has lost, which never decreases.
func (b *board) slice(p position) int { return b.men - p.men() }
