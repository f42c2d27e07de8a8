package main

import (
	"context"
	"os"
	"time"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

// bounded is the name of the test binary as the program foregone with small limits on a question.
// The variables have the time limit, a file that is written when the command has begun, and a mark
// of the command's processes.
const (
	bounded     = "foregone-bounded"
	patienceVar = "FOREGONE_TEST_PATIENCE"
	readyVar    = "FOREGONE_TEST_READY"
	markVar     = "FOREGONE_TEST_MARK"

	questionTime  = 4 * time.Second // the usual time limit
	questionSteps = 1 << 28         // the limit of steps with it
	questionBytes = 256 << 20       // the memory limit of a program
)

// mainBounded runs a command line with small limits.
func mainBounded() {
	patience, err := time.ParseDuration(os.Getenv(patienceVar))
	if err != nil {
		panic(err)
	}
	steps := int64(questionSteps)
	if patience > questionTime { // the command is interrupted
		steps = 1 << 60
	}
	ready := cli.Extra{Begin: func(context.Context) func() {
		os.WriteFile(os.Getenv(readyVar), nil, 0o666)
		return func() {}
	}}
	start(program.New(program.Options{Runner: python.Runner, Patience: patience, MostMemory: questionBytes}), wasm.NewBounded(steps, patience), ready)
}
