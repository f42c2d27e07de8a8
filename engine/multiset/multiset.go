// Package multiset ranks strings by the counts of their symbols. Games with identical pieces use
// its formulas for their indices.
package multiset

import "math/bits"

// Count returns the number of strings that have counts[c] symbols c, for all c. It returns false if
// that number exceeds 64 bits.
func Count(counts []int) (n uint64, ok bool) {
	n = 1
	total := uint64(0)
	for _, c := range counts {
		for j := uint64(1); j <= uint64(c); j++ {
			total++
			hi, lo := bits.Mul64(n, total)
			if hi >= j {
				return 0, false
			}
			n, _ = bits.Div64(hi, lo, j) // exact: a multinomial times a binomial
		}
	}
	return n, true
}

// Rank returns the rank of s, a string over the symbols 0 … len(counts)-1, among all strings with
// the same counts in lexicographic order. It calls [Count] O(len(s)·len(counts)) times: games use
// their own tables in hot paths, and test them against Rank. The number of these strings must fit
// in 64 bits. Rank does not change counts.
func Rank(s []byte, counts []int) uint64 {
	rest := append([]int(nil), counts...)
	var rank uint64
	for _, symbol := range s {
		for c := range int(symbol) {
			if rest[c] > 0 {
				rest[c]--
				n, _ := Count(rest)
				rank += n
				rest[c]++
			}
		}
		rest[symbol]--
	}
	return rank
}

// Unrank is the inverse of [Rank]: it appends the string of that rank to dst. The rank must be
// below the number of strings.
func Unrank(dst []byte, rank uint64, counts []int) []byte {
	rest := append([]int(nil), counts...)
	length := 0
	for _, c := range counts {
		length += c
	}
	for range length {
		for c := range rest {
			if rest[c] == 0 {
				continue
			}
			rest[c]--
			n, _ := Count(rest)
			if rank < n {
				dst = append(dst, byte(c))
				break
			}
			rank -= n
			rest[c]++
		}
	}
	return dst
}
