//go:build unix

package policy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/policy"
)

// numbers returns n positions: "0", "1", …
func numbers(n int) (list []string) {
	for i := range n {
		list = append(list, strconv.Itoa(i))
	}
	return list
}

func answers(ctx context.Context, c policy.Command, n int) (turns []string, err error) {
	for turn, err := range c.Answer(ctx, numbers(n)) {
		if err != nil {
			return turns, err
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// TestCommand runs programs that buffer their input or output in different ways, with much
// more text than pipes hold.
func TestCommand(t *testing.T) {
	const n = 100_000
	want := numbers(n)
	for name, line := range map[string]string{
		"buffered":         `awk '{print}'`,
		"CRLF and blanks":  `awk '{printf "  %s \r\n", $0}'`,
		"all read first":   `awk '{a[NR] = $0} END {for (i = 1; i <= NR; i++) print a[i]}'`,
		"no newline ends":  `awk 'NR > 1 {print ""} {printf "%s", $0}'`,
		"a failure behind": `cat; exit 3`,
		"empty lines":      `cat; echo; echo`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := answers(t.Context(), policy.Command{Line: line}, n)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d answers, %v", len(got), err)
			}
		})
	}
	t.Run("line by line", func(t *testing.T) {
		t.Parallel()
		got, err := answers(t.Context(), policy.Command{Line: `while read -r p; do echo "$p"; done`}, 2000)
		if err != nil || !slices.Equal(got, want[:2000]) {
			t.Errorf("%d answers, %v", len(got), err)
		}
	})
	t.Run("nothing asked", func(t *testing.T) {
		t.Parallel()
		if got, err := answers(t.Context(), policy.Command{Line: "cat"}, 0); err != nil || len(got) > 0 {
			t.Errorf("%d answers, %v", len(got), err)
		}
	})
	t.Run("does not end", func(t *testing.T) {
		t.Parallel()
		if got, err := answers(t.Context(), policy.Command{Line: "cat; sleep 60"}, 10); err != nil || len(got) != 10 {
			t.Errorf("%d answers, %v", len(got), err)
		}
	})
}

func TestCommandFails(t *testing.T) {
	for _, test := range []struct {
		line    string
		answers int
		want    string
	}{
		{"exit 3", 0, `"exit 3" ended without an answer (exit status 3)`},
		{"no-such-program-here", 0, "(exit status 127)"},
		{"head -n 5", 5, `"head -n 5" ended without an answer`},
		{"cat; echo more", 10_000, `wrote "more" after it had answered all positions`},
		{"sleep 60", 0, "gave no answer for 300ms"},
		{"head -n 7; exec >&-; sleep 60", 7, "gave no answer for 300ms"},
		{"awk 'END {while (1) {}}'", 0, "gave no answer for 300ms"},
		{"head -c 100000 /dev/zero; cat", 0, "wrote a line of more than 65536 bytes"},
		{"kill -9 $$", 0, "ended without an answer (signal: killed)"},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			got, err := answers(t.Context(), policy.Command{Line: test.line, Timeout: 300 * time.Millisecond}, 10_000)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(got) != test.answers {
				t.Errorf("%d answers and %v, want %d and %q", len(got), err, test.answers, test.want)
			}
			if spent := time.Since(begun); spent > 20*time.Second {
				t.Errorf("it took %v", spent)
			}
		})
	}
}

// TestCommandStops checks that Command kills a program and its children when the caller stops.
func TestCommandStops(t *testing.T) {
	for name, stop := range map[string]func(ctx context.Context, cancel func(), c policy.Command) error{
		"cancelled": func(ctx context.Context, cancel func(), c policy.Command) error {
			time.AfterFunc(200*time.Millisecond, cancel)
			if _, err := answers(ctx, c, 100); !errors.Is(err, context.Canceled) {
				return fmt.Errorf("got %v", err)
			}
			return nil
		},
		"left": func(ctx context.Context, _ func(), c policy.Command) error {
			for turn, err := range c.Answer(ctx, numbers(100)) {
				if turn != "0" {
					return fmt.Errorf("got %s, %v", turn, err)
				}
				break
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			file := filepath.Join(t.TempDir(), "pid")
			begun := time.Now()
			err := stop(ctx, cancel, policy.Command{Line: "sleep 60 & echo $! >" + file + "; head -n 1; wait"})
			if err != nil || time.Since(begun) > 20*time.Second {
				t.Errorf("%v after %v", err, time.Since(begun))
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && strings.Contains(string(state), ") Z ") {
					return // dead, and not reaped yet
				}
				if syscall.Kill(pid, 0) != nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
			t.Error("a child of the program still runs")
		})
	}
}

func TestCommandStderr(t *testing.T) {
	var text strings.Builder
	if _, err := answers(t.Context(), policy.Command{Line: "cat; echo hint >&2", Stderr: &text}, 3); err != nil || text.String() != "hint\n" {
		t.Errorf("%q, %v", text.String(), err)
	}
}

// TestCommandTimeout runs a program that takes longer than the timeout, but writes all the time.
func TestCommandTimeout(t *testing.T) {
	got, err := answers(t.Context(), policy.Command{Line: `while read -r p; do sleep 0.05; echo "$p"; done`, Timeout: 500 * time.Millisecond}, 20)
	if err != nil || len(got) != 20 {
		t.Errorf("%d answers, %v", len(got), err)
	}
}
