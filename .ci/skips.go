//go:build ignore

// Skips reads the output of go test -json, prints it as go test does without -v, and fails where
// a test fails, or is skipped without a line in the file that its argument names. A line of the
// file is a package and a test, of which both may be patterns of [path.Match], and the reason. A
// star also stands for slashes, which the names of subtests hold.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// event is a line of go test -json.
type event struct{ Action, Package, ImportPath, Test, Output string }

func main() {
	allowed := readAllowed(os.Args[1])
	output := map[string]string{} // of tests that have not ended
	failed, ran := false, false
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
			fmt.Print(line) // go test says what it cannot do in plain text
			failed = true
			continue
		}
		name := strings.TrimPrefix(e.Package, "github.com/foregone-db/foregone/") + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if e.Test == "" && e.Output != "PASS\n" {
				fmt.Print(e.Output)
			} else {
				output[name] += e.Output
			}
		case "fail", "build-fail":
			failed = true
			fmt.Print(output[name])
		case "skip":
			if e.Test != "" && !isAllowed(allowed, name) {
				failed = true
				fmt.Printf("%s is skipped, and %s does not list it:\n%s", name, os.Args[1], output[name])
			}
		case "pass":
			ran = ran || e.Test != ""
		}
		if e.Action != "output" {
			delete(output, name)
		}
	}
	if failed || !ran {
		os.Exit(1)
	}
}

// readAllowed returns the patterns of a file of skips.
func readAllowed(file string) (patterns []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 2 && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, fields[0]+" "+fields[1])
		}
	}
	return patterns
}

func isAllowed(patterns []string, name string) bool {
	flat := strings.NewReplacer("/", "|")
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(flat.Replace(p), flat.Replace(name))
		return ok && err == nil
	})
}
