//go:build long && unix

package cluster

import (
	"testing"
	"time"
)

// A thousand faults.
func TestChaosLong(t *testing.T) { chaosUntil(t, 1000, 300*time.Millisecond, 30*time.Minute) }
