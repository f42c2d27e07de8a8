package baghchal

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	turns, ends := r.appendTurns(nil, read(key))
	for _, p := range turns {
		dst = append(dst, p.key())
	}
	return dst, ends
}

// moveText implements the MoveText of [engine.Rules].
func (r *rules) moveText(from, to uint64) string {
	p, q := read(from), read(to)
	before, after := p.tigers|p.goats, q.tigers|q.goats
	text := r.pointText(after &^ before)
	if left := before &^ after; p.side == hunters {
		text = r.pointText(left&p.tigers) + "-" + text
		if taken := left & p.goats; taken != 0 {
			text += "x" + r.pointText(taken)
		}
	} else if left != 0 {
		text = r.pointText(left) + "-" + text
	}
	return text
}

// appendEndings implements the AppendEndings of [engine.Rules]: the captures of the last goat that tigers need.
func (r *rules) appendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	more := *r
	more.captures++
	turns, _ := more.appendTurns(nil, read(key))
	for _, p := range turns {
		if p.captured == r.captures {
			after := p.key()
			dst = append(dst, engine.Ending{Turn: r.moveText(key, after), End: engine.WinsNow, Text: r.KeyText(after), Board: r.keyBoard(after)})
		}
	}
	return dst
}

const symbols = ".GT"

// symbol returns the character of a point.
func (p position) symbol(point int) byte {
	return symbols[p.goats>>point&1|p.tigers>>point&1<<1]
}

// String returns the counts in words.
func (c counts) String() string {
	return fmt.Sprintf("%s to move, %d in hand, %d captured", [2]string{"goats", "tigers"}[c.side], c.hand, c.captured)
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	p := read(key)
	var b strings.Builder
	for point := range r.points {
		if point > 0 && point%r.size == 0 {
			b.WriteByte('/')
		}
		b.WriteByte(p.symbol(point))
	}
	return b.String() + " " + p.hands()
}

// hands returns the side to move, the goats in hand and those captured.
func (c counts) hands() string { return fmt.Sprintf("%c %d %d", symbols[1+c.side], c.hand, c.captured) }

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	drawn, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	cells, err := engine.Cells(drawn, r.size, r.size)
	if err != nil {
		return 0, err
	}
	var p position
	for point, cell := range cells {
		piece := strings.IndexByte(symbols, cell)
		if piece < 0 {
			return 0, engine.InputErrorf("%q has %q for a point: want T (a tiger), G (a goat) or . (empty)", text, cell)
		}
		p.goats |= uint32(piece&1) << point
		p.tigers |= uint32(piece>>1) << point
	}
	var side byte
	n, _ := fmt.Sscanf(rest, "%c %d %d", &side, &p.hand, &p.captured)
	if p.side = strings.IndexByte(symbols[1:], side); n != 3 || p.side < 0 || rest != p.hands() || min(p.hand, p.captured) < 0 {
		return 0, engine.InputErrorf("%q has %q behind the points: want G or T for the side to move, the goats in hand and the goats captured, such as G %d 0", text, rest, r.goats)
	}
	switch goats := bits.OnesCount32(p.goats); {
	case bits.OnesCount32(p.tigers) != tigers:
		return 0, engine.InputErrorf("%q has %d tigers: want %d", text, bits.OnesCount32(p.tigers), tigers)
	case goats+p.hand+p.captured != r.goats:
		return 0, engine.InputErrorf("%q has %d goats on the board, %d in hand and %d captured: want %d in all", text, goats, p.hand, p.captured, r.goats)
	case p.captured >= r.captures:
		return 0, engine.InputErrorf("%q is finished: the tigers have captured %d goats", text, p.captured)
	}
	return p.key(), nil
}

// keyBoard draws the board with its coordinates.
func (r *rules) keyBoard(key uint64) string {
	p := read(key)
	return engine.Grid(r.size, r.size, p.symbol) + p.counts.String() + "\n"
}

// depiction joins the points by the lines of the board, and shows the goats in hand and captured.
func (r *rules) depiction() drawing.Depiction {
	how := fmt.Sprintf("capturing %d goats", r.captures)
	if r.captures > r.goats {
		how = "leaving the goats no move"
	}
	d := drawing.Depiction{
		Ground: drawing.Points, Clicks: drawing.LeapClicks,
		Looks:   drawing.Looks{'G': {Shape: drawing.Disc, Figure: "goat"}, 'T': {Shape: drawing.Disc, Second: true, Figure: "tiger"}},
		Players: [2]drawing.Player{{Name: "Goat"}, {Name: "Tiger"}},
		Goal:    "Tiger wins by " + how + ", Goat by leaving the tigers no move. Goats that cannot move " + map[bool]string{false: "lose.", true: "draw."}[r.draws],
		Heaps: []drawing.Heap{
			{Name: "in hand", Find: `^ [GT] (\d+)`, Piece: "G"},
			{Name: "captured", Side: 1, Find: `^ [GT] \d+ (\d+)`, Piece: "G"},
		},
	}
	for point := range r.points {
		for to := r.near[point] >> point >> 1 << point << 1; to != 0; to &= to - 1 {
			d.Lines = append(d.Lines, r.pointText(1<<point)+"-"+r.pointText(to))
		}
	}
	return d
}
