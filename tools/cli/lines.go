package cli

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// numberedLine is a line of a stream, counted from 1.
type numberedLine struct {
	n    int
	text string
}

// readLines reads lines ahead until ctx is done or the stream ends. Then it sets the error and
// closes the channel. A goroutine reads, because reading itself cannot be interrupted.
func readLines(ctx context.Context, r io.Reader) (<-chan numberedLine, *error) {
	lines := make(chan numberedLine, 1024)
	failed := new(error)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(r)
		for n := 1; scanner.Scan(); n++ {
			select {
			case lines <- numberedLine{n, strings.TrimRight(scanner.Text(), "\r")}:
			case <-ctx.Done():
				return
			}
		}
		*failed = scanner.Err()
	}()
	return lines, failed
}
