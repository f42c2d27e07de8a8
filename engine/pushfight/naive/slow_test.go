//go:build long

package naive

const slow = true
