package graph

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/foregone-db/foregone/engine"
)

// graph is a parsed graph. The lists of moves are contiguous in moves.
type graph struct {
	names   []string // by index
	ends    []engine.Ends
	starts  []uint32 // by index: where its moves begin; the last entry is the end
	moves   []uint32
	indices map[string]uint32
}

// maxPositions and maxMoves keep indices and offsets within their types.
const (
	maxPositions = 1<<31 - 1
	maxMoves     = 1<<32 - 1
)

var values = map[string]engine.Ends{"win": engine.IsWon, "loss": engine.IsLost, "draw": engine.IsDrawn}

// plain removes a byte order mark, which some editors write, and refuses content that is not UTF-8.
func plain(content string) (string, error) {
	content = strings.TrimPrefix(content, "\ufeff")
	if utf8.ValidString(content) {
		return content, nil
	}
	line := 1
	for text := range strings.Lines(content) {
		if !utf8.ValidString(text) {
			break
		}
		line++
	}
	return "", engine.InputErrorf("line %d: want UTF-8, got other bytes", line)
}

// parse reads a file. Its names share the memory of content.
func parse(content string) (*graph, error) {
	g := &graph{indices: map[string]uint32{}}
	var lines []line // by index
	number := 0
	for text := range strings.SplitSeq(content, "\n") {
		number++
		l, err := parseLine(text)
		first, twice := g.indices[l.name]
		switch {
		case err != nil:
			return nil, engine.InputErrorf("line %d: %v", number, err)
		case l.name == "":
			continue
		case twice:
			return nil, engine.InputErrorf("line %d: position %q has a line already, line %d", number, l.name, lines[first].number)
		case len(g.names) == maxPositions:
			return nil, engine.InputErrorf("line %d: there are more than %d positions", number, maxPositions)
		}
		l.number = number
		g.indices[l.name] = uint32(len(g.names))
		g.names, lines = append(g.names, l.name), append(lines, l)
	}
	if len(g.names) == 0 {
		return nil, engine.InputErrorf("the file has no position: want lines such as \"a: b c\" and \"b = loss\"")
	}
	g.moves = make([]uint32, 0, len(content)/8)
	for _, l := range lines {
		g.starts, g.ends = append(g.starts, uint32(len(g.moves))), append(g.ends, l.end)
		for to, rest := word(l.moves); to != ""; to, rest = word(rest) {
			index, ok := g.indices[to]
			if !ok {
				return nil, engine.InputErrorf("line %d: %q has a move to %q, which has no line of its own", l.number, l.name, to)
			}
			if len(g.moves) == maxMoves {
				return nil, engine.InputErrorf("line %d: there are more than %d moves", l.number, maxMoves)
			}
			g.moves = append(g.moves, index)
		}
	}
	g.starts = append(g.starts, uint32(len(g.moves)))
	return g, nil
}

// line is a line that names a position.
type line struct {
	number int
	name   string      // "" of a line without a position
	moves  string      // the positions that its moves lead to
	end    engine.Ends // of a finished position
}

// parseLine reads a line. Its errors do not have the number.
func parseLine(text string) (l line, err error) {
	text, _, _ = strings.Cut(text, "#")
	before, rest, moves := strings.Cut(text, ":")
	name, more := word(before)
	more = strings.TrimSpace(more)
	switch {
	case moves && name == "":
		return l, errors.New("there is no name before the colon")
	case moves && more != "":
		return l, fmt.Errorf("%q is not a name: want one without blanks", strings.TrimSpace(before))
	case moves && strings.IndexByte(rest, ':') >= 0:
		return l, errors.New("there is more than one colon")
	case moves || name == "":
		return line{name: name, moves: rest}, nil
	}
	if at := strings.LastIndexByte(name, '='); at > 0 && !strings.HasPrefix(more, "=") { // "a=loss", without a blank before the sign
		name, more = name[:at], name[at:]+more
	}
	value, ok := strings.CutPrefix(more, "=")
	end := values[strings.TrimSpace(value)]
	if !ok || end == 0 {
		return l, fmt.Errorf("%q: want NAME: SUCCESSOR… or NAME = win, loss or draw", strings.TrimSpace(text))
	}
	return line{name: name, end: end}, nil
}

// word returns the first word of a text, or "", and the text after it.
func word(text string) (first, rest string) {
	at := 0
	for at < len(text) && blank(text[at]) {
		at++
	}
	end := at
	for end < len(text) && !blank(text[end]) {
		end++
	}
	return text[at:end], text[end:]
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

// bytes returns the approximate memory of the graph.
func (g *graph) bytes() uint64 {
	const perName = uint64(unsafe.Sizeof("")) + 40 // including its entry in the map
	n := uint64(len(g.names)) * (perName + 5)
	for _, name := range g.names {
		n += uint64(len(name))
	}
	return n + 4*uint64(len(g.moves))
}
