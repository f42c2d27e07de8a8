// Package proof writes certificates of the value of a position. Anyone can
// check them with the rules alone, without a table and without trust in their author. FORMAT.md
// describes the file.
//
// A proof has a half for each claim: one for a win; one for a draw or a score, which both players
// can hold, or one for each player. Each half proves that one player, the holder, can achieve his claim. A half is a set
// of positions. If the holder is to move at a position, the proof has his move, which leads into
// the set. Otherwise every move must lead into the set. In a half for a win each position has a
// number of plies that every move lowers, so that play ends. A half for a draw needs no such
// number: play that never leaves the set never loses. The files check.py and check.mjs in this
// folder check all that, and so does [Check] for all but scores.
//
// # Search
//
// [Find] expands places, positions with the player to move, with all moves that prove the claim. It
// makes a first strategy, and then smaller ones: one that looks ahead and prefers moves to known
// places, those that bring few new ones, and those that many others lead to; and moves choices to places that
// many choose, until no place is left out any more. Symmetric twins are one place. If the first
// strategy takes more than a million places, the search drops it and looks ahead at once.
//
// Memory holds the places of strategies, and the moves of the last million places; it
// lists the moves of others again. Games of scores that are made on the way keep the moves of all.
//
// # Scores
//
// If play always ends and points count only at the end, a score is held like a draw. If players
// make points on the way, each position has its own claim: the holder's points minus the other
// player's, from that position on. The points of a move, plus the claim of the position it leads to
// or the value of the end, must reach the claim before it. If play need not end, this rule alone
// would let the holder postpone a claim forever, because endless play adds nothing. Therefore a
// positive claim has a rank, which falls with every move that makes no points and leads to the same
// claim. Endless play satisfies a claim of 0 or less. In a half without ranks no such moves may
// form a cycle.
package proof

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Half is a claim that one player can achieve, with the positions that prove it.
type Half struct {
	// Holder is the player who makes the claim: the mover at the first position, or the other
	// player.
	Holder Side
	// Wins: the holder wins. Otherwise he draws at least, or in games of scores
	// ends with at least Points.
	Wins   bool
	Plies  int // of a win
	Points int // of a score
	// Claims: every node has its own claim, because players make points on the way.
	Claims bool
	Count  int                    // of the nodes
	Nodes  iter.Seq2[Node, error] // computed from the database
}

// Side is one of the players.
type Side uint8

const (
	Mover Side = iota
	Other
	Both // each of them holds what the value gives him
)

// holders are the sides as a proof writes them.
var holders = [...]string{"mover", "other", "both"}

// Node is a position of a half.
type Node struct {
	Position string
	Holder   bool   // the holder is to move
	Plies    int    // an upper bound on the plies until he wins; of a score the rank, if play need not end
	Turn     string // the holder's
	Claim    int    // in a half of claims: a lower bound on the points that the holder still makes
}

// Proof is a certificate of the value of a position.
type Proof struct {
	Game     string // canonical spec
	Rules    string // [RulesDigest]
	Twins    bool   // a node stands for all twins of its position
	Position string
	Value    query.Verdict
	First    int    // positions of the strategy that the search found first
	Stored   uint64 // positions of the table, for comparison
	Halves   []Half
}

// Options of [Find]. The zero value of every field means its default.
type Options struct {
	// Most bounds the positions of the proof; default: no bound. A strategy has up to 4 times as many
	// during the search. If points are made on the way, the search looks at 8 times as many.
	Most int
	// Announce gets the estimate before the search.
	Announce func(e Estimate)
	// Progress gets the name of the step, its number of positions so far, and an upper bound, often;
	// also while the proof is written.
	Progress func(step string, positions, most uint64)
	// Partial is the path of a file that keeps a search, which the next one continues. Find writes it
	// at the end and when ctx is done, and leaves it to the caller to delete it; default: none.
	Partial string
}

