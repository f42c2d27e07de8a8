package child

import (
	"os"
	"os/exec"
)

// separate does nothing on Windows.
func separate(*exec.Cmd) {}

// limit does nothing on Windows.
func limit(*os.Process, uint64) {}

// end kills a process.
func end(p *os.Process, _ string) { p.Kill() }

// endMarked does nothing on Windows.
func endMarked(string) {}
