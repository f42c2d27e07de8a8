//go:build long

package cli_test

import "testing"

// As TestTogether, with three servers, one of which is killed and started again.
func TestThreeServers(t *testing.T) { solveTogether(t, 3) }
