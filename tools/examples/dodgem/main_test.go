package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/tools/cli"
)

// TestAlone checks that the program has the commands and packages of its own game, and none of
// other games.
func TestAlone(t *testing.T) {
	var out bytes.Buffer
	name := registry.Definitions()[0].Name
	for _, command := range []string{"--help", "man"} {
		out.Reset()
		if status := cli.Run(t.Context(), registry, []string{"play", command}, nil, &out, &out); status != 0 || !strings.Contains(out.String(), "play solve "+name) && command == "--help" {
			t.Fatalf("exit status %d: %s", status, out.String())
		}
		if strings.Contains(out.String(), "pushfight") {
			t.Errorf("%s has commands of another game:\n%s", command, out.String())
		}
	}
	deps, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(deps), "pushfight") {
		t.Errorf("the program has packages of another game:\n%s", deps)
	}
}
