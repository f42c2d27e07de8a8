//go:build unix && !linux

package slabs

func adviseLarge([]byte) {}