// Find makes the proof of the value of a position: a small strategy, though not the smallest. It
// takes twins as one position. An unknown value and a proof of too many positions are
// [engine.InputError]s. It stops when ctx is done.
func Find(ctx context.Context, db *query.DB, p engine.Position, o Options) (*Proof, error) {
	if err := engine.TwoPlayers(db.Game(), "a proof"); err != nil {
		return nil, err
	}
	if engine.Conversion(db.Game().Slices()) {
		return nil, engine.InputErrorf("%s counts turns to the next exit from a slice: its values prove nothing of the end of the game", db.Game().Spec())
	}
	a, err := db.Value(p)
	if err != nil {
		return nil, err
	}
	if !a.Verdict.Known {
		return nil, engine.InputErrorf("the value of %s is not known, so there is nothing to prove", a.Text)
	}
	if o.Most = cmp.Or(o.Most, math.MaxInt32); o.Progress == nil {
		o.Progress = func(string, uint64, uint64) {}
	}
	f := &finder{options: &o, proof: &Proof{
		Game: a.Game, Rules: RulesDigest(db), Twins: mayHaveTwins(db.Game()), Position: a.Text, Value: a.Verdict, Stored: db.Game().Size(), Halves: halves(db.Game(), a.Verdict),
	}}
	index, stored := db.Game().Index(p)
	if !stored {
		index = db.Game().Size()
	}
	for i := range f.proof.Halves {
		h := &f.proof.Halves[i]
		g := &graph{
			ctx: ctx, db: db, game: db.Game(), scratch: db.Game().NewScratch(), slices: db.Game().Slices(), start: p, half: h, value: a.Verdict,
			follows: a.Verdict.Outcome() == engine.Scored && !alternating(db.Game()), endless: endless(db.Game()), spots: map[place]*spot{}, options: &o,
			rounds: rounds{Best: newStrategy(), Next: newStrategy()},
		}
		if h.Holder != Other {
			g.starts = append(g.starts, placeOf(index, true))
		}
		if h.Holder != Mover {
			g.starts = append(g.starts, placeOf(index, false))
		}
		f.graphs = append(f.graphs, g)
	}
	return f.proof, f.run(ctx)
}

// mayHaveTwins reports whether some positions of a game are twins.
func mayHaveTwins(g engine.Game) bool {
	return slices.ContainsFunc(g.Slices(), func(s engine.Slice) bool { return s.Weight != 1 })
}

