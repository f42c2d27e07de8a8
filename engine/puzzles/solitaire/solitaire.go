// Package solitaire is peg solitaire on the English board of 33 holes and on boards drawn in text.
// Every jump removes a peg, so that the number of pegs removed is the layer of a position.
package solitaire

import (
	_ "embed"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

//go:embed rules.txt
var rulesText string

//go:embed english.txt
var english string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "solitaire",
		Title: "Peg solitaire",
		Variant: func(s engine.Spec) string {
			if _, drawn := s.File("board"); drawn {
				return "another board"
			}
			return "33 holes"
		},
		Summary:   "peg solitaire: jump over pegs until one is left, one player",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Kind:      engine.Moves,
		Positions: 23475688,
		Params: []engine.Param{{
			Name: "board", Type: engine.FileParam, Default: "english", Canonical: canonical,
			Help: "a file with the start, and after an empty line the goal: o a peg, . a hole, blanks around",
		}},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			drawing, ok := spec.File("board")
			if !ok {
				drawing = english
			}
			b, err := parse(drawing)
			if err != nil {
				return nil, err
			}
			return &engine.Rules{
				Start: b.start, AppendMoves: b.AppendMoves, Symmetry: b, MaxSuccessors: len(b.jumps),
				Layer:     func(key uint64) int { return bits.OnesCount64(b.start) - bits.OnesCount64(key) },
				Notation:  b,
				Board:     b.draw,
				MoveText:  b.moveText,
				Depiction: b.depiction(),
			}, nil
		},
	}
}

// canonical returns the drawing of a board as in specs, "" for the English board.
func canonical(drawing string) (string, error) {
	b, err := parse(drawing)
	if err != nil {
		return "", err
	}
	if drawing = b.drawing(); drawing == english {
		return "", nil
	}
	return drawing, nil
}

// mostHoles is the number of bits of a key.
const mostHoles = 64

// board is a board with its start and goal. A key has a bit for each peg. Holes are numbered row by row
// from the top.
type board struct {
	width, height int
	holes         []int // by hole: its square, row by row
	holeAt        []int // by square: its hole, or -1
	start, goal   uint64
	anywhere      bool // one peg anywhere is the goal
	jumps         []jump
	turns         [][8][256]uint64 // ways to turn and mirror the board, by byte of a key; the identity is missing
}

// jump is a move: pegs at need, none at to.
type jump struct {
	need, to uint64
	text     string
}

// parse reads a drawing.
func parse(text string) (*board, error) {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r", ""), " \n"), "\n")
	for n, line := range lines {
		lines[n] = strings.TrimRight(line, " ")
	}
	b, goal := &board{}, []string(nil)
	for len(lines) > 1 && lines[0] == "" {
		lines = lines[1:]
	}
	if gap := slices.Index(lines, ""); gap >= 0 {
		lines, goal = lines[:gap], lines[gap+1:]
	}
	b.height, b.anywhere = len(lines), goal == nil
	for _, line := range lines {
		b.width = max(b.width, len(line))
	}
	if b.width > 26 || b.height > 26 {
		return nil, engine.InputErrorf("a board of %d×%d squares is too large: want at most 26×26", b.width, b.height)
	}
	for y, line := range lines {
		for x := range b.width {
			hole, sign := -1, byte(' ')
			if x < len(line) {
				sign = line[x]
			}
			switch sign {
			case 'o', '.':
				hole = len(b.holes)
				b.holes = append(b.holes, y*b.width+x)
				if sign == 'o' && hole < mostHoles {
					b.start |= 1 << hole
				}
			case ' ':
			default:
				return nil, engine.InputErrorf("line %d of the board has %q: want o for a peg, . for an empty hole, or a blank", y+1, sign)
			}
			b.holeAt = append(b.holeAt, hole)
		}
	}
	switch n := len(b.holes); {
	case n > mostHoles:
		return nil, engine.InputErrorf("the board has %d holes: want at most %d", n, mostHoles)
	case b.start == 0:
		return nil, engine.InputErrorf("the board has no peg: want some o")
	}
	if err := b.readGoal(goal); err != nil {
		return nil, err
	}
	b.findJumps()
	b.findTurns()
	return b, nil
}

// readGoal reads the drawing of the goal, which must have the holes of the start.
func (b *board) readGoal(lines []string) error {
	if b.anywhere {
		return nil
	}
	key, err := b.ParseKey(strings.ReplaceAll(strings.Join(lines, "/"), " ", ""))
	if err != nil {
		return engine.InputErrorf("the goal: %v", err)
	}
	b.goal = key
	if key == 0 {
		return engine.InputErrorf("the goal has no peg, and the last peg stays")
	}
	return nil
}

// findJumps lists the moves in the order of their texts.
func (b *board) findJumps() {
	for from, square := range b.holes {
		x, y := square%b.width, square/b.width
		for _, step := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			over, to := b.hole(x+step[0], y+step[1]), b.hole(x+2*step[0], y+2*step[1])
			if over >= 0 && to >= 0 {
				b.jumps = append(b.jumps, jump{1<<from | 1<<over, 1 << to, b.name(from) + "-" + b.name(to)})
			}
		}
	}
}

