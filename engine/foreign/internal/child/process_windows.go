package child

import (
	"os"
	"os/exec"
)

// separate leaves the process as it is.
func separate(*exec.Cmd) {}

// limit leaves the process as it is.
func limit(*os.Process, uint64) {}

// end kills a process.
func end(p *os.Process) { p.Kill() }
