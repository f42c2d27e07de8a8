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

// Guard calls f, which does a task of a unit. A panic in it becomes a [PanicError]: another
// machine may do better, and this one has other work.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	return f()
}
