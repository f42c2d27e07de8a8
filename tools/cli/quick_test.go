//go:build !long

package cli_test

const slow = false
