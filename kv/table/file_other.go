//go:build !unix

package table

import "os"

// mapFile maps a whole file for reading, or returns nil where it cannot.
func mapFile(*os.File, int64) []byte { return nil }

func unmapFile([]byte) error { return nil }
