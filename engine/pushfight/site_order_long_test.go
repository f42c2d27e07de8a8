//go:build long

package pushfight

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/table"
)

// group is the placement of the pieces of the player to move: the text of a position without those of the
// opponent. Of a group and its half turn, the first in byte order stands for both.
func group(text string) string {
	own, turned := []byte(text), make([]byte, len(text))
	for i, symbol := range own {
		if symbol != 'o' && symbol != 'O' {
			own[i] = '.'
		}
		turned[len(own)-1-i] = own[i]
	}
	if slices.Compare(turned, own) < 0 {
		return string(turned)
	}
	return string(own)
}

// allGroups returns the groups of a variant in byte order.
func allGroups(v *Variant) (groups []string) {
	text := make([]byte, v.board.squares)
	var place func(square, movers, pushers int)
	place = func(square, movers, pushers int) {
		if movers+pushers > len(text)-square {
			return
		}
		if square == len(text) {
			if s := string(text); group(s) == s {
				groups = append(groups, s)
			}
			return
		}
		text[square] = '.'
		place(square+1, movers, pushers)
		if movers > 0 {
			text[square] = 'o'
			place(square+1, movers-1, pushers)
		}
		if pushers > 0 {
			text[square] = 'O'
			place(square+1, movers, pushers-1)
		}
	}
	place(0, v.movers, v.pushers)
	slices.Sort(groups)
	return groups
}

func percentile(list []int, p int) int {
	slices.Sort(list)
	return list[len(list)*p/100]
}

// TestSiteOrder measures, on random positions of the whole game, how many blocks hold all results of a position's turns
// if the table is ordered by the pieces of the side to move first, one block for each placement of them. Results that
// the opponent wins at once need no lookup. kv/decisions/sites.md has the figures.
func TestSiteOrder(t *testing.T) {
	v := variant(t, FullBoard, 2, 3)
	groups := allGroups(v)
	positions := float64(v.Size()) / float64(len(groups))
	t.Logf("%d groups of %.0f positions on average", len(groups), positions)
	random := rand.New(rand.NewPCG(29, 3))
	w := winTest{board: v.board}
	const entries = 256 // of the index that a request reads
	var results, all, blocks, runs, parts []int
	for len(blocks) < 500 {
		found, every := map[string]bool{}, map[string]bool{}
		list := v.AppendResults(nil, v.At(random.Uint64N(v.Size())))
		for _, r := range list {
			if r.Ended {
				continue
			}
			g := group(v.Text(r.To))
			every[g] = true
			if !w.wins(r.To.(Position)) {
				found[g] = true
			}
		}
		var numbers []int
		for g := range found {
			n, ok := slices.BinarySearch(groups, g)
			if !ok {
				t.Fatalf("group %s is not in the list", g)
			}
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		joined, pages := 0, 0
		for i, n := range numbers {
			if i == 0 || n > numbers[i-1]+1 {
				joined++
			}
			if i == 0 || n/entries != numbers[i-1]/entries {
				pages++
			}
		}
		results, all, blocks = append(results, len(list)), append(all, len(every)), append(blocks, len(numbers))
		runs, parts = append(runs, joined), append(parts, pages)
	}
	for name, list := range map[string][]int{"results": results, "blocks of all results": all, "blocks": blocks, "runs of adjacent blocks": runs, "parts of the index": parts} {
		t.Logf("%s: median %d, p95 %d", name, percentile(list, 50), percentile(list, 95))
	}
	if percentile(blocks, 50) > 40 || percentile(blocks, 95) > 80 {
		t.Errorf("%d blocks (p95 %d), want at most 40 (80)", percentile(blocks, 50), percentile(blocks, 95))
	}
}

// TestSiteBytes measures the bytes of blocks in that order on the values of movers=2,pushers=2, from the table that
// $FOREGONE_TABLE names.
func TestSiteBytes(t *testing.T) {
	path := os.Getenv("FOREGONE_TABLE")
	if path == "" {
		t.Skip("FOREGONE_TABLE names no table of pushfight:movers=2,pushers=2, which takes 18 core-minutes to make")
	}
	r, err := table.Open(path, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := variant(t, FullBoard, 2, 2)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(29, 4))
	groups := allGroups(v)
	stored, all, needed := 0, 0, 0
	for range 24 {
		n, values, filled := groupValues(t, v, r, groups[random.IntN(len(groups))])
		stored += n
		all += len(encoder.EncodeAll(values, nil))
		needed += len(encoder.EncodeAll(filled, nil))
	}
	order := float64(info.Size()) / float64(v.Size())
	t.Logf("%d positions: %.4f bytes a position in the order of the index; in the order of sites %.4f, and %.4f without wins at once",
		stored, order, float64(all)/float64(stored), float64(needed)/float64(stored))
}

// groupValues returns the number of stored positions of a group, their values in the order of the opponent's anchor,
// pushers and movers, and the same with wins at once replaced by the value before.
func groupValues(t *testing.T, v *Variant, r *table.Reader, own string) (n int, values, filled []byte) {
	type entry struct{ index, place uint64 }
	var entries []entry
	text := []byte(own)
	place := uint64(0)
	var free []int
	for i, symbol := range text {
		if symbol == '.' {
			free = append(free, i)
		}
	}
	for _, anchor := range free {
		text[anchor] = 'Y'
		for _, pusher := range free {
			if text[pusher] != '.' {
				continue
			}
			text[pusher] = 'X'
			for a, first := range free {
				for _, second := range free[a+1:] {
					if text[first] != '.' || text[second] != '.' {
						continue
					}
					text[first], text[second] = 'x', 'x'
					p, err := v.Parse(string(text))
					if err != nil {
						t.Fatal(err)
					}
					if index, ok := v.Index(p); ok {
						entries = append(entries, entry{index, place})
					}
					place++
					text[first], text[second] = '.', '.'
				}
			}
			text[pusher] = '.'
		}
		text[anchor] = '.'
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(int64(a.index) - int64(b.index)) })
	known := make([]int, place)
	for _, e := range entries {
		value, err := r.Get(e.index)
		if err != nil {
			t.Fatal(err)
		}
		known[e.place] = int(value) + 1
	}
	last, lastNeeded := byte(0), byte(0)
	for _, k := range known {
		if k > 0 {
			last = byte(k - 1)
			if engine.Value(last) != 2 { // W1
				lastNeeded = last
			}
		}
		values, filled = append(values, last), append(filled, lastNeeded)
	}
	return len(entries), values, filled
}