// RulesDigest returns the SHA-256 of the text of the rules of a database's game, and of the files
// that the game is made of, each after its name, in hexadecimal digits.
func RulesDigest(db *query.DB) string {
	h := sha256.New()
	io.WriteString(h, db.Definition().Rules)
	files := db.Game().Spec().Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "\x00%s\x00%s", name, files[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// halves returns the claims that prove a value.
func halves(g engine.Game, v query.Verdict) []Half {
	plies, _ := v.Plies()
	switch v.Outcome() {
	case engine.Win:
		return []Half{{Holder: Mover, Wins: true, Plies: plies}}
	case engine.Loss:
		return []Half{{Holder: Other, Wins: true, Plies: plies}}
	case engine.Draw:
		return []Half{{Holder: Both}}
	}
	slice := g.Slices()
	claims := slices.ContainsFunc(slice, func(s engine.Slice) bool { return s.Points != slice[0].Points })
	points := v.Kind.Points(v.Value)
	if claims || points == 0 {
		return []Half{{Holder: Both, Points: points, Claims: claims}}
	}
	return []Half{{Holder: Mover, Points: points}, {Holder: Other, Points: -points}}
}

// finder searches the halves of a proof.
type finder struct {
	proof   *Proof
	options *Options
	graphs  []*graph
}

// run makes the halves. If ctx is done, it keeps what the search found.
func (f *finder) run(ctx context.Context) error {
	title := strings.Join([]string{f.proof.Game, f.proof.Rules, f.proof.Position, f.proof.Value.String(), strconv.FormatUint(f.proof.Stored, 10)}, "\n")
	if f.options.Partial != "" {
		if err := load(f.options.Partial, title, f.graphs); err != nil {
			return err
		}
	}
	err := f.search()
	if f.options.Partial != "" && (err == nil || ctx.Err() != nil) {
		err = errors.Join(err, save(f.options.Partial, title, f.graphs))
	}
	return err
}

func (f *finder) search() error {
	var e Estimate
	for _, g := range f.graphs {
		n, err := g.estimate()
		if err != nil {
			return err
		}
		most := 2*g.game.Size() + 1
		e.Positions, e.AtMost = e.Positions+n, e.AtMost+most
		if g.follows {
			e.Memory += min(most, 8*uint64(f.options.Most)+samples) * bytesPerSpot
		}
		e.Memory += min(most, mostSpots)*bytesPerSpot + min(most, shrink*uint64(f.options.Most))*bytesPerPlace
	}
	if f.options.Announce != nil {
		f.options.Announce(e)
	}
	if e.Positions/shrink > uint64(f.options.Most) {
		return engine.InputErrorf("the proof has about %d positions: want at most %d (a greater bound allows more)", e.Positions, f.options.Most)
	}
	for _, g := range f.graphs {
		if err := g.search(); err != nil {
			return err
		}
		f.proof.First += g.First
		if g.half.Count, g.half.Nodes = len(g.Best.Order), g.nodes; f.proof.Positions() > f.options.Most {
			return engine.InputErrorf("the proof has more than %d positions: allow more", f.options.Most)
		}
		clear(g.spots)
	}
	return nil
}

// nodes yields the nodes of the best strategy.
func (g *graph) nodes(yield func(Node, error) bool) {
	look := g.raw
	if g.follows {
		look = g.at // with the rank
	}
	for n, at := range g.Best.Order {
		if n%256 == 0 {
			g.options.Progress("writing", uint64(n), uint64(len(g.Best.Order)))
		}
		node := Node{Position: g.game.Text(g.position(at)), Holder: at.holder()}
		s, err := look(at)
		if err == nil && at.holder() && (s.Ends || len(s.Edges) > 0) {
			node.Turn, err = g.turn(at, s, g.Best.Choice[n])
		}
		if err == nil && g.half.Wins {
			node.Plies = s.Claim
		} else if err == nil && g.follows {
			node.Plies, node.Claim = s.Rank, s.Claim
		}
		if !yield(node, err) || err != nil {
			return
		}
	}
}

// turn returns the notation of the holder's move from a place to another, or of one that ends the game.
func (g *graph) turn(at place, s *spot, to place) (string, error) {
	from := g.position(at)
	is := func(r engine.Result) bool {
		i, ok := g.game.Index(r.To)
		outcome := g.game.Kind().Outcome(r.End)
		return r.Ended == s.Ends && (s.Ends && (outcome == engine.Win || !g.half.Wins && outcome == engine.Draw) || !s.Ends && ok && i == to.index())
	}
	if text := g.game.Parts().TurnText; text != nil {
		results := g.game.AppendResults(nil, from)
		if n := slices.IndexFunc(results, is); n >= 0 {
			return text(from, results[n].To), nil
		}
	}
	for _, m := range g.game.Moves(from) {
		if is(m.Result) {
			return m.Turn, nil
		}
	}
	return "", fmt.Errorf("the game contradicts itself at %s: no turn makes the move", g.game.Text(from))
}

// Positions returns the number of positions in all halves.
func (p *Proof) Positions() (n int) {
	for _, h := range p.Halves {
		n += h.Count
	}
	return n
}

// Claim says what a half claims: "win 11", "draw" or "score 2".
func (p *Proof) Claim(h Half) string {
	switch {
	case h.Wins:
		return "win " + strconv.Itoa(h.Plies)
	case p.Value.Kind == engine.Score:
		return "score " + strconv.Itoa(h.Points)
	}
	return "draw"
}

// Format is the version of the format that [Proof.Write] writes.
const Format = 2

// Write writes the proof, as FORMAT.md says. With strategy, it writes only the lines of the
// holder's moves, which is no proof.
func (p *Proof) Write(w io.Writer, strategy bool) error {
	b := bufio.NewWriter(w)
	what, twins, count := map[bool]string{false: "proof", true: "strategy"}[strategy], map[bool]string{true: "twins\n"}[p.Twins], 0
	fmt.Fprintf(b, "foregone %s %d\ngame\t%s\nrules\t%s\n%sposition\t%s\n", what, Format, p.Game, p.Rules, twins, p.Position)
	for _, h := range p.Halves {
		fmt.Fprintf(b, "half\t%s\t%s\n", holders[h.Holder], p.Claim(h))
		for n, err := range h.Nodes {
			if err != nil {
				return err
			}
			if !n.Holder && strategy {
				continue
			}
			fields := []string{"-", n.Position, strconv.Itoa(n.Plies)}
			if n.Holder {
				fields[0] = "+"
			}
			if n.Holder || h.Claims {
				fields = append(fields, cmp.Or(n.Turn, "-"))
			}
			if h.Claims {
				fields = append(fields, strconv.Itoa(n.Claim))
			}
			fmt.Fprintln(b, strings.Join(fields, "\t"))
			count++
		}
	}
	fmt.Fprintf(b, "end\t%d\n", count)
	return b.Flush()
}
