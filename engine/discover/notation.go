package discover

import (
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// keyPosition is a position of a discovered game. If end is 0, it is a stored position. Otherwise
// it marks a game that ended with a move from the position of that key.
type keyPosition struct {
	key  uint64
	end  engine.Ends // 0, WinsNow, DrawsNow or LosesNow
	turn string      // the turn that ended the game, if the rules name it
}

// endWords names the turns that end the game without a stored position.
var endWords = []struct {
	end  engine.Ends
	word string
}{{engine.WinsNow, "wins"}, {engine.DrawsNow, "draws"}, {engine.LosesNow, "loses"}}

func (g *discovered) Parse(text string) (engine.Position, error) {
	key, err := g.parseKey(text)
	if err != nil {
		for _, e := range endWords {
			if strings.HasSuffix(text, " "+e.word) {
				return nil, engine.InputErrorf("%q is a finished game: want the position before its last move", text)
			}
		}
		return nil, err
	}
	within := false
	if g.rules.Within != nil {
		_, _, within = g.rules.Within(key)
	}
	if _, ok := g.index(g.canonical(key)); !ok && !within {
		return nil, engine.InputErrorf("%q cannot be reached from the start", text)
	}
	return keyPosition{key: key}, nil
}

func (g *discovered) parseKey(text string) (uint64, error) {
	if g.rules.Notation != nil {
		return g.rules.Notation.ParseKey(text)
	}
	digits, ok := strings.CutPrefix(text, "0x")
	key, err := strconv.ParseUint(digits, 16, 64)
	if !ok || err != nil {
		return 0, engine.InputErrorf("%q is not a position: want its key in hexadecimal, such as 0x1f", text)
	}
	return key, nil
}

func (g *discovered) keyText(key uint64) string {
	if g.rules.Notation != nil {
		return g.rules.Notation.KeyText(key)
	}
	return "0x" + strconv.FormatUint(key, 16)
}

func (g *discovered) Text(p engine.Position) string {
	q := p.(keyPosition)
	text := g.keyText(q.key)
	if q.end != 0 {
		if e := ending(g.rules, q); e.Text != "" {
			return e.Text
		}
		text += " " + turnText(g, q.key, p)
	}
	return text
}

// ending returns the rules' description of the move that ended the game, or the zero value.
func ending(rules *engine.Rules, p keyPosition) engine.Ending {
	if p.turn != "" {
		for _, e := range rules.AppendEndings(nil, p.key) {
			if e.Turn == p.turn {
				return e
			}
		}
	}
	return engine.Ending{}
}

func (g *discovered) Board(p engine.Position) string {
	q := p.(keyPosition)
	if g.rules.Board == nil {
		return g.Text(p) + "\n"
	}
	if e := ending(g.rules, q); e.Board != "" {
		return e.Board
	}
	board := g.rules.Board(q.key)
	if q.end != 0 {
		board += turnText(g, q.key, p) + "\n"
	}
	return board
}

func (g *discovered) Index(p engine.Position) (uint64, bool) {
	q := p.(keyPosition)
	if q.end != 0 {
		return 0, false
	}
	return g.index(g.canonical(q.key))
}

func (g *discovered) At(i uint64) engine.Position { return keyPosition{key: g.key(i)} }

func (g *discovered) Start() (engine.Position, bool) {
	return keyPosition{key: g.rules.Start}, !g.rules.Absent
}

func (g *discovered) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	q := p.(keyPosition)
	if q.end != 0 {
		return dst
	}
	keys, ends := g.rules.AppendMoves(nil, q.key)
	slices.Sort(keys)
	g.expect(keys)
	for len(keys) > 0 {
		turns := 1
		for turns < len(keys) && keys[turns] == keys[0] {
			turns++
		}
		dst = append(dst, engine.Result{To: keyPosition{key: keys[0]}, Turns: uint64(turns)})
		keys = keys[turns:]
	}
	return appendEnded(dst, g.rules, g.kind, q.key, ends)
}

// appendEnded appends the results of the moves that end the game, according to ends.
func appendEnded(dst []engine.Result, rules *engine.Rules, kind engine.Kind, key uint64, ends engine.Ends) []engine.Result {
	if ends&(engine.WinsNow|engine.DrawsNow|engine.LosesNow) == 0 {
		return dst
	}
	if rules.AppendEndings != nil {
		for _, e := range rules.AppendEndings(nil, key) {
			to := keyPosition{key, e.End, e.Turn}
			dst = append(dst, engine.Result{To: to, Turns: 1, Ended: true, End: endValue(kind, e.End)})
		}
		return dst
	}
	for _, e := range endWords {
		if ends&e.end != 0 {
			to := keyPosition{key: key, end: e.end}
			dst = append(dst, engine.Result{To: to, Turns: 1, Ended: true, End: endValue(kind, e.end)})
		}
	}
	return dst
}

