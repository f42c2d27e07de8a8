package raw

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Range is a run of indices, both ends included.
type Range struct{ First, Last uint64 }

// Ranges is a set of indices: ranges in ascending order with gaps between them.
// The zero Ranges is empty. It is immutable.
type Ranges []Range

// Whole returns the set of the indices below size.
func Whole(size uint64) Ranges {
	if size == 0 {
		return nil
	}
	return Ranges{{0, size - 1}}
}

// ParseRanges reads ranges separated by commas, such as 0-999999,5000000-5999999 or 17. They may be
// in any order and overlap. Errors are [engine.InputError]s.
func ParseRanges(text string) (Ranges, error) {
	var list Ranges
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		a, errFirst := strconv.ParseUint(first, 10, 64)
		b, errLast := strconv.ParseUint(last, 10, 64)
		if errFirst != nil || errLast != nil {
			return nil, engine.InputErrorf("%q in %q is not a range of indices: want FIRST-LAST, such as 0-999999", part, text)
		}
		if a > b {
			return nil, engine.InputErrorf("the range %s ends before it begins: want FIRST-LAST, such as 0-999999", part)
		}
		list = append(list, Range{a, b})
	}
	slices.SortFunc(list, func(x, y Range) int { return cmp.Compare(x.First, y.First) })
	joined := list[:1]
	for _, r := range list[1:] {
		if top := &joined[len(joined)-1]; r.First <= top.Last || r.First == top.Last+1 {
			top.Last = max(top.Last, r.Last)
		} else {
			joined = append(joined, r)
		}
	}
	return joined, nil
}

// String writes ranges as [ParseRanges] reads them.
func (rs Ranges) String() string {
	var b []byte
	for i, r := range rs {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, r.First, 10)
		b = append(b, '-')
		b = strconv.AppendUint(b, r.Last, 10)
	}
	return string(b)
}

// from returns the number of the first range that ends at i or later.
func (rs Ranges) from(i uint64) int {
	return sort.Search(len(rs), func(k int) bool { return rs[k].Last >= i })
}

// Has reports whether i is in the set.
func (rs Ranges) Has(i uint64) bool {
	k := rs.from(i)
	return k < len(rs) && rs[k].First <= i
}

// Covers reports whether the n indices from first on are all in the set.
func (rs Ranges) Covers(first, n uint64) bool {
	if n == 0 {
		return true
	}
	k := rs.from(first)
	return k < len(rs) && rs[k].First <= first && n-1 <= rs[k].Last-first
}

// Clip returns the part of the set among the n indices from first on.
func (rs Ranges) Clip(first, n uint64) Ranges {
	if n == 0 {
		return nil
	}
	var part Ranges
	for _, r := range rs[rs.from(first):] {
		if r.First > first && r.First-first >= n {
			break
		}
		part = append(part, Range{max(r.First, first), min(r.Last, first+(n-1))})
	}
	return part
}

// Count returns the number of indices in the set.
func (rs Ranges) Count() uint64 {
	var n uint64
	for _, r := range rs {
		n += r.Last - r.First + 1
	}
	return n
}

// Nth returns the index in the set with n lower ones in it; n must be below Count.
func (rs Ranges) Nth(n uint64) uint64 {
	for _, r := range rs {
		if n <= r.Last-r.First {
			return r.First + n
		}
		n -= r.Last - r.First + 1
	}
	panic("kv/raw: the set has fewer indices")
}

// Without returns the indices below size that are not in the set.
func (rs Ranges) Without(size uint64) Ranges {
	var rest Ranges
	next := uint64(0)
	for _, r := range rs {
		if r.First >= size {
			break
		}
		if r.First > next {
			rest = append(rest, Range{next, r.First - 1})
		}
		next = r.Last + 1
	}
	if next < size {
		rest = append(rest, Range{next, size - 1})
	}
	return rest
}
