//go:build !amd64

package dilate

func withLoops(_ bool, f func()) { f() }
