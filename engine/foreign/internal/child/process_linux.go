package child

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// separate gives the process its own group, so that an interrupt at the terminal does not reach it.
// The system kills the process when this program ends.
func separate(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds the memory of a process.
func limit(p *os.Process, bytes uint64) {
	unix.Prlimit(p.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
