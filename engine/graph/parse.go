package graph

import (
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
	return "", engine.InputErrorf("line %d: it holds bytes that are no UTF-8", line)
}

// parse reads a file. Its names share the memory of content.
func parse(content string) (*graph, error) {
	g := &graph{indices: map[string]uint32{}}
	lines := strings.Count(content, "\n") + 1
	var places []uint32 // line numbers by index
	err := eachLine(content, func(line int, name, rest string, moves bool) error {
		if first, twice := g.indices[name]; twice {
			return engine.InputErrorf("line %d: position %q has a line already, line %d", line, name, places[first])
		}
		if len(g.names) == 0 {
			g.names = make([]string, 0, min(lines, 1<<24))
		}
		if len(g.names) == maxPositions {
			return engine.InputErrorf("line %d: there are more than %d positions", line, maxPositions)
		}
		g.indices[name] = uint32(len(g.names))
		g.names = append(g.names, name)
		places = append(places, uint32(line))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(g.names) == 0 {
		return nil, engine.InputErrorf("there is no position: want lines such as \"a: b c\" and \"b = loss\"")
	}
	g.ends = make([]engine.Ends, len(g.names))
	g.starts = make([]uint32, 1, len(g.names)+1)
	g.moves = make([]uint32, 0, len(content)/8)
	err = eachLine(content, func(line int, name, rest string, moves bool) error {
		if !moves {
			g.ends[len(g.starts)-1] = values[rest]
			g.starts = append(g.starts, uint32(len(g.moves)))
			return nil
		}
		for rest != "" {
			var to string
			to, rest = word(rest)
			if to == "" {
				break
			}
			index, ok := g.indices[to]
			if !ok {
				return engine.InputErrorf("line %d: %q has a move to %q, which has no line of its own", line, name, to)
			}
			if len(g.moves) == maxMoves {
				return engine.InputErrorf("line %d: there are more than %d moves", line, maxMoves)
			}
			g.moves = append(g.moves, index)
		}
		g.starts = append(g.starts, uint32(len(g.moves)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// eachLine calls f for each line that names a position. If moves is true, rest lists the positions
// that its moves lead to. Otherwise rest is the word for its value.
func eachLine(content string, f func(line int, name, rest string, moves bool) error) error {
	for line := 1; content != ""; line++ {
		var text string
		text, content, _ = strings.Cut(content, "\n")
		if at := strings.IndexByte(text, '#'); at >= 0 {
			text = text[:at]
		}
		before, rest, moves := strings.Cut(text, ":")
		name, more := word(before)
		more = strings.TrimSpace(more)
		switch {
		case moves && name == "":
			return engine.InputErrorf("line %d: there is no name before the colon", line)
		case moves && more != "":
			return engine.InputErrorf("line %d: %q is no name: want one without blanks", line, strings.TrimSpace(before))
		case moves && strings.IndexByte(rest, ':') >= 0:
			return engine.InputErrorf("line %d: there is more than one colon", line)
		case !moves && name == "":
			continue
		case !moves:
			if at := strings.LastIndexByte(name, '='); at > 0 && !strings.HasPrefix(more, "=") { // "a=loss", without a blank before the sign
				name, more = name[:at], name[at:]+more
			}
			value, ok := strings.CutPrefix(more, "=")
			if rest = strings.TrimSpace(value); !ok || values[rest] == 0 {
				return engine.InputErrorf("line %d: %q: want NAME: SUCCESSOR… or NAME = win, loss or draw", line, strings.TrimSpace(text))
			}
		}
		if err := f(line, name, rest, moves); err != nil {
			return err
		}
	}
	return nil
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

// reverse returns the predecessors of all positions, as starts and lists.
func (g *graph) reverse() (starts, before []uint32) {
	starts = make([]uint32, len(g.starts))
	for _, to := range g.moves {
		starts[to]++
	}
	sum := uint32(0)
	for i, n := range starts {
		sum += n
		starts[i] = sum // the end of the list; filling moves it to the beginning
	}
	before = make([]uint32, len(g.moves))
	for from := len(g.names) - 1; from >= 0; from-- {
		for _, to := range g.moves[g.starts[from]:g.starts[from+1]] {
			starts[to]--
			before[starts[to]] = uint32(from)
		}
	}
	return starts, before
}

// bytes returns the approximate memory of the graph and its reverse.
func (g *graph) bytes() uint64 {
	const perName = uint64(unsafe.Sizeof("")) + 40 // including its entry in the map
	n := uint64(len(g.names)) * (perName + 9)
	for _, name := range g.names {
		n += uint64(len(name))
	}
	return n + 8*uint64(len(g.moves))
}
