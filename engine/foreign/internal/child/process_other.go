//go:build unix && !linux

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// separate gives the process a group of its own, which an interrupt at the terminal does
// not reach.
func separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// limit leaves the process as it is.
func limit(*os.Process, uint64) {}
