package pushfight

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// knownLost returns the permutation indices in testdata/lost.txt. The long test finds the same.
func knownLost(t *testing.T) (lost []uint64) {
	t.Helper()
	raw, err := os.ReadFile("testdata/lost.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Fields(string(raw)) {
		i, err := strconv.ParseUint(line, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		lost = append(lost, i)
	}
	return lost
}

// TestLostPublished compares the list with the publication: the numbers of positions, reachable or
// not, and minimized, and two of the positions. None of them has a turn when turns are listed.
func TestLostPublished(t *testing.T) {
	v := full(t)
	lost := knownLost(t)
	reachable := 0
	minimized := map[uint64]bool{}
	for k, perm := range lost {
		if k > 0 && lost[k-1] >= perm {
			t.Errorf("%d stands behind %d", perm, lost[k-1])
		}
		p := v.AtPermutation(perm)
		if len(v.Moves(p)) > 0 {
			t.Errorf("%s has a turn", v.Text(p))
		}
		if i, ok := v.Index(p); ok {
			reachable++
			minimized[i] = true
		}
	}
	if len(lost) != 648 || reachable != 624 || len(minimized) != 312 {
		t.Errorf("%d positions, %d reachable, %d minimized", len(lost), reachable, len(minimized))
	}
	for _, text := range []string{".....OOxY....oxX.....oX..O", "...xo.....xXo....YOOO....X"} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if perm, _ := v.Permutation(p); !slices.Contains(lost, perm) {
			t.Errorf("%s, %d, is missing", text, perm)
		}
	}
}

// TestLostSearch searches below some sets of squares of the mover's pushers and compares with the
// list.
func TestLostSearch(t *testing.T) {
	v := full(t)
	search := rules.NewLostSearch(v)
	every := 40
	if testing.Short() {
		every = 400
	}
	known := map[string][]uint64{} // by the squares of the mover's pushers
	for _, perm := range knownLost(t) {
		set := pusherSquares(v, perm)
		known[set] = append(known[set], perm)
	}
	found := 0
	for task, set := range squareSets(26, 3) {
		if want := known[set]; task%every == 0 || len(want) > 0 && task%(every/8) == 0 {
			got := search.Append(nil, task)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("pushers on %s: %v, want %v", set, got, want)
			}
			found += len(got)
		}
	}
	t.Logf("%d positions found below %d tasks of %d", found, search.Tasks()/every, search.Tasks())
}

// pusherSquares names the squares of the mover's pushers.
func pusherSquares(v *rules.Variant, perm uint64) string {
	p, err := v.Parse(strconv.FormatUint(perm, 10))
	if err != nil {
		panic(err)
	}
	return strings.Map(func(r rune) rune {
		if r == 'O' {
			return r
		}
		return '.'
	}, v.Text(p))
}

// squareSets lists the sets of n of a number of squares, in the order of the tasks.
func squareSets(squares, n int) []string {
	switch {
	case n > squares:
		return nil
	case squares == 0:
		return []string{""}
	}
	var list []string
	for _, rest := range squareSets(squares-1, n) {
		list = append(list, rest+".")
	}
	if n > 0 {
		for _, rest := range squareSets(squares-1, n-1) {
			list = append(list, rest+"O")
		}
	}
	return list
}

func TestLostStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Lost(ctx, full(t), LostOptions{Progress: func(done, total uint64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestLostWorkers checks that workers share all tasks, on a small variant.
func TestLostWorkers(t *testing.T) {
	b := enginetest.Boards[0]
	v := variant(t, b.Text, b.Movers, b.Pushers)
	var first []uint64
	for _, workers := range []int{1, 2, 7} {
		got, err := Lost(t.Context(), v, LostOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			first = got
		}
		if len(got) == 0 || !slices.Equal(got, first) {
			t.Errorf("%d workers: %d positions, want %d", workers, len(got), len(first))
		}
	}
}

// publishedData is the folder of the published figures.
const publishedData = "../../engine/pushfight/testdata/published/"
