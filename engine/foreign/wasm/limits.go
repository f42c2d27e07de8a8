package wasm

import "time"

const (
	// MaxModule is the maximum size of a module, in bytes.
	MaxModule = 8 << 20
	// mostPages bounds the memory of an instance, in pages of 64 KiB.
	mostPages = 1024
	// mostSteps is the maximum number of steps of a question. It takes some seconds.
	mostSteps = 1 << 34
	// quota is the number of steps between two looks at the clock, some milliseconds.
	quota = 1 << 22
	// patience is the time limit for a question.
	patience = 30 * time.Second
)

// limits bound a question.
type limits struct {
	steps    int64
	patience time.Duration
	ended    <-chan struct{} // closed when the command must stop, or nil
}

// quota is the number of steps that an instance gets at a time.
func (l limits) quota() int64 { return min(l.steps, quota) }
