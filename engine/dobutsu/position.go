package dobutsu

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Position is what the mover sees: letters by square, and both hands. A side without a lion has
// lost.
type Position struct {
	squares [maxSquares]byte // '.' on an empty square
	hand    [2][kinds]uint8  // of the mover and of the opponent
}

const letters = "CGE?HL" // by kind

// piece returns the side and kind of a letter.
func piece(c byte) (side, kind int, ok bool) {
	side = int(c >> 5 & 1)
	kind = strings.IndexByte(letters, c&^0x20)
	return side, kind, kind >= 0 && kind != kinds
}

// letter returns the letter of a piece.
func letter(side, kind int) byte { return letters[kind] | byte(side)<<5 }

// positionOf returns the position of men.
func (r *ranking) positionOf(n *men) (p Position) {
	for s := range r.squares {
		p.squares[s] = '.'
		side := 1 - int(n.own>>s&1)
		for kind := range kinds {
			if n.at[kind]>>s&1 != 0 {
				p.squares[s] = letter(side, kind)
			}
		}
		if n.hens>>s&1 != 0 {
			p.squares[s] = letter(side, hen)
		}
	}
	for side, s := range n.lions {
		p.squares[s] = letter(side, lion)
	}
	for kind := range kinds {
		p.hand[0][kind], p.hand[1][kind] = n.hand[kind], uint8(n.away(kind, int(r.counts[kind])))
	}
	return p
}

// menOf returns the men of a position that has both lions.
func (b *board) menOf(p *Position) (n men) {
	n.hand = p.hand[0]
	for s := range b.squares {
		side, kind, ok := piece(p.squares[s])
		switch {
		case !ok:
			continue
		case kind == lion:
			n.lions[side] = uint8(s)
			continue
		case kind == hen:
			n.hens |= 1 << s
			kind = chick
		}
		n.at[kind] |= 1 << s
		if side == 0 {
			n.own |= 1 << s
		}
	}
	return n
}

// text writes a position.
func (b *board) text(p *Position) string {
	var t strings.Builder
	for row := b.rows - 1; row >= 0; row-- {
		t.Write(p.squares[row*columns : (row+1)*columns])
	}
	t.WriteByte(' ')
	if p.hand == [2][kinds]uint8{} {
		t.WriteByte('-')
	}
	for side := range p.hand {
		for kind, n := range p.hand[side] {
			t.WriteString(strings.Repeat(string(letter(side, kind)), int(n)))
		}
	}
	return t.String()
}

// Parse implements [engine.Notation].
func (v *Variant) Parse(text string) (engine.Position, error) {
	bad := func(format string, args ...any) (engine.Position, error) {
		return nil, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	fields := strings.Fields(strings.ReplaceAll(text, "/", ""))
	if len(fields) != 2 || len(fields[0]) != v.squares {
		return bad("is no position: want %d squares row by row from the top, each one of LGECH, lgech and \".\", and what is in hand, or \"-\"", v.squares)
	}
	var p Position
	var all [lion + 1]int // by kind
	lions := [2]int{}
	for i := range v.squares {
		c := fields[0][i]
		s := (v.rows-1-i/columns)*columns + i%columns
		p.squares[s] = c
		side, kind, ok := piece(c)
		if c == '.' {
			continue
		}
		if !ok {
			return bad("has %q on %s: want one of LGECH, lgech and \".\"", c, v.squareName(s))
		}
		if kind == lion {
			lions[side]++
		}
		all[kind]++
	}
	for _, c := range strings.Trim(fields[1], "-") {
		side, kind, ok := piece(byte(c))
		if c > 'z' || !ok || kind >= kinds {
			return bad("has %q in hand: want C, G and E of the mover's, c, g and e of the opponent's", c)
		}
		p.hand[side][kind]++
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

// fault returns why a position is finished in a way that has no index, or "".
func (b *board) fault(p *Position) string {
	n := b.menOf(p)
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

// Text implements [engine.Notation].
func (v *Variant) Text(p engine.Position) string {
	q := p.(Position)
	return v.text(&q)
}

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string {
	q := p.(Position)
	text := engine.Grid(columns, v.rows, func(square int) byte {
		return q.squares[(v.rows-1-square/columns)*columns+square%columns]
	})
	_, hands, _ := strings.Cut(v.text(&q), " ")
	return text + "in hand " + hands + ", capitals to move\n"
}

var depiction = func() drawing.Depiction {
	looks := map[rune]drawing.Look{}
	for side := range 2 {
		for _, kind := range [...]int{chick, giraffe, elephant, hen, lion} {
			looks[rune(letter(side, kind))] = drawing.Look{Shape: drawing.Block, Second: side == 1, Label: letters[kind : kind+1]}
		}
	}
	return drawing.Depiction{Looks: looks, Relative: true, Turned: true, Hands: true}
}()

// At implements [engine.Notation]. For the index of all positions in which the lion can be taken,
// it returns the one with only the lions on the board.
func (v *Variant) At(i uint64) engine.Position {
	if i == v.hanging() {
		return v.positionOf(&men{lions: [2]uint8{columns/2 + columns, columns/2 + 2*columns}, hand: v.counts})
	}
	n := v.menAt(i)
	return v.positionOf(&n)
}

// Index implements [engine.Notation].
func (v *Variant) Index(p engine.Position) (uint64, bool) {
	q := p.(Position)
	if _, over := v.Finished(q); over {
		return 0, false
	}
	n := v.menOf(&q)
	if n.attacked(v.board, n.lions[1]) {
		return v.hanging(), true
	}
	i, _, ok := v.find(&n)
	return i, ok
}

// Start implements [engine.Notation]. A game with all kinds and at least 4 rows has a start.
func (v *Variant) Start() (engine.Position, bool) {
	if v.rows < 4 || v.counts[elephant] == 0 {
		return nil, false
	}
	var p Position
	for s := range v.squares {
		p.squares[s] = '.'
	}
	for column, kind := range [columns]int{elephant, lion, giraffe} {
		p.squares[column], p.squares[v.squares-1-column] = letter(0, kind), letter(1, kind)
	}
	p.squares[columns+1], p.squares[v.squares-2-columns] = letter(0, chick), letter(1, chick)
	return p, true
}

// Finished implements [engine.Notation]. The mover has lost if he has no lion, or if the opponent's
// lion stands in his first row and he cannot take it.
func (v *Variant) Finished(position engine.Position) (engine.Value, bool) {
	p := position.(Position)
	if !slices.Contains(p.squares[:], letter(0, lion)) {
		return lost, true
	}
	n := v.menOf(&p)
	return lost, v.board.first>>n.lions[1]&1 != 0 && !n.attacked(v.board, n.lions[1])
}

// lost is the value of a finished position, won that of an immediately winning move.
const (
	lost engine.Value = 1
	won  engine.Value = 2
)
