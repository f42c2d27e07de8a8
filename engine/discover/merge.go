package discover

import (
	"cmp"
	"slices"
)

// mergeRuns returns the distinct keys of sorted runs. It merges the two shortest first and drops
// its references to them. So runs without other users take memory once, and twice in the last
// merge.
func mergeRuns(runs [][]uint64) []uint64 {
	slices.SortFunc(runs, func(a, b []uint64) int { return cmp.Compare(len(b), len(a)) })
	for n := len(runs); n > 1; n-- {
		merged := merge(runs[n-1], runs[n-2])
		runs[n-1] = nil
		at := n - 2
		for ; at > 0 && len(runs[at-1]) < len(merged); at-- {
			runs[at] = runs[at-1]
		}
		runs[at] = merged
	}
	return runs[0]
}

// merge returns the distinct keys of two sorted lists of distinct keys.
func merge(a, b []uint64) []uint64 {
	merged := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x < y:
			merged, a = append(merged, x), a[1:]
		case y < x:
			merged, b = append(merged, y), b[1:]
		default:
			merged, a, b = append(merged, x), a[1:], b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// subtract removes the keys of run from keys, in place, and returns the rest. Both are sorted. It
// uses galloping search, so that few keys take little time against a long run.
func subtract(keys, run []uint64) []uint64 {
	kept := keys[:0]
	for _, key := range keys {
		step := 1
		for step < len(run) && run[step] < key {
			step *= 2
		}
		// run[step/2-1] is less than key, and run[step] is not.
		at, found := slices.BinarySearch(run[step/2:min(step+1, len(run))], key)
		run = run[min(step/2+at, len(run)):]
		if !found {
			kept = append(kept, key)
		}
	}
	return kept
}
