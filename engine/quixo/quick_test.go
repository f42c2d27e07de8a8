//go:build !long

package quixo

const slow = false
