//go:build unix

package child

import (
	"os"
	"syscall"
)

// end kills a process and its group.
func end(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	p.Kill()
}
