//go:build long

package serve_test

const leakRequests = 1_000_000
