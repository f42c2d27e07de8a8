package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkResults: the results of turns equal the successors before symmetry.
func checkResults(c *checker) {
	for n, i := range c.few {
		p := c.g.At(i)
		mark := engine.Result{To: p, Turns: 42}
		results := c.g.AppendResults([]engine.Result{mark}, p)
		if len(results) == 0 || results[0] != mark {
			c.fail("AppendResults at %s changed what stood in dst", c.name(i))
			continue
		}
		results = results[1:]
		successors, ends := c.successors(i)
		if dice := c.g.Parts().Dice; dice == nil || dice.Within == nil { // else results can be within the turn, see checkRolls
			c.compareResults(i, results, slices.Compact(successors), ends)
		}
		c.compareMoves(i, results, c.g.Moves(p))
		if c.replier != nil && n < 100 {
			c.compareReplies(i, results)
		}
	}
	if c.g.Size() == 0 {
		return
	}
	if _, err := c.g.Play(c.g.At(0), "\x00no turn"); !engine.IsInput(err) {
		c.fail("Play of no turn at all gives %v, want an InputError", err)
	}
}

// checkDepiction: if a turn changes the case of a piece's symbol, the piece keeps its label.
func checkDepiction(c *checker) {
	d := c.g.Parts().Depiction
	for symbol, look := range d.Looks {
		other, there := d.Looks[unicode.ToLower(symbol)]
		if d.Relative && there && other.Second != look.Second && other.Label != look.Label {
			c.fail("the depiction is relative and labels %q %q, and the opponent's %q %q: a piece would change its label with every turn",
				symbol, look.Label, unicode.ToLower(symbol), other.Label)
		}
	}
}

// compareReplies: AppendReplies agrees with the results. It counts, and does not list, results that
// end the game and those after which the opponent wins at once.
func (c *checker) compareReplies(i uint64, results []engine.Result) {
	got, won, lost := c.replier.AppendReplies([]uint64{1 << 63, 42}, c.g.At(i))
	if len(got) < 2 || got[0] != 1<<63 || got[1] != 42 {
		c.fail("AppendReplies at %s changed what stood in dst", c.name(i))
		return
	}
	var want []uint64
	var wantWon, wantLost uint64
	for _, r := range results {
		j, stored := c.g.Index(r.To)
		if !stored {
			wantWon++
		} else if c.winsNow(j) {
			wantLost++
		} else {
			want = append(want, j)
		}
	}
	slices.Sort(got[2:])
	slices.Sort(want)
	if !slices.Equal(got[2:], want) || won != wantWon || lost != wantLost {
		c.fail("AppendReplies says of %s: %v, %d won, %d lost; want %v, %d won, %d lost", c.name(i), got[2:], won, lost, want, wantWon, wantLost)
	}
}

// winsNow reports whether a move wins at once.
func (c *checker) winsNow(i uint64) bool {
	if c.scratch.WinScanner == nil {
		_, ends := c.successors(i)
		return ends&engine.WinsNow != 0
	}
	wins := fast.NewSet(i, 1)
	c.scratch.WinScanner.ScanWins(wins, i, 1)
	return wins.Has(i)
}

// compareResults: the results' indices are the distinct successors, their ends are the ends.
func (c *checker) compareResults(i uint64, results []engine.Result, successors []uint64, ends engine.Ends) {
	kind := c.g.Kind()
	seen := map[engine.Position]bool{}
	var indices []uint64
	var ended engine.Ends
	for _, r := range results {
		text := fmt.Sprintf("the result %q of %s", c.g.Text(r.To), c.name(i))
		if seen[r.To] {
			c.fail("%s is there twice", text)
		}
		seen[r.To] = true
		if r.Turns == 0 {
			c.fail("%s has no turns", text)
		}
		j, stored := c.g.Index(r.To)
		over, finished := c.g.Finished(r.To)
		switch {
		case r.Ended == stored:
			c.fail("%s: want Ended (%v) where it is not stored (stored: %v)", text, r.Ended, stored)
		case stored:
			indices = append(indices, j)
		case !finished:
			c.fail("%s ended the game, but is not finished", text)
		default:
			if back, err := kind.Back(over); err != nil || back != r.End {
				c.fail("%s ended the game with %s, but is finished with %s for the other player (%v)", text, kind.Text(r.End), kind.Text(over), err)
			}
			ended |= endOf(kind, r.End)
		}
	}
	slices.Sort(indices)
	if indices = slices.Compact(indices); !slices.Equal(indices, successors) {
		c.fail("the results of %s have the indices %v, its successors are %v", c.name(i), indices, successors)
	}
	if moves := ends &^ engine.Over; ended != moves && kind != engine.Score {
		c.fail("the results of %s end the game so: %s; AppendSuccessors says: %s", c.name(i), endsText(ended), endsText(moves))
	}
}

