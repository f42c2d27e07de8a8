package uci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine/foreign"
)

// source makes instances of a variant with a given start. It implements [foreign.Source], and the
// operations that need no engine.
type source struct {
	engines *Engines
	kept    *kept
	board   *board
	name    string // of the game
}

// Open implements [foreign.Source].
func (s *source) Open(*foreign.Description, []int64) (foreign.Instance, error) {
	t, err := s.engines.start()
	if err != nil {
		return nil, err
	}
	i := &instance{talker: t, Variant: foreign.Variant{Batch: 128}, source: s}
	if err := i.open(); err != nil {
		t.Close()
		return nil, err
	}
	return i, nil
}

// instance is an engine that plays a variant. It implements [foreign.Instance].
type instance struct {
	*talker
	foreign.Variant
	source *source
}

// open checks that the engine is the one the game was made with, and that it reads the start
// correctly.
func (i *instance) open() error {
	kept, b := i.source.kept, i.source.board
	if i.id != kept.Engine {
		return &foreign.Absent{Reason: fmt.Sprintf("its engine is %s, and here is %s", kept.Engine, i.id)}
	}
	if err := i.load(kept.Variant, kept.Rules); err != nil {
		return err
	}
	p := b.begin
	var err error
	if i.Start, err = b.pack(p); err != nil {
		return err
	}
	other := p
	other.black, other.passant = !p.black, 0
	list, err := i.show([]string{b.text(p), b.text(other)}, []string{"", ""})
	if err != nil {
		return fmt.Errorf("it does not take the position %s: %w", b.text(p), err)
	}
	switch read, err := b.parse(list[0].fen); {
	case err != nil || b.text(read) != b.text(p):
		return &foreign.Refusal{Reason: fmt.Sprintf("the engine reads the position %s as %s", b.text(p), list[0].fen)}
	case list[1].check:
		return &foreign.Refusal{Reason: fmt.Sprintf("in the position %s the player who is not to move is in check", b.text(p))}
	}
	return nil
}

// step is a move that an engine made.
type step struct {
	from  int // index of the position asked about
	move  string
	to    uint64
	fen   string
	check bool // the move gives check
	black bool // Black is to move after it
}

// steps returns the moves at keys with their results. ends has the FENs of positions without a
// move.
func (i *instance) steps(keys []uint64) (list []step, ends []ending, err error) {
	b := i.source.board
	fens := make([]string, len(keys))
	blacks := make([]bool, len(keys))
	for n, key := range keys {
		p, ok := b.unpack(key)
		if !ok {
			return nil, nil, fmt.Errorf("it is the key of no position")
		}
		fens[n], blacks[n] = b.text(p), p.black
	}
	answers, err := i.list(fens, make([]string, len(fens)))
	if err != nil {
		return nil, nil, err
	}
	var from, moves []string
	ends = make([]ending, len(keys))
	for n, a := range answers {
		if read, err := b.parse(a.fen); err != nil || b.text(read) != fens[n] {
			return nil, nil, fmt.Errorf("it reads %s as %s", fens[n], a.fen)
		}
		if len(a.moves) == 0 {
			ends[n] = ending{fen: fens[n], black: blacks[n]}
		}
		slices.Sort(a.moves) // makes the order independent of the engine
		for _, move := range a.moves {
			list = append(list, step{from: n, move: move, black: !blacks[n]})
			from, moves = append(from, fens[n]), append(moves, move)
		}
	}
	results, err := i.show(from, moves)
	if err != nil {
		return nil, nil, err
	}
	for n, s := range results {
		p, err := b.parse(s.fen)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("after %s at %s it shows %s, where %w", moves[n], from[n], s.fen, err)
		case p.black != list[n].black:
			return nil, nil, fmt.Errorf("it does not make the move %s at %s, which it lists", moves[n], from[n])
		}
		if list[n].to, err = b.pack(p); err != nil {
			return nil, nil, fmt.Errorf("after %s at %s, %w", moves[n], from[n], err)
		}
		list[n].fen, list[n].check = b.text(p), s.check
	}
	return list, ends, nil
}

