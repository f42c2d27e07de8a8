//go:build long && unix

package solver

import (
	"math/bits"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
)

// TestRulesMemory solves dōbutsu shōgi with one elephant, 40,626,436 positions, from its rules
// alone. The smallest budget keeps the keys packed and the reverse graph in a file; the largest has
// room for unpacked keys. The tables are the same, and little memory takes at most twice as long.
func TestRulesMemory(t *testing.T) {
	rulesInMemory(t, false, 40_626_436, "W13", 1<<30, 368<<20)
}

// TestRulesWhole solves the game with both elephants, whose number of positions is published. It
// takes half an hour of CPU time.
func TestRulesWhole(t *testing.T) {
	rulesInMemory(t, true, 246_803_167, "L39", 4<<30, 1<<30)
}

// rulesInMemory solves with much memory and with little.
func rulesInMemory(t *testing.T, whole bool, positions uint64, start string, budgets ...uint64) {
	registry := games.NewRegistry(engine.Definition{
		Name: "animals", Summary: "dōbutsu shōgi by its rules", Level: engine.LevelRules, Kind: engine.Byte,
		NewRules: func(engine.Spec) (*engine.Rules, error) { return newAnimals(whole), nil },
	})
	spec, err := registry.Parse("animals", nil)
	if err != nil {
		t.Fatal(err)
	}
	digest, least := "", time.Duration(0)
	for _, memory := range budgets {
		o := Options{Dir: t.TempDir(), Memory: memory}
		before := cpuTime(t)
		g, err := Open(t.Context(), registry, spec, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Solve(t.Context(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		took := cpuTime(t) - before
		t.Logf("%d MiB: %v of CPU time", memory>>20, took)
		if g.Size() != positions {
			t.Errorf("%d positions", g.Size())
		}
		if digest == "" {
			digest, least = s.SHA256, took
		}
		if s.SHA256 != digest {
			t.Errorf("with %d MiB the digest is %s, else %s", memory>>20, s.SHA256, digest)
		}
		if took.Seconds() > 2*least.Seconds() {
			t.Errorf("with %d MiB it takes %v of CPU time, else %v", memory>>20, took, least)
		}
		db, err := query.Open(o.Dir, registry, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		first, _ := db.Game().Start()
		if a, err := db.Value(first); err != nil || a.Verdict.String() != start {
			t.Errorf("the start is %v (%v), want %s", a.Verdict, err, start)
		}
		db.Close()
	}
}

// cpuTime returns the CPU time of the process so far.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func newAnimals(whole bool) *engine.Rules {
	r := &animals{}
	for kind := chick; kind <= lion; kind++ {
		for s := range 12 {
			for at := range 9 {
				ahead, right := at/3-1, at%3-1
				row, column := s/3+ahead, s%3+right
				straight, diagonal := (ahead == 0) != (right == 0), ahead != 0 && right != 0
				goes := [lion + 1]bool{
					chick: right == 0 && ahead == 1, giraffe: straight, elephant: diagonal,
					hen: straight || diagonal && ahead == 1, lion: straight || diagonal,
				}
				if goes[kind] && row >= 0 && row < 4 && column >= 0 && column < 3 {
					r.reach[kind][s] |= 1 << (row*3 + column)
				}
			}
		}
	}
	start := uint64(elephant)
	if whole {
		start |= (elephant | theirs) << (4 * 11)
	}
	for s, piece := range map[int]uint64{1: lion, 2: giraffe, 4: chick} {
		start |= piece<<(4*s) | (piece|theirs)<<(4*(11-s))
	}
	return &engine.Rules{Start: start, AppendMoves: r.AppendMoves, Symmetry: r}
}

// A key has four bits for each square, row by row from the left of the mover's first row: a kind of
// piece, and theirs for the opponent's. Above them are the hands, two bits for each kind, the
// mover's below the opponent's.
const (
	chick = 1 + iota
	giraffe
	elephant
	hen
	lion
	theirs = 8

	hand  = 48
	board = 1<<hand - 1
)

type animals struct{ reach [lion + 1][12]uint16 }

// turned returns the key of the same position for the other player.
func turned(key uint64) uint64 {
	b := bits.ReverseBytes64(key&board) >> 16
	b = b&0x0f0f0f0f0f0f<<4 | b>>4&0x0f0f0f0f0f0f
	b ^= (b | b>>1 | b>>2) & 0x111111111111 << 3
	h := key >> hand
	return b | (h>>6|h&63<<6)<<hand
}

func mirrored(key uint64) uint64 {
	return key&^board | key&0x00f00f00f00f<<8 | key>>8&0x00f00f00f00f | key&0x0f00f00f00f0
}

// AppendMoves implements the rules. A position is won if the mover can take the lion. Else it is
// lost if the opponent's lion stands on the mover's first row.
func (r *animals) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	var own, all uint16
	target, across := uint16(0), false
	for s := range 12 {
		switch p := key >> (4 * s) & 15; {
		case p == 0:
			continue
		case p == lion|theirs:
			target, across = 1<<s, s < 3
		case p < theirs:
			own |= 1 << s
		}
		all |= 1 << s
	}
	for set := own; set != 0; set &= set - 1 {
		s := bits.TrailingZeros16(set)
		if r.reach[key>>(4*s)&7][s]&target != 0 {
			return dst, engine.WinsNow
		}
	}
	if across {
		return dst, engine.IsLost
	}
	for set := own; set != 0; set &= set - 1 {
		from := bits.TrailingZeros16(set)
		p := key >> (4 * from) & 7
		for to := r.reach[p][from] &^ own; to != 0; to &= to - 1 {
			s := bits.TrailingZeros16(to)
			next := key &^ (15<<(4*from) | 15<<(4*s))
			if taken := key >> (4 * s) & 7; taken != 0 {
				if taken == hen {
					taken = chick
				}
				next += 1 << (hand + 2*(taken-1))
			}
			as := p
			if p == chick && s >= 9 {
				as = hen
			}
			dst = append(dst, turned(next|as<<(4*s)))
		}
	}
	for kind := uint64(chick); kind <= elephant; kind++ {
		if key>>(hand+2*(kind-1))&3 == 0 {
			continue
		}
		for to := ^all & (1<<12 - 1); to != 0; to &= to - 1 {
			dst = append(dst, turned(key-1<<(hand+2*(kind-1))|kind<<(4*bits.TrailingZeros16(to))))
		}
	}
	return dst, 0
}

func (r *animals) Canonical(key uint64) uint64 { return min(key, mirrored(key)) }

func (r *animals) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(r, dst, key)
}

func (r *animals) KeyWeight(key uint64) uint64 {
	if mirrored(key) == key {
		return 1
	}
	return 2
}
