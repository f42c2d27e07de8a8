//go:build unix && !linux

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// separate gives the process its own group, so that an interrupt at the terminal does not reach it.
func separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing: only Linux bounds memory.
func limit(*os.Process, uint64) {}

// endMarked does nothing: only Linux tells the environment of a process.
func endMarked(string) {}
