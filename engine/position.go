package engine

import (
	"strconv"
	"strings"
)

// ParsePosition reads a position of g: #N is the stored position of index N, all other text is the
// game's own notation. The notation may begin with #, unless a digit or a sign follows. A game
// without stored positions reads all text itself.
func ParsePosition(g Game, text string) (Position, error) {
	if rest, ok := strings.CutPrefix(text, "#"); ok && g.Size() > 0 && (rest == "" || strings.Contains("+-0123456789", rest[:1])) {
		i, err := strconv.ParseUint(rest, 10, 64)
		if err != nil || i >= g.Size() {
			return nil, InputErrorf("%q is not an index: want #0 to #%d", text, g.Size()-1)
		}
		return g.At(i), nil
	}
	return g.Parse(text)
}
