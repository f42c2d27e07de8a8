// Package proof writes certificates of the value of a position. Anyone can
// check them with the rules alone, without a table and without trust in their author.
//
// A proof has a half for each claim: one for a win, two for a draw (each player can hold it), two
// for a score. Each half proves that one player, the holder, can achieve his claim. A half is a set
// of positions. If the holder is to move at a position, the proof has his move, which leads into
// the set. Otherwise every move must lead into the set. In a half for a win each position has a
// number of plies that every move lowers, so that play ends. A half for a draw needs no such
// number: play that never leaves the set never loses. The file check.py in this folder checks all
// that.
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
	"fmt"
	"io"
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
	Nodes  []Node
}

// Side is one of the players.
type Side uint8

const (
	Mover Side = iota
	Other
)

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
	Position string
	Value    query.Verdict
	Stored   uint64 // positions of the table, for comparison
	Halves   []Half
}

// Options of [Find]. The zero value of every field means its default.
type Options struct {
	// Most bounds the positions; default: no bound.
	Most int
	// Progress gets the number of positions so far, from time to time.
	Progress func(positions int)
}

// Find makes the proof of the value of a position. Of the holder's moves it prefers those
// that lead to positions of the proof, then those that end the game
// soonest. An unknown value and a proof of too many positions are
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
	proof := &Proof{Game: a.Game, Position: a.Text, Value: a.Verdict, Stored: db.Game().Size()}
	plies, _ := a.Verdict.Plies()
	switch a.Verdict.Outcome() {
	case engine.Win:
		proof.Halves = []Half{{Holder: Mover, Wins: true, Plies: plies}}
	case engine.Loss:
		proof.Halves = []Half{{Holder: Other, Wins: true, Plies: plies}}
	case engine.Draw:
		proof.Halves = []Half{{Holder: Mover}, {Holder: Other}}
	default:
		points := a.Verdict.Kind.Points(a.Verdict.Value)
		claims := !pointless(db.Game())
		proof.Halves = []Half{{Holder: Mover, Points: points, Claims: claims}, {Holder: Other, Points: -points, Claims: claims}}
	}
	total := 0
	for i := range proof.Halves {
		s := &search{
			ctx: ctx, db: db, half: &proof.Halves[i], known: map[place]int{}, before: total, options: o,
			follows: a.Verdict.Outcome() == engine.Scored && !alternating(db.Game()), endless: endless(db.Game()), ranks: map[place]int{},
		}
		if err := s.run(p); err != nil {
			return nil, err
		}
		total += len(s.half.Nodes)
	}
	return proof, nil
}

// place is a position with the player to move.
type place struct {
	position engine.Position
	holder   bool
}

// search finds the positions of a half.
type search struct {
	ctx     context.Context
	db      *query.DB
	half    *Half
	known   map[place]int // the number of its node
	open    []place       // found, but not expanded
	before  int           // positions of other halves
	options Options
	follows bool          // the value is a score in a game that is not [alternating]
	endless bool          // play need not end
	ranks   map[place]int // of positive claims, if endless
}

func (s *search) run(p engine.Position) error {
	s.add(place{p, s.half.Holder == Mover})
	for done := 0; len(s.open) > 0; done++ {
		if total := s.before + len(s.half.Nodes); s.options.Most > 0 && total > s.options.Most {
			return engine.InputErrorf("the proof has more than %d positions: allow more", s.options.Most)
		} else if done%1024 == 0 && s.options.Progress != nil {
			s.options.Progress(total)
		}
		at := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		if err := s.follow(at); err != nil {
			return err
		}
	}
	slices.SortFunc(s.half.Nodes, func(a, b Node) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(a.Position, b.Position))
	})
	return nil
}

// add adds a position to the half, if it is new.
func (s *search) add(at place) {
	if _, ok := s.known[at]; ok {
		return
	}
	s.known[at] = len(s.half.Nodes)
	s.half.Nodes = append(s.half.Nodes, Node{Position: s.db.Game().Text(at.position), Holder: at.holder})
	s.open = append(s.open, at)
}

// serves reports whether a move at a position of value at achieves the claim.
func (s *search) serves(at query.Verdict, move query.Move) bool {
	if !move.Verdict.Known {
		return false
	}
	switch {
	case s.half.Wins:
		have, _ := at.Plies()
		need, won := move.Verdict.Plies()
		return won && move.Verdict.Outcome() == engine.Win && need <= have
	case move.Verdict.Outcome() == engine.Scored:
		return move.Verdict.Kind.Points(move.Verdict.Value) >= s.half.Points
	}
	return move.Verdict.Outcome() == engine.Win || move.Verdict.Outcome() == engine.Draw
}

// Positions returns the number of positions in all halves.
func (p *Proof) Positions() (n int) {
	for _, h := range p.Halves {
		n += len(h.Nodes)
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

// Write writes the proof: lines of fields separated by tabs.
//
//	foregone proof 1
//	game	tictactoe:height=3,line=3,width=3
//	position	.........
//	half	mover	draw                      the holder and his claim; win N means within N plies
//	+	POSITION	PLIES	TURN              the holder is to move, and makes this turn; "-" if the game is over
//	-	POSITION	PLIES                     the other player is to move
//
// In a half of claims ([Half.Claims]) PLIES is the rank, and each line ends in a claim:
//
//	half	mover	score 3
//	+	POSITION	RANK	TURN	CLAIM
//	-	POSITION	RANK	-	CLAIM
//
// With strategy, Write writes only the lines of the holder's moves.
func (p *Proof) Write(w io.Writer, strategy bool) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "foregone proof 1\ngame\t%s\nposition\t%s\n", p.Game, p.Position)
	for _, h := range p.Halves {
		fmt.Fprintf(b, "half\t%s\t%s\n", [...]string{"mover", "other"}[h.Holder], p.Claim(h))
		for _, n := range h.Nodes {
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
		}
	}
	return b.Flush()
}
