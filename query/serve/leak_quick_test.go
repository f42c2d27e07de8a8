//go:build !long

package serve_test

import "time"

const (
	leakRequests = 20_000
	pageTime     = 2 * time.Minute // for the steps of one page
)
