//go:build !long

package naive

const slow = false
