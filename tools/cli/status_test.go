package cli

import (
	"os"
	"os/exec"
	"testing"
)

// TestGone distinguishes a running process from one that has ended.
func TestGone(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run", "^$")
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	if gone(os.Getpid()) || gone(0) || !gone(c.Process.Pid) {
		t.Errorf("this process is gone: %v, one that has ended: %v", gone(os.Getpid()), gone(c.Process.Pid))
	}
}
