package slabs

import (
	"os"
	"path/filepath"
)

// ForgetCensus makes the next call of CountAll in a folder begin anew.
func ForgetCensus(dir string) { os.Remove(filepath.Join(dir, censusName)) }
