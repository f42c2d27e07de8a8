//go:build !long

package morris

const slow = false
