package pool

import "fmt"

// A Failure is the panic value of code that has no error result, such as a game's hot methods. It
// stands for a cause outside the program. [Each] and [InOrder] return its error. Other callers use
// [Catch].
type Failure struct{ Err error }

func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error.
func (f Failure) Unwrap() error { return f.Err }

// Fail panics with a [Failure].
func Fail(format string, args ...any) { panic(Failure{fmt.Errorf(format, args...)}) }

// Catch stores the error of a [Failure] in err, and repeats any other panic. The caller must defer
// it.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}

// caught calls f and returns its error, or the error of the [Failure] it panics with.
func caught(f func() error) (err error) {
	defer Catch(&err)
	return f()
}
