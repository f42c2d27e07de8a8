// Package sokoban is Sokoban: a player pushes boxes onto goals. A position is the set of boxes and the
// squares that the player can walk to.
package sokoban

import (
	_ "embed"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/placement"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "sokoban",
		Title:   "Sokoban",
		Variant: func(s engine.Spec) string { return "by " + s.Word("count") },
		Summary: "Sokoban: push boxes onto goals, one player",
		Rules:   rulesText,
		Level:   engine.LevelRules,
		Kind:    engine.Moves16,
		Params: []engine.Param{
			{Name: "count", Type: engine.WordParam, Default: "pushes", Canonical: engine.OneOf("pushes", "steps"), Help: "pushes or steps: what a move is"},
			{Name: "level", Type: engine.FileParam, Canonical: canonical, Help: "a level drawn in text, with # @ $ . + *"},
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			drawing, _ := spec.File("level")
			l, err := parse(drawing)
			if err != nil {
				return nil, err
			}
			l.steps = spec.Word("count") == "steps"
			return l.rules(), nil
		},
	}
}

// canonical returns the drawing of a level as in specs.
func canonical(drawing string) (string, error) {
	l, err := parse(drawing)
	if err != nil {
		return "", err
	}
	l.steps = true // the player stays where he stands
	boxes, _ := l.state(l.start)
	return strings.ReplaceAll(l.KeyText(l.key(boxes, l.player)), "/", "\n") + "\n", nil
}

// mostSquares is the number of bits of a set of boxes.
const mostSquares = 64

// level is a level. Only the squares inside the walls have numbers, row by row from the top. A key is
// the rank of the set of boxes times the number of squares, plus the player's square; with pushes that
// is the lowest of those he can walk to.
type level struct {
	width, height int
	cells         []byte // by place of the drawing: a wall #, or -
	squares       []int  // by square: its place
	near          [][4]int
	goals         uint64
	boxes         int
	start         uint64
	player        int // the player's square at the start
	steps         bool
}

// steps to neighbours: up, left, right, down. Opposite ones add up to 3.
var directions = [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

func parse(text string) (*level, error) {
	lines := strings.Split(strings.Trim(strings.NewReplacer("\r", "", "_", "-", "/", "\n").Replace(text), "\n"), "\n")
	l := &level{height: len(lines)}
	for _, line := range lines {
		l.width = max(l.width, len(line))
	}
	if l.width > 26 || l.height > 99 {
		return nil, engine.InputErrorf("a level of %d×%d squares is too large: want at most 26×99", l.width, l.height)
	}
	var signs []byte
	player := -1
	for y, line := range lines {
		for x := range l.width {
			sign := byte('-')
			if x < len(line) && line[x] != ' ' {
				sign = line[x]
			}
			if !strings.ContainsRune("#@$.+*-", rune(sign)) {
				return nil, engine.InputErrorf("line %d of the level has %q: want some of # @ $ . + * and blanks", y+1, sign)
			}
			if sign == '@' || sign == '+' {
				if player >= 0 {
					return nil, engine.InputErrorf("the level has two players: want one @ or +")
				}
				player = len(signs)
			}
			signs = append(signs, sign)
		}
	}
	if player < 0 {
		return nil, engine.InputErrorf("the level has no player: want one @ or +")
	}
	l.cells = []byte(strings.Repeat("-", len(signs)))
	for place, sign := range signs {
		if sign == '#' {
			l.cells[place] = '#'
		}
	}
	if err := l.number(signs, player); err != nil {
		return nil, err
	}
	return l, nil
}

// number numbers the squares inside the walls, and reads the start.
func (l *level) number(signs []byte, player int) error {
	inside, err := l.inside(player)
	if err != nil {
		return err
	}
	square, boxes := map[int]int{}, uint64(0)
	for place, sign := range signs {
		if !inside[place] {
			if strings.ContainsRune("$.*", rune(sign)) {
				return engine.InputErrorf("the level has %q outside its walls", sign)
			}
			continue
		}
		n := len(l.squares)
		if n == mostSquares {
			return engine.InputErrorf("the level has more than %d squares inside its walls", mostSquares)
		}
		square[place] = n
		l.squares = append(l.squares, place)
		if strings.ContainsRune(".+*", rune(sign)) {
			l.goals |= 1 << n
		}
		if sign == '$' || sign == '*' {
			boxes |= 1 << n
		}
	}
	l.boxes = bits.OnesCount64(boxes)
	if goals := bits.OnesCount64(l.goals); l.boxes == 0 || l.boxes != goals {
		return engine.InputErrorf("the level has %d boxes and %d goals: want as many goals as boxes, at least one", l.boxes, goals)
	}
	if placement.Choose(len(l.squares), l.boxes) > 1<<57 {
		return engine.InputErrorf("%d boxes on %d squares have too many placements", l.boxes, len(l.squares))
	}
	for _, place := range l.squares {
		var near [4]int
		for d, step := range directions {
			near[d] = -1
			if n, ok := square[place+step[0]+step[1]*l.width]; ok {
				near[d] = n
			}
		}
		l.near = append(l.near, near)
	}
	l.player = square[player]
	l.start = l.key(boxes, l.player)
	return nil
}

// inside returns the places that the player could walk to without boxes. They must not touch the edge
// of the drawing.
func (l *level) inside(player int) ([]bool, error) {
	inside, waiting := make([]bool, len(l.cells)), []int{player}
	inside[player] = true
	for len(waiting) > 0 {
		place := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		x, y := place%l.width, place/l.width
		if x == 0 || y == 0 || x == l.width-1 || y == l.height-1 {
			return nil, engine.InputErrorf("the walls of the level are open in line %d: the player could leave", y+1)
		}
		for _, step := range directions {
			if to := place + step[0] + step[1]*l.width; l.cells[to] != '#' && !inside[to] {
				inside[to] = true
				waiting = append(waiting, to)
			}
		}
	}
	return inside, nil
}

// walk returns the squares that the player can walk to.
func (l *level) walk(boxes uint64, player int) uint64 {
	seen, open := uint64(1)<<player, uint64(1)<<player
	for open != 0 {
		square := bits.TrailingZeros64(open)
		open &= open - 1
		for _, to := range l.near[square] {
			if to >= 0 && (boxes|seen)>>to&1 == 0 {
				seen |= 1 << to
				open |= 1 << to
			}
		}
	}
	return seen
}

func (l *level) key(boxes uint64, player int) uint64 {
	if !l.steps {
		player = bits.TrailingZeros64(l.walk(boxes, player))
	}
	return placement.Rank(boxes, ^uint64(0))*uint64(len(l.squares)) + uint64(player)
}

func (l *level) state(key uint64) (boxes uint64, player int) {
	n := uint64(len(l.squares))
	return placement.Unrank(key/n, l.boxes, ^uint64(0)>>(mostSquares-n)), int(key % n)
}

func (l *level) rules() *engine.Rules {
	if l.steps { // the start was numbered by pushes
		boxes, _ := l.state(l.start)
		l.start = l.key(boxes, l.player)
	}
	return &engine.Rules{
		Start: l.start, MaxSuccessors: 4 * max(l.boxes, 1), Notation: l, Board: l.board, MoveText: l.moveText,
		AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
			if boxes, _ := l.state(key); boxes == l.goals {
				return dst, engine.IsWon
			}
			l.eachMove(key, func(_, _ int, to uint64) { dst = append(dst, to) })
			return dst, 0
		},
		Depiction: drawing.Depiction{Goal: "Push every crate to a flag. " + map[bool]string{false: "Pushes count as moves, steps are free: the man may stand on any square that he can walk to.", true: "Every step is a move."}[l.steps],
			Click: map[bool]string{false: "Click a crate, then the square that it is pushed to."}[l.steps], Looks: drawing.Looks{
				'#': {Shape: drawing.Wall}, '-': {}, '.': {Figure: "goal"}, '@': {Shape: drawing.Man, Figure: "man", Neutral: true},
				'+': {Shape: drawing.Disc, Figure: "man", Neutral: true, Color: "#e8b4b0"},
				'$': {Shape: drawing.Man, Figure: "crate", Neutral: true, Color: "#c79a5b"}, '*': {Shape: drawing.Man, Figure: "crate", Neutral: true, Color: "#d0605a"},
			}},
	}
}

