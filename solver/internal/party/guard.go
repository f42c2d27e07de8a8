package party

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a panic of a game while it did a task.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Guard calls f, which does a task of a unit, and turns a panic into a [PanicError], so that the
// machine survives and another one can try the unit.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	return f()
}
