//go:build long

package pushfight

import (
	"math/rand/v2"
	"slices"
	"testing"
)

const (
	siteDensity = 0.128    // bytes a position of the whole game in this order; kv/decisions/sites.md has its derivation
	siteGap     = 48 << 10 // bytes between two parts that one request reads over, as in kv/web
	siteEntries = 256      // blocks in a part of the index, as in kv/table
	siteEntry   = 16       // bytes
)

// reads is what a reader takes for some places: blocks, requests for them and for the parts of the index, and bytes.
type reads struct{ blocks, requests, parts, bytes int }

// readsOf returns the reads for ascending places.
func readsOf(places []uint64, block uint64) (r reads) {
	last, lastPart := uint64(0), uint64(0)
	bytes := float64(block) * siteDensity
	for n, place := range places {
		b := place / block
		if n > 0 && b == last {
			continue
		}
		gap := float64(b-last-1) * bytes
		r.blocks++
		r.bytes += int(bytes)
		switch {
		case n == 0 || gap > siteGap:
			r.requests++
		default:
			r.bytes += int(gap)
		}
		if part := b / siteEntries; n == 0 || part != lastPart {
			r.bytes += siteEntries * siteEntry
			if n == 0 || (part-lastPart-1)*siteEntries*siteEntry > siteGap {
				r.parts++
			}
			lastPart = part
		}
		last = b
	}
	r.requests += r.parts
	return r
}

func percentile(list []int, p int) int {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)*p/100]
}

// TestSiteOrder measures, on random positions of the whole game, what a reader over a network takes for all results
// of a position's turns: in the order of the index and in that for sites, with and without the results that the
// opponent wins at once. kv/decisions/sites.md has the figures.
func TestSiteOrder(t *testing.T) {
	v := variant(t, FullBoard, 2, 3)
	o := newOrder(v)
	t.Logf("%d groups of %d positions on average", o.Groups(), v.Size()/uint64(o.Groups()))
	w := winTest{board: v.board}
	for _, c := range []struct {
		name  string
		block uint64
		order bool
		wins  bool // look up results that the opponent wins at once
	}{
		{"index", 12288, false, true}, {"index", 24576, false, true},
		{"site", 12288, true, true}, {"site", 24576, true, true}, {"site", 49152, true, true}, {"site", 98304, true, true}, {"site", 196608, true, true},
		{"site, without wins at once", 24576, true, false}, {"site, without wins at once", 49152, true, false}, {"site, without wins at once", 98304, true, false},
	} {
		random := rand.New(rand.NewPCG(29, 3))
		var results, blocks, requests, parts, bytes []int
		for len(blocks) < 500 {
			i := random.Uint64N(v.Size())
			indices := []uint64{i}
			list := v.AppendResults(nil, v.At(i))
			for _, r := range list {
				if !r.Ended && (c.wins || !w.wins(r.To.(Position))) {
					j, ok := v.Index(r.To)
					if !ok {
						t.Fatalf("%s is not stored", v.Text(r.To))
					}
					indices = append(indices, j)
				}
			}
			for n := range indices {
				if c.order {
					indices[n] = o.Place(indices[n])
				}
			}
			slices.Sort(indices)
			r := readsOf(indices, c.block)
			results, blocks, requests = append(results, len(list)), append(blocks, r.blocks), append(requests, r.requests)
			parts, bytes = append(parts, r.parts), append(bytes, r.bytes)
		}
		of := func(list []int) [2]int { return [2]int{percentile(list, 50), percentile(list, 95)} }
		t.Logf("%s, blocks of %d; median and p95: results %d, blocks %d, requests %d (of these for the index %d), bytes %d",
			c.name, c.block, of(results), of(blocks), of(requests), of(parts), of(bytes))
		if q, b := of(requests), of(bytes); c.order && c.block == o.Block() && (q[0] > 40 || q[1] > 80 || b[0] > 1e6 || b[1] > 3e6) {
			t.Errorf("want at most 40 requests (p95 80) and 1 MB (p95 3 MB)")
		}
	}
}
