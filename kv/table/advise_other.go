//go:build !linux

package table

import "os"

// advise lets the system read a part of a file that is going to be asked for.
func advise(*os.File, uint64, uint64) {}
