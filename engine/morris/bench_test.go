package morris

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// BenchmarkWorker measures nine men's morris after placing.
func BenchmarkWorker(b *testing.B) {
	enginetest.BenchmarkWorker(b, open(b, "morris:men=9,rings=3,placed=true"))
}
