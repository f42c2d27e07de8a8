//go:build long

package cli_test

// With the tag "long" the tests take more seconds.
const slow = true
