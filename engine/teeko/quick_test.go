//go:build !long

package teeko

const slow = false
