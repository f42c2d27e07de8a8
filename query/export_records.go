package query

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Records is games of best play in the form of PGN, one from each position: tags, and numbered
// turns.
var Records = Format{
	Name:  "records",
	Help:  "games of best play from the positions, as PGN has them",
	Size:  func(db *DB) (uint64, error) { return db.game.Size(), nil },
	Piece: 64,
	Begin: beginRecords,
}

// beginRecords prepares to write games.
func beginRecords(ctx context.Context, db *DB, _ ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	return func(_ int, first, last uint64) ([]byte, error) {
		var out bytes.Buffer
		for i := first; ; i++ {
			line, err := db.Line(ctx, db.game.At(i))
			if err != nil {
				return nil, err
			}
			writeRecord(&out, i, line)
			if i == last {
				return out.Bytes(), nil
			}
		}
	}, nil
}

// writeRecord writes a game, in lines of 80 characters if the turns fit.
func writeRecord(out *bytes.Buffer, i uint64, line Line) {
	tag := func(name, text string) {
		fmt.Fprintf(out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text))
	}
	tag("Game", line.Game)
	tag("Index", fmt.Sprint(i))
	tag("Position", line.Text)
	tag("Value", line.Verdict.String())
	tag("Result", line.End.String())
	if line.Repeats >= 0 {
		tag("Termination", fmt.Sprintf("comes back to the position after %d plies", line.Repeats))
	}
	out.WriteByte('\n')
	var words []string
	for k, turn := range line.Moves {
		if k%2 == 0 {
			turn = fmt.Sprintf("%d. %s", k/2+1, turn)
		}
		words = append(words, turn)
	}
	words = append(words, line.End.String())
	length := 0
	for k, word := range words {
		switch {
		case k == 0:
		case length+1+len(word) > 80:
			out.WriteByte('\n')
			length = 0
		default:
			out.WriteByte(' ')
			length++
		}
		out.WriteString(word)
		length += len(word)
	}
	out.WriteString("\n\n")
}
