//go:build long

package cli_test

import "testing"

// As TestTogether, with three servers; the test kills and restarts one of them.
func TestThreeServers(t *testing.T) { solveTogether(t, 3) }
