//go:build !long

package connectfour

const slow = false
