//go:build unix

package child

import (
	"os"
	"syscall"
)

// end kills a process, its group, and its children in other groups, which have the mark.
func end(p *os.Process, mark string) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	p.Kill()
	endMarked(mark)
}