// Expand implements [foreign.Instance].
func (i *instance) Expand(heads []foreign.Head, successors []uint64, keys []uint64, _ bool) ([]foreign.Head, []uint64, error) {
	list, ends, err := i.steps(keys)
	if err != nil {
		return heads, successors, err
	}
	mates, err := i.mates(keys, list)
	if err != nil {
		return heads, successors, err
	}
	standings, err := i.judged(ends, mates)
	if err != nil {
		return heads, successors, err
	}
	for n := range keys {
		count := 0
		for ; len(list) > 0 && list[0].from == n; list = list[1:] {
			if list[0].move != "" { // moves that end the game have no successor
				successors = append(successors, list[0].to)
				count++
			}
		}
		heads = append(heads, foreign.HeadOf(standings[n], 0, count))
	}
	return heads, successors, nil
}

// mate is a drop after which the opponent has no move.
type mate struct {
	*step
	parent string
}

// mates finds the drops that checkmate. The result of such a checkmate can depend on the drop, for
// example if pawn drops must not checkmate.
func (i *instance) mates(keys []uint64, list []step) ([]mate, error) {
	var drops, mates []mate
	var fens, moves []string
	for n := range list {
		if s := &list[n]; s.check && strings.Contains(s.move, "@") {
			p, _ := i.source.board.unpack(keys[s.from])
			drops = append(drops, mate{s, i.source.board.text(p)})
			fens, moves = append(fens, i.source.board.text(p)), append(moves, s.move)
		}
	}
	if drops == nil {
		return nil, nil
	}
	answers, err := i.list(fens, moves)
	if err != nil {
		return nil, err
	}
	for n, a := range answers {
		if len(a.moves) == 0 {
			mates = append(mates, drops[n])
		}
	}
	return mates, nil
}

// judged returns the standings of the positions in ends. An entry without a FEN is a position with
// moves. If the result of a checkmate depends on the mating move, that move itself ends the game,
// and judged clears the move in its step.
func (i *instance) judged(ends []ending, mates []mate) ([]foreign.Standing, error) {
	var list []ending
	for _, e := range ends {
		if e.fen != "" {
			list = append(list, e)
		}
	}
	for _, m := range mates {
		// The position must come before the move into it. In the XBoard protocol a game must have
		// ended before a move is made. Otherwise the engine reads memory that it has freed.
		list = append(list, ending{fen: m.fen, black: m.black}, ending{fen: m.parent, move: m.move, black: m.black})
	}
	judged, err := i.judge(i.source.kept.Variant, list)
	if err != nil {
		return nil, err
	}
	standings := make([]foreign.Standing, len(ends))
	for n, e := range ends {
		if e.fen != "" {
			standings[n], judged = judged[0], judged[1:]
		}
	}
	for n, m := range mates {
		alone, way := judged[2*n], judged[2*n+1]
		if alone == way {
			continue
		}
		standings[m.from] |= map[foreign.Standing]foreign.Standing{
			foreign.Lost: foreign.WinsNow, foreign.Drawn: foreign.DrawsNow, foreign.Won: foreign.LosesNow,
		}[way]
		m.move = ""
	}
	return standings, nil
}

// Numbers implements [foreign.Instance]. The games have neither symmetry nor ranks.
func (i *instance) Numbers(q foreign.Question, dst, keys []uint64) error {
	if q != foreign.AskNumbers {
		return fmt.Errorf("it has no twins and no ranks")
	}
	for n, key := range keys {
		dst[n] = uint64(i.source.number(key))
	}
	return nil
}

// Words implements [foreign.Instance].
func (i *instance) Words(q foreign.Question, keys ...uint64) (string, error) {
	switch q {
	case foreign.AskMove:
		return i.move(keys[0], keys[1])
	case foreign.AskBoard:
		return i.source.drawing(keys[0]), nil
	}
	return i.source.KeyText(keys[0]), nil
}

// Parse implements [foreign.Instance].
func (i *instance) Parse(text string) (uint64, error) { return i.source.ParseKey(text) }

// move returns the move that leads from a key to another.
func (i *instance) move(from, to uint64) (string, error) {
	list, _, err := i.steps([]uint64{from})
	if err != nil {
		return "", err
	}
	for _, s := range list {
		if s.to == to {
			return s.move, nil
		}
	}
	return "", fmt.Errorf("no move leads from %#x to it", from)
}