// compareMoves: moves are the results, sorted by turn, and can be played.
func (c *checker) compareMoves(i uint64, results []engine.Result, moves []engine.Move) {
	p := c.g.At(i)
	if len(moves) != len(results) {
		c.fail("%s has %d moves but %d results", c.name(i), len(moves), len(results))
		return
	}
	byTo := map[engine.Position]engine.Result{}
	for _, r := range results {
		byTo[r.To] = r
	}
	for n, m := range moves {
		if m.Turn == "" || strings.ContainsAny(m.Turn, "\r\n") {
			c.fail("%s has a move written %q: want a line", c.name(i), m.Turn)
		}
		if n > 0 && moves[n-1].Turn >= m.Turn {
			c.fail("%s has move %q before %q: want each turn once, in byte order", c.name(i), moves[n-1].Turn, m.Turn)
		}
		if r, ok := byTo[m.To]; !ok || r != m.Result {
			c.fail("move %q of %s is %+v, among the results it is %+v", m.Turn, c.name(i), m.Result, r)
		}
		if r, err := c.g.Play(p, m.Turn); err != nil || r.To != m.To || r.Ended != m.Ended || r.End != m.End {
			c.fail("Play of %q at %s gives %+v, %v, want %+v", m.Turn, c.name(i), r, err, m.Result)
		}
	}
	if c.g.Parts().AppendTurns != nil {
		c.compareTurns(i, moves)
	}
}

// compareTurns: all turns of a result can be played, lead there, and match its number of turns.
// They include the turn of the move.
func (c *checker) compareTurns(i uint64, moves []engine.Move) {
	p := c.g.At(i)
	for _, m := range moves {
		turns := c.g.Parts().AppendTurns(nil, p, m.To)
		slices.Sort(turns)
		if !slices.Contains(turns, m.Turn) || uint64(len(turns)) != m.Turns || len(slices.Compact(slices.Clone(turns))) != len(turns) {
			c.fail("move %q of %s has the turns %q, want it among %d different ones", m.Turn, c.name(i), turns, m.Turns)
		}
		for _, turn := range turns {
			if r, err := c.g.Play(p, turn); err != nil || r.To != m.To {
				c.fail("Play of %q at %s gives %+v, %v, want %+v as of %q", turn, c.name(i), r, err, m.Result, m.Turn)
			}
		}
	}
}

// checkNotation: every written position can be read.
func checkNotation(c *checker) {
	read := func(p engine.Position) {
		text := c.g.Text(p)
		if text == "" || strings.ContainsAny(text, "\r\n") {
			c.fail("a position is written %q: want a line", text)
		}
		if q, err := c.g.Parse(text); err != nil || q != p {
			c.fail("Parse(%q), the text of a position, gives %v, %v, want %v", text, q, err, p)
		}
		if q, err := engine.ParsePosition(c.g, text); err != nil || q != p {
			c.fail("ParsePosition(%q), the text of a position, gives %v, %v, want %v", text, q, err, p)
		}
		if board := c.g.Board(p); !strings.HasSuffix(board, "\n") {
			c.fail("the board of %q is %q: want lines, each with its end", text, board)
		}
	}
	for _, i := range c.few {
		p := c.g.At(i)
		read(p)
		if q, err := engine.ParsePosition(c.g, fmt.Sprintf("#%d", i)); err != nil || q != p {
			c.fail("ParsePosition(#%d) gives %v, %v, want %v", i, q, err, p)
		}
		results := c.g.AppendResults(nil, p)
		for _, n := range c.rand.Perm(len(results))[:min(5, len(results))] {
			if to := results[n].To; !results[n].Ended {
				read(to)
			} else if q, err := c.g.Parse(c.g.Text(to)); err != nil && !engine.IsInput(err) || err == nil && q != to {
				c.fail("Parse(%q), a finished position, gives %v, %v, want it or an InputError", c.g.Text(to), q, err)
			}
		}
	}
	if p, ok := c.g.Start(); ok {
		read(p)
	}
	for _, text := range append([]string{"", "\x00", "?!", "#", "#-1", fmt.Sprintf("#%d", c.g.Size())}, c.NotPositions...) {
		if p, err := engine.ParsePosition(c.g, text); !engine.IsInput(err) {
			c.fail("ParsePosition(%q) gives %v, %v, want an InputError", text, p, err)
		} else if strings.ContainsAny(err.Error(), "\r\n") {
			c.fail("ParsePosition(%q) gives an error of several lines: %v", text, err)
		}
	}
}

// endOf returns the way in which a game ended for the player who moved.
func endOf(kind engine.Kind, v engine.Value) engine.Ends {
	if kind.Outcome(v) == engine.Likely {
		return map[float64]engine.Ends{1: engine.WinsNow, 0.5: engine.DrawsNow, 0: engine.LosesNow}[kind.Float(v)]
	}
	return map[engine.Outcome]engine.Ends{engine.Win: engine.WinsNow, engine.Draw: engine.DrawsNow, engine.Loss: engine.LosesNow}[kind.Outcome(v)]
}
