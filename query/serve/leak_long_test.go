//go:build long

package serve_test

import "time"

const (
	leakRequests = 1_000_000
	pageTime     = time.Hour // for the steps of one page
)
