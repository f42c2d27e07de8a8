package pushfight

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/multiset"
)

// Variant is a member of the family. It is immutable and implements
// [engine.Game] at the full level.
type Variant struct {
	spec engine.Spec
	numbering
}

//go:embed rules.txt
var rulesText string

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "pushfight",
		Title: "Push Fight",
		Variant: func(s engine.Spec) string {
			count := func(n int, name string) string {
				return fmt.Sprint(n, " ", name, map[bool]string{true: "", false: "s"}[n == 1])
			}
			v := "with " + count(s.Int("movers"), "mover") + " and " + count(s.Int("pushers"), "pusher")
			if _, drawn := s.File("board"); drawn {
				v += ", another board"
			} else if s.Int("movers") == 2 && s.Int("pushers") == 3 {
				return ""
			}
			return v
		},
		Summary: "Push Fight: up to two moves, then push; a player with a piece off the board loses",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "movers=1,pushers=2",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "board", Type: engine.FileParam, Default: "full", Help: "a file with a board drawn in text: \".\" a square, a space none", Canonical: canonicalBoard},
			{Name: "movers", Type: engine.IntParam, Default: "2", Min: 0, Max: 8, Help: "round pieces a side"},
			{Name: "pushers", Type: engine.IntParam, Default: "3", Min: 1, Max: 8, Help: "square pieces a side"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			drawing, ok := spec.File("board")
			if !ok {
				drawing = FullBoard
			}
			board, err := ParseBoard(drawing)
			if err != nil {
				return nil, err
			}
			v, err := New(board, spec.Int("movers"), spec.Int("pushers"))
			if err != nil {
				return nil, err
			}
			v.spec = spec
			return v, nil
		},
	}
}

// canonicalBoard returns the drawing of a board as in specs, "" for the full board.
func canonicalBoard(drawing string) (string, error) {
	b, err := ParseBoard(drawing)
	if err != nil {
		return "", err
	}
	if b.text == FullBoard {
		return "", nil
	}
	return b.text, nil
}

// New returns the variant with the given numbers of movers and pushers a side. Errors are
// [engine.InputError]s. Only a registry sets the Spec.
func New(board *Board, movers, pushers int) (*Variant, error) {
	v := &Variant{numbering: numbering{board: board, movers: movers, pushers: pushers}}
	if 2*(movers+pushers) > board.squares {
		return nil, engine.InputErrorf("%d pieces do not fit on the board's %d squares", 2*(movers+pushers), board.squares)
	}
	n := v.counts()
	var ok bool
	v.permutations, ok = multiset.Count([]int{board.squares - 2*(movers+pushers), n[0], n[1], n[2], n[3], n[4]})
	if !ok || v.permutations >= 1<<56 {
		return nil, engine.InputErrorf("%d movers and %d pushers a side on %d squares have too many positions: at most 2^56 permutations can be numbered", movers, pushers, board.squares)
	}
	v.rank = newRanker(board.squares, n)
	v.whole = v.rank.region(board.cells, false)
	v.minimizer = newMinimizer(&v.numbering)
	if v.minimizer.size == 0 {
		return nil, engine.InputErrorf("the board has no reachable position: a push needs three squares in line")
	}
	return v, nil
}

// Spec implements [engine.Game].
func (v *Variant) Spec() engine.Spec { return v.spec }

// Kind implements [engine.Game].
func (v *Variant) Kind() engine.Kind { return engine.Byte }

// IsPublished reports whether the variant is the published game: the full board with
// two movers and three pushers a side.
func (v *Variant) IsPublished() bool {
	return v.board.text == FullBoard && v.movers == 2 && v.pushers == 3
}

// Size implements [engine.Game]: the number of minimized indices.
func (v *Variant) Size() uint64 { return v.minimizer.size }

// Slices implements [engine.Game]: there is one slice, because moves can be undone.
func (v *Variant) Slices() []engine.Slice {
	return []engine.Slice{{Name: "all", Size: v.Size(), Weight: v.Weight(0)}}
}

// Weight implements [engine.Game]: 2 on boards with half-turn symmetry and without
// a centre square, else 1.
func (v *Variant) Weight(uint64) uint64 {
	if v.board.symmetric {
		return 2
	}
	return 1
}

// Start implements [engine.Notation]: the players set up freely.
func (v *Variant) Start() (engine.Position, bool) { return nil, false }

// Parse implements [engine.Notation]. It reads one symbol per square on one line,
// the drawn board, a bare permutation index, and a minimized index with a sign.
func (v *Variant) Parse(text string) (engine.Position, error) {
	return parse(v, text)
}

// Text implements [engine.Notation]: one symbol per square.
func (v *Variant) Text(p engine.Position) string { return v.board.lineText(p.(Position)) }

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string { return v.board.drawing(p.(Position)) }

// At implements [engine.Notation].
func (v *Variant) At(i uint64) engine.Position { return v.unminimize(i) }

// Index implements [engine.Notation]: reachable positions in progress have one.
func (v *Variant) Index(p engine.Position) (uint64, bool) {
	return v.MinimizedIndex(p.(Position))
}

// Permutation returns the permutation index of a position in progress, and false
// for others.
func (v *Variant) Permutation(p engine.Position) (uint64, bool) {
	q := p.(Position)
	if !v.inProgress(q) {
		return 0, false
	}
	return v.permute(q), true
}

// indices returns all indices of a position, each with its name: the permutation
// index, the minimized index, and that index in text form with its sign.
func indices(v *Variant, p engine.Position) [][2]string {
	perm, ok := v.Permutation(p)
	if !ok {
		return nil
	}
	out := [][2]string{{"permutation", strconv.FormatUint(perm, 10)}}
	if i, ok := v.Index(p); ok {
		sign := "+"
		if v.unminimize(i) != p.(Position) {
			sign = "-"
		}
		out = append(out,
			[2]string{"minimized", strconv.FormatUint(i, 10)},
			[2]string{"signed", sign + strconv.FormatUint(i, 10)})
	}
	return out
}

// Finished implements [engine.Notation]: if a piece is off the board, the player to move has lost,
// because the piece was his.
func (v *Variant) Finished(p engine.Position) (engine.Value, bool) {
	if v.over(p.(Position)) {
		return 1, true
	}
	return 0, false
}
