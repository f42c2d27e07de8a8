package dobutsu

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

func BenchmarkWorker(b *testing.B) { enginetest.BenchmarkWorker(b, open(b, "dobutsu")) }
