package dilate

// withLoops runs f with the loops in Go, or with those in assembly if there are any.
func withLoops(inGo bool, f func()) {
	defer func(v bool) { vectors = v }(vectors)
	vectors = vectors && !inGo
	f()
}
