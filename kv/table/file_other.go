//go:build !unix

package table

import "os"

// mapFile returns nil: files are not mapped here.
func mapFile(*os.File, int64) []byte { return nil }

func unmapFile([]byte) error { return nil }
