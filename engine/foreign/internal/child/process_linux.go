package program

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// mostMemory is how much memory of its own a process may have, in bytes.
const mostMemory = 4 << 30

// separate gives the process a group of its own, which an interrupt at the terminal does
// not reach, and has the system kill it when this program ends.
func separate(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds the memory of a process.
func limit(p *os.Process) {
	unix.Prlimit(p.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: mostMemory, Max: mostMemory}, nil)
}
