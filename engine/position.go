package engine

import (
	"strconv"
	"strings"
)

// ParsePosition reads a position of g: #N is the stored position of index N,
// everything else is the game's own notation. That may begin with # too, as long as
// neither a digit nor a sign follows. A game that has no positions stored reads everything
// itself.
func ParsePosition(g Game, text string) (Position, error) {
	if rest, ok := strings.CutPrefix(text, "#"); ok && g.Size() > 0 && (rest == "" || strings.Contains("+-0123456789", rest[:1])) {
		i, err := strconv.ParseUint(rest, 10, 64)
		if err != nil || i >= g.Size() {
			return nil, InputErrorf("%q is no index: want #0 to #%d", text, g.Size()-1)
		}
		return g.At(i), nil
	}
	return g.Parse(text)
}
