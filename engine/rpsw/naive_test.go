package rpsw

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is a second implementation of the rules, on positions as texts.
type naive struct{ width, height, pieces int }

// beats holds attacker and victim, one letter after the other.
const beats = "RS PR PW SP WR WS"

// all returns the universe: every placement with at least one piece a side, own
// pieces off the last row and opposing ones off row 1.
func (g naive) all() (texts []string) {
	board := make([]byte, g.width*g.height)
	var place func(square, own, opp int)
	place = func(square, own, opp int) {
		if own > g.pieces || opp > g.pieces {
			return
		}
		if square == len(board) {
			if own >= 1 && opp >= 1 {
				texts = append(texts, string(board))
			}
			return
		}
		board[square] = '.'
		place(square+1, own, opp)
		row := g.height - square/g.width
		for _, c := range []byte("RPSW") {
			if row < g.height && !slices.Contains(board[:square], c) {
				board[square] = c
				place(square+1, own+1, opp)
			}
		}
		for _, c := range []byte("rpsw") {
			if row > 1 && !slices.Contains(board[:square], c) {
				board[square] = c
				place(square+1, own, opp+1)
			}
		}
	}
	place(0, 0, 0)
	return texts
}

func (g naive) mirror(text string) string {
	mirrored := []byte(text)
	for i := range mirrored {
		mirrored[i] = text[i-i%g.width+g.width-1-i%g.width]
	}
	return string(mirrored)
}

// name returns the name of the square at an offset of a text.
func (g naive) name(at int) string {
	return string([]byte{"abcdefgh"[at%g.width], "0123456789"[g.height-at/g.width]})
}

// moves returns the resulting positions by the notation of the moves, and which moves win.
func (g naive) moves(text string) (results map[string]string, wins map[string]bool) {
	results, wins = map[string]string{}, map[string]bool{}
	for from, piece := range []byte(text) {
		if piece == '.' || piece >= 'a' {
			continue
		}
		for to, there := range []byte(text) {
			dx, dy := to%g.width-from%g.width, to/g.width-from/g.width
			if to == from || dx*dx > 1 || dy*dy > 1 {
				continue
			}
			sign := "-"
			if there != '.' {
				if there < 'a' || !strings.Contains(beats, string([]byte{piece, there - 'a' + 'A'})) {
					continue
				}
				sign = "x"
			}
			board := []byte(text)
			board[from], board[to] = '.', piece
			last := !slices.ContainsFunc(board, func(c byte) bool { return c >= 'a' })
			slices.Reverse(board)
			for i, c := range board {
				switch {
				case c >= 'a':
					board[i] = c - 'a' + 'A'
				case c >= 'A':
					board[i] = c - 'A' + 'a'
				}
			}
			move := g.name(from) + sign + g.name(to)
			results[move] = string(board)
			wins[move] = last || to/g.width == 0
		}
	}
	return results, wins
}

// TestAgainstNaive compares every position of small boards: the universe, twins, moves, indices of
// successors, wins.
func TestAgainstNaive(t *testing.T) {
	for _, g := range []naive{{4, 6, 1}, {3, 4, 2}, {4, 3, 2}, {2, 4, 2}, {2, 3, 4}, {1, 6, 3}, {1, 2, 4}, {3, 2, 3}, {5, 3, 1}, {3, 3, 3}} {
		v := variant(t, g.width, g.height, g.pieces)
		t.Run(v.Spec().String(), func(t *testing.T) {
			w := newScratch(v)
			texts := g.all()
			stride := 1
			if len(texts) > 20_000 && !enginetest.Long {
				stride = 16
			}
			weights := map[uint64]uint64{}
			exits := map[[2]int]bool{}
			for n, text := range texts {
				p, err := v.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				i, ok := v.Index(p)
				if !ok || i >= v.Size() || v.Text(p) != text {
					t.Fatalf("%s has index %d, %v and comes back as %s", text, i, ok, v.Text(p))
				}
				weights[i]++
				mirrored, err := v.Parse(g.mirror(text))
				if err != nil {
					t.Fatal(err)
				}
				if j, _ := v.Index(mirrored); j != i {
					t.Fatalf("%s has index %d, mirrored %d", text, i, j)
				}
				if n%stride > 0 {
					continue
				}
				results, wins := g.moves(text)
				var successors []uint64
				won := false
				moves := v.Moves(p)
				for _, m := range moves {
					if to, ok := results[m.Turn]; !ok || v.Text(m.To) != to || m.Ended != wins[m.Turn] || m.Turns != 1 {
						t.Fatalf("%s: %s leads to %s, ended %v: want %q, %v", text, m.Turn, v.Text(m.To), m.Ended, to, wins[m.Turn])
					}
					won = won || m.Ended
					if j, stored := v.Index(m.To); stored {
						successors = append(successors, j)
						exits[[2]int{sliceOf(v, i), sliceOf(v, j)}] = true
					}
				}
				if len(moves) != len(results) {
					t.Fatalf("%s has moves %v, want %v", text, moves, results)
				}
				got, ends := w.AppendSuccessors(nil, i)
				slices.Sort(got)
				slices.Sort(successors)
				if v.Weight(i) == 1 && g.width > 1 { // mirror images count once
					got, successors = slices.Compact(got), slices.Compact(successors)
				}
				if !slices.Equal(got, successors) || (ends != 0) != won {
					t.Fatalf("%s has successors %v, ends %v: want %v, %v", text, got, ends, successors, won)
				}
			}
			if uint64(len(weights)) != v.Size() {
				t.Fatalf("%d positions in all, of which %d differ: want %d", len(texts), len(weights), v.Size())
			}
			for i, n := range weights {
				if v.Weight(i) != n {
					t.Fatalf("#%d weighs %d, want %d", i, v.Weight(i), n)
				}
			}
			for n, s := range v.Slices() {
				for _, e := range s.Exits {
					if !exits[[2]int{n, e}] && stride == 1 {
						t.Errorf("slice %q has no capture that leads to %q", s.Name, v.Slices()[e].Name)
					}
				}
			}
		})
	}
}

func sliceOf(v *Variant, i uint64) int {
	for n, s := range v.Slices() {
		if i-s.First < s.Size {
			return n
		}
	}
	return -1
}
