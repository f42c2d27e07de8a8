package wasm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fixturesBy is the compiler that "make wasm" used for the fixtures.
const fixturesBy = "clang version 14.0.6"

// TestFixtures rebuilds the fixtures, if the same compiler is available.
func TestFixtures(t *testing.T) {
	version, err := exec.Command("clang", "--version").Output()
	if err != nil || !strings.Contains(string(version), fixturesBy) {
		t.Skipf("%s is not here (%v)", fixturesBy, err)
	}
	dir := t.TempDir()
	build := exec.Command("sh", "testdata/build.sh")
	build.Env = append(os.Environ(), "OUT="+dir)
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out) // the linker is missing
	}
	built, err := filepath.Glob(filepath.Join(dir, "*.wasm"))
	if err != nil || len(built) != 6 {
		t.Fatalf("%d fixtures, %v", len(built), err)
	}
	for _, path := range built {
		fresh, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(filepath.Join("testdata", filepath.Base(path))); err != nil || !bytes.Equal(have, fresh) {
			t.Errorf("%s is not what its source makes: run make wasm (%v)", filepath.Base(path), err)
		}
	}
}
