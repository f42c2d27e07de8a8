//go:build !long

package serve_test

const leakRequests = 20_000
