package dobutsu

import (
	"cmp"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Position is the mover's view. A mover without a lion has lost.
type Position struct{ men }

// gone stands for the square of a lion that was taken.
const gone = maxSquares

const letters = "CGE?HL" // by kind

// piece returns the side and kind of a letter.
func piece(c byte) (side, kind int, ok bool) {
	side = int(c >> 5 & 1)
	kind = strings.IndexByte(letters, c&^0x20)
	return side, kind, kind >= 0 && kind != kinds
}

// letter returns the letter of a piece.
func letter(side, kind int) byte { return letters[kind] | byte(side)<<5 }

// on returns the letter of the piece on a square, or '.'.
func (p *Position) on(s int) byte {
	for side := range 2 {
		for kind := range letters {
			if kind != kinds && p.of(side, kind)>>s&1 != 0 {
				return letter(side, kind)
			}
		}
	}
	return '.'
}

// Text implements [engine.Notation].
func (v *Variant) Text(position engine.Position) string {
	p := position.(Position)
	text := make([]byte, v.squares)
	for i := range text {
		text[i] = p.on(v.square(i))
	}
	return string(text) + " " + v.hands(&p)
}

// square returns the square that is number i in the text of a position.
func (b *board) square(i int) int { return (b.rows-1-i/columns)*columns + i%columns }

// hands writes the pieces in hand of both players.
func (v *Variant) hands(p *Position) (text string) {
	for side := range 2 {
		for kind, n := range p.hand {
			if side != 0 {
				n = uint8(p.away(kind, int(v.counts[kind])))
			}
			text += strings.Repeat(string(letter(side, kind)), int(n))
		}
	}
	return cmp.Or(text, "-")
}

// Parse implements [engine.Notation].
func (v *Variant) Parse(text string) (engine.Position, error) {
	bad := func(format string, args ...any) (engine.Position, error) {
		return nil, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	fields := strings.Fields(strings.ReplaceAll(text, "/", ""))
	if len(fields) != 2 || len(fields[0]) != v.squares {
		return bad("is not a position: want %d squares row by row from the top, each one of LGECH, lgech and \".\", and what is in hand, or \"-\"", v.squares)
	}
	var p Position
	var all [lion + 1]int // by kind
	lions := [2]int{}
	for i := range v.squares {
		c, s := fields[0][i], v.square(i)
		side, kind, ok := piece(c)
		switch {
		case c == '.':
			continue
		case !ok:
			return bad("has %q on %s: want one of LGECH, lgech and \".\"", c, v.squareName(s))
		case kind == lion:
			p.lions[side] = uint8(s)
			lions[side]++
			continue
		}
		all[kind]++
		p.put(side, kind, 1<<s)
	}
	for _, c := range strings.Trim(fields[1], "-") {
		side, kind, ok := piece(byte(c))
		if c > 'z' || !ok || kind >= kinds {
			return bad("has %q in hand: want C, G and E of the mover's, c, g and e of the opponent's", c)
		}
		if side == 0 {
			p.hand[kind]++
		}
		all[kind]++
	}
	all[chick] += all[hen]
	for kind, n := range v.counts {
		if all[kind] != int(n) {
			return bad("has %d of %c: want %d, those in hand included", all[kind], letters[kind], n)
		}
	}
	if lions != [2]int{1, 1} {
		return bad("has %d lions of the mover's and %d of the opponent's: want one each", lions[0], lions[1])
	}
	if fault := v.fault(&p); fault != "" {
		return bad("%s", fault)
	}
	return p, nil
}

// fault returns the reason if the game is over in p and p therefore has no index, else "".
func (b *board) fault(p *Position) string {
	n := &p.men
	switch {
	case b.last>>n.lions[0]&1 != 0:
		return "is over: the mover's lion stands in the last row"
	case b.first>>n.lions[1]&1 != 0 && !n.attacked(b, n.lions[1]):
		return "is over: the opponent's lion stands in the mover's first row, and cannot be taken"
	}
	return ""
}

func (b *board) squareName(s int) string {
	return string([]byte{'a' + byte(s%columns), '1' + byte(s/columns)})
}

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string {
	q := p.(Position)
	text := engine.Grid(columns, v.rows, func(i int) byte { return q.on(v.square(i)) })
	return text + "in hand " + v.hands(&q) + ", capitals to move\n"
}

// animals are figures, by kind.
var animals = [...]string{chick: "chick", giraffe: "giraffe", elephant: "elephant", hen: "hen", lion: "lion"}

// depiction has tiles with animals.
var depiction = func() drawing.Depiction {
	looks := map[rune]drawing.Look{}
	for side := range 2 {
		for _, kind := range [...]int{chick, giraffe, elephant, hen, lion} {
			looks[rune(letter(side, kind))] = drawing.Look{Shape: drawing.Wedge, Second: side == 1, Label: letters[kind : kind+1], Figure: animals[kind]}
		}
	}
	return drawing.Depiction{Looks: looks, Relative: true, Turned: true, Goal: "The player who takes the lion, or moves his own into the last row where it cannot be taken at once, wins.", Heaps: []drawing.Heap{{Name: "in hand", Side: 2, Find: `^ ([A-Za-z]*)`}}}
}()

// At implements [engine.Notation]. For the index of all positions in which the lion can be taken,
// it returns the one with only the lions on the board.
func (v *Variant) At(i uint64) engine.Position {
	if i == v.takesLion() {
		return Position{men{lions: [2]uint8{columns/2 + columns, columns/2 + 2*columns}, hand: v.counts}}
	}
	return Position{v.menAt(i)}
}

// Index implements [engine.Notation].
func (v *Variant) Index(p engine.Position) (uint64, bool) {
	q := p.(Position)
	if _, over := v.Finished(q); over {
		return 0, false
	}
	if q.attacked(v.board, q.lions[1]) {
		return v.takesLion(), true
	}
	i, _, ok := v.find(&q.men)
	return i, ok
}

// Start implements [engine.Notation]. A game with all kinds and at least 4 rows has a start.
func (v *Variant) Start() (engine.Position, bool) {
	if v.rows < 4 || v.counts[elephant] == 0 {
		return nil, false
	}
	p := Position{men{lions: [2]uint8{columns / 2, uint8(v.squares) - 1 - columns/2}}}
	for side := range 2 {
		for s, kind := range map[int]int{0: elephant, columns - 1: giraffe, columns + columns/2: chick} {
			if side != 0 {
				s = v.squares - 1 - s
			}
			p.put(side, kind, 1<<s)
		}
	}
	return p, true
}

// Finished implements [engine.Notation]. The mover has lost if he has no lion, or if the opponent's
// lion stands in his first row and he cannot take it.
func (v *Variant) Finished(position engine.Position) (engine.Value, bool) {
	p := position.(Position)
	return lost, p.lions[0] == gone || v.board.first>>p.lions[1]&1 != 0 && !p.attacked(v.board, p.lions[1])
}

// lost is the value of a finished position, won that of an immediately winning move.
const (
	lost engine.Value = 1
	won  engine.Value = 2
)
