//go:build long && unix

package cluster

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// clockJumps is added to the wall clock of a process. Every two seconds it takes another
// value: it moves the clock forwards or backwards by up to a month. As when a user sets the clock,
// monotonic clocks do not jump.
const clockJumps = `
var clockOffsets = [...]int64{0, 3600, -3600, 30 * 86400, -7200, 0, -86400, 60}

func clockJump(mono int64) int64 {
	at := uint64(mono>>31+startNano) * 0x9e3779b97f4a7c15
	return clockOffsets[at>>61]
}
`

// jumpingProgram builds this test program with clocks that jump.
func jumpingProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(runtime.GOROOT(), "src", "time", "time.go")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Skip("the source of the standard library is not here")
	}
	const read = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	changed := strings.Replace(string(text), read, read+"\tsec += clockJump(mono)\n", 1) + clockJumps
	if !strings.Contains(changed, "sec += clockJump") {
		t.Fatal("time.Now reads the clock in another way than this test knows")
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{source: filepath.Join(dir, "time.go")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"time.go": changed, "overlay.json": string(overlay)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "jumping.test")
	build := exec.Command("go", "test", "-c", "-tags", "long", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build with clocks that jump: %v: %s", err, out)
	}
	return program
}

// Wall clocks that jump, differently on every machine, change no result and cause no delay.
func TestClockJumps(t *testing.T) {
	trial{fault: (*chaos).fault, faults: 60, pause: 300 * time.Millisecond, limit: 10 * time.Minute, workers: 3, path: jumpingProgram(t)}.run(t)
}