// eachMove calls use with each move: the squares of the box, or of a step the player's, before and
// after, and the key.
func (l *level) eachMove(key uint64, use func(from, to int, next uint64)) {
	boxes, player := l.state(key)
	reach := uint64(1) << player
	if !l.steps {
		reach = l.walk(boxes, player)
	}
	for ; reach != 0; reach &= reach - 1 {
		at := bits.TrailingZeros64(reach)
		for d, to := range l.near[at] {
			switch {
			case to < 0:
			case boxes>>to&1 == 0:
				if l.steps {
					use(at, to, l.key(boxes, to))
				}
			default:
				if behind := l.near[to][d]; behind >= 0 && boxes>>behind&1 == 0 {
					next := l.key(boxes^1<<to^1<<behind, to)
					if l.steps {
						use(at, to, next)
					} else {
						use(to, behind, next)
					}
				}
			}
		}
	}
}

func (l *level) moveText(from, to uint64) (text string) {
	l.eachMove(from, func(a, b int, next uint64) {
		if next == to {
			text = l.name(a) + "-" + l.name(b)
		}
	})
	return text
}

func (l *level) name(square int) string {
	return engine.Square(l.squares[square], l.width, l.height)
}

// symbols draws a position.
func (l *level) symbols(key uint64) []byte {
	boxes, player := l.state(key)
	cells := slices.Clone(l.cells)
	for square, place := range l.squares {
		onGoal := int(l.goals >> square & 1)
		switch {
		case boxes>>square&1 != 0:
			cells[place] = "$*"[onGoal]
		case square == player:
			cells[place] = "@+"[onGoal]
		default:
			cells[place] = "-."[onGoal]
		}
	}
	return cells
}

func (l *level) board(key uint64) string {
	cells := l.symbols(key)
	return engine.Grid(l.width, l.height, func(place int) byte { return cells[place] })
}

// KeyText implements [engine.KeyNotation].
func (l *level) KeyText(key uint64) string { return engine.Rows(l.symbols(key), l.width) }

// ParseKey implements [engine.KeyNotation].
func (l *level) ParseKey(text string) (uint64, error) {
	other, err := parse(text)
	if err != nil {
		return 0, err
	}
	if !slices.Equal(other.cells, l.cells) || other.width != l.width || other.goals != l.goals || other.boxes != l.boxes {
		return 0, engine.InputErrorf("%q is not this level: want its walls, its goals and %d boxes", text, l.boxes)
	}
	boxes, _ := other.state(other.start)
	return l.key(boxes, other.player), nil
}