// endValue returns the value of a game-ending move for the player who makes it.
func endValue(kind engine.Kind, end engine.Ends) engine.Value {
	switch {
	case kind.Uncertain():
		return kind.FromFloat(map[engine.Ends]float64{engine.WinsNow: 1, engine.DrawsNow: 0.5}[end])
	case end == engine.DrawsNow:
		return engine.Tie
	}
	v, err := kind.Decided(end == engine.WinsNow, 1)
	if err != nil {
		panic(err) // the search refuses such rules
	}
	return v
}

func (g *discovered) Moves(p engine.Position) []engine.Move {
	if g.rules.Roll != nil {
		return g.rolledMoves(p.(keyPosition))
	}
	results := g.AppendResults(nil, p)
	moves := make([]engine.Move, len(results))
	for i, r := range results {
		moves[i] = engine.Move{Result: r, Turn: turnText(g, p.(keyPosition).key, r.To)}
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return strings.Compare(a.Turn, b.Turn) })
	return moves
}

// turnText returns the notation of the turn from a key to a position.
func turnText(g *discovered, from uint64, to engine.Position) string {
	q := to.(keyPosition)
	if q.turn != "" {
		return q.turn
	}
	for _, e := range endWords {
		if q.end == e.end {
			return e.word
		}
	}
	if g.rules.MoveText != nil {
		return g.rules.MoveText(from, q.key)
	}
	return g.keyText(q.key)
}

func (g *discovered) Play(p engine.Position, turn string) (engine.Result, error) {
	if g.rules.Roll != nil {
		return g.playRolled(p.(keyPosition), turn)
	}
	moves := g.Moves(p)
	var legal []string
	for _, m := range moves {
		if m.Turn == turn {
			return m.Result, nil
		}
		legal = append(legal, m.Turn)
	}
	if g.rules.AppendTurns != nil {
		for _, m := range moves {
			if !m.Ended && slices.Contains(g.appendTurns(nil, p, m.To), turn) {
				return m.Result, nil
			}
		}
	}
	if len(legal) == 0 {
		return engine.Result{}, engine.InputErrorf("%q cannot be played at %s: there is no move", turn, g.Text(p))
	}
	return engine.Result{}, engine.InputErrorf("%q is not a move at %s: want one of %s", turn, g.Text(p), strings.Join(legal, ", "))
}

// appendTurns implements AppendTurns of [engine.Parts]. The rules must have AppendTurns.
func (g *discovered) appendTurns(dst []string, from, to engine.Position) []string {
	if q := to.(keyPosition); q.end == 0 {
		return g.rules.AppendTurns(dst, from.(keyPosition).key, q.key)
	}
	return append(dst, turnText(g, from.(keyPosition).key, to))
}

func (g *discovered) Finished(p engine.Position) (engine.Value, bool) {
	q := p.(keyPosition)
	ends := map[engine.Ends]engine.Ends{engine.WinsNow: engine.IsLost, engine.DrawsNow: engine.IsDrawn, engine.LosesNow: engine.IsWon}[q.end]
	if q.end == 0 {
		var moves []uint64
		moves, ends = g.rules.AppendMoves(nil, q.key)
		if g.rules.Score != nil && len(moves) == 0 {
			if g.kind.Uncertain() {
				return g.kind.FromFloat(float64(g.rules.Score(q.key))), true
			}
			v, err := g.kind.FromPoints(g.rules.Score(q.key))
			if err != nil {
				panic(err) // the rules break their contract
			}
			return v, true
		}
	}
	switch {
	case g.kind.Single() && q.end != 0: // its only player has won
		ends = engine.IsWon
	case ends&engine.Over == 0:
		return 0, false
	case g.kind.Uncertain():
		return g.kind.FromFloat(map[engine.Ends]float64{engine.IsWon: 1, engine.IsDrawn: 0.5}[ends]), true
	case ends&engine.IsDrawn != 0:
		return engine.Tie, true
	}
	v, err := g.kind.Decided(ends&engine.IsWon != 0, 0)
	if err != nil {
		panic(err) // the search refuses such rules
	}
	return v, true
}