// hole returns the hole of a square, or -1.
func (b *board) hole(x, y int) int {
	if x < 0 || x >= b.width || y < 0 || y >= b.height {
		return -1
	}
	return b.holeAt[y*b.width+x]
}

func (b *board) name(hole int) string {
	return engine.Square(b.holes[hole], b.width, b.height)
}

// findTurns lists the ways to turn and mirror the board that keep its holes and the goal.
func (b *board) findTurns() {
	for _, to := range engine.Turns(b.width, b.height)[1:] {
		var tables [8][256]uint64
		keeps := true
		for hole, square := range b.holes {
			turned := b.holeAt[to[square]]
			if keeps = turned >= 0; !keeps {
				break
			}
			for set := range 256 {
				if set>>(hole&7)&1 != 0 {
					tables[hole>>3][set] |= 1 << turned
				}
			}
		}
		if keeps && turn(&tables, b.goal) == b.goal {
			b.turns = append(b.turns, tables)
		}
	}
}

func turn(tables *[8][256]uint64, key uint64) (turned uint64) {
	for n := range tables {
		turned |= tables[n][key>>(8*n)&255]
	}
	return turned
}

// depiction marks the holes of a goal of one to three pegs.
func (b *board) depiction() drawing.Depiction {
	d := drawing.Depiction{Goal: "Jump over pegs until one peg is left. Every jump counts as a move.", Ground: drawing.Pits, Looks: drawing.Looks{'o': {Shape: drawing.Disc, Neutral: true, Color: "#5b8fb9"}}, Marks: map[string]string{}}
	for hole := range b.holes {
		if !b.anywhere && bits.OnesCount64(b.goal) <= 3 && b.goal>>hole&1 != 0 {
			d.Marks[b.name(hole)], d.Goal = "goal", "Jump over pegs until pegs are left where flags are, and nowhere else. Every jump counts as a move."
		}
	}
	return d
}

// AppendMoves implements the field of [engine.Rules].
func (b *board) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	if key == b.goal || b.anywhere && key&(key-1) == 0 {
		return dst, engine.IsWon
	}
	for n := range b.jumps {
		if j := &b.jumps[n]; key&(j.need|j.to) == j.need {
			dst = append(dst, key&^j.need|j.to)
		}
	}
	return dst, 0
}

// Canonical implements [engine.Symmetry]: the least of the twins.
func (b *board) Canonical(key uint64) uint64 {
	least := key
	for n := range b.turns {
		least = min(least, turn(&b.turns[n], key))
	}
	return least
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (b *board) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(b, dst, key)
}

// KeyWeight implements [engine.Symmetry].
func (b *board) KeyWeight(key uint64) uint64 {
	twins := []uint64{key}
	for n := range b.turns {
		if twin := turn(&b.turns[n], key); !slices.Contains(twins, twin) {
			twins = append(twins, twin)
		}
	}
	return uint64(len(twins))
}

func (b *board) moveText(from, to uint64) string {
	for n := range b.jumps {
		if j := &b.jumps[n]; from&^to == j.need && to&^from == j.to {
			return j.text
		}
	}
	panic("solitaire: no jump leads there")
}

func sign(key uint64, hole int) byte {
	if key>>hole&1 != 0 {
		return 'o'
	}
	return '.'
}

func (b *board) draw(key uint64) string {
	return engine.Grid(b.width, b.height, func(square int) byte {
		if hole := b.holeAt[square]; hole >= 0 {
			return sign(key, hole)
		}
		return ' '
	})
}

// drawing returns the file of the board.
func (b *board) drawing() string {
	var text strings.Builder
	one := func(key uint64) {
		for y := range b.height {
			var line []byte
			for x := range b.width {
				if hole := b.hole(x, y); hole >= 0 {
					line = append(line, sign(key, hole))
				} else {
					line = append(line, ' ')
				}
			}
			text.WriteString(strings.TrimRight(string(line), " ") + "\n")
		}
	}
	one(b.start)
	if !b.anywhere {
		text.WriteByte('\n')
		one(b.goal)
	}
	return text.String()
}

// KeyText implements [engine.KeyNotation].
func (b *board) KeyText(key uint64) string {
	var text []byte
	for hole, square := range b.holes {
		if hole > 0 && square/b.width > b.holes[hole-1]/b.width {
			text = append(text, '/')
		}
		text = append(text, sign(key, hole))
	}
	return string(text)
}

// ParseKey implements [engine.KeyNotation].
func (b *board) ParseKey(text string) (key uint64, err error) {
	signs := strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(text)
	if len(signs) != len(b.holes) {
		return 0, engine.InputErrorf("%q has %d holes: want %d", text, len(signs), len(b.holes))
	}
	for hole, c := range signs {
		switch c {
		case 'o':
			key |= 1 << hole
		case '.':
		default:
			return 0, engine.InputErrorf("%q has %q: want o for a peg, . for an empty hole", text, c)
		}
	}
	return key, nil
}
