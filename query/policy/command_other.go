//go:build !unix

package policy

import (
	"context"
	"os/exec"
)

// shell returns a command that dies when ctx is done.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/C", line)
}
