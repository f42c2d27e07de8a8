package rpsw

import "math/bits"

// kind is the kind of a piece.
type kind uint8

const (
	rock kind = iota
	paper
	scissors
	well
	kinds = 4
)

// Letters of the mover's and of the opponent's pieces, by kind.
const (
	ownLetters = "RPSW"
	oppLetters = "rpsw"
)

// kindSet is a set of kinds, the pieces of a side: bit k for kind k.
type kindSet uint8

func setOf(list ...kind) (s kindSet) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// takes lists the two kinds that a kind takes, or its only one twice.
var takes = [kinds][2]kind{
	rock:     {scissors, scissors},
	paper:    {rock, well},
	scissors: {paper, paper},
	well:     {rock, scissors},
}

func (s kindSet) has(k kind) bool { return s>>k&1 != 0 }

func (s kindSet) len() int { return bits.OnesCount8(uint8(s)) }

// list returns the kinds of the set in order.
func (s kindSet) list() (list []kind) {
	for k := range kind(kinds) {
		if s.has(k) {
			list = append(list, k)
		}
	}
	return list
}

// prey returns the kinds that some piece of the set takes.
func (s kindSet) prey() (prey kindSet) {
	for k := range kind(kinds) {
		if s.has(k) {
			prey |= setOf(takes[k][:]...)
		}
	}
	return prey
}

// String returns the letters of the set, such as RPW.
func (s kindSet) String() string {
	var text []byte
	for k := range kind(kinds) {
		if s.has(k) {
			text = append(text, ownLetters[k])
		}
	}
	return string(text)
}
