//go:build !long

package baghchal

const slow = false
