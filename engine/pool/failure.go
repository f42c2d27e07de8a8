package pool

import "fmt"

// A Failure is what code panics with that has no error to return, as hot methods of games
// have none, and that rests on something other than the program: it was asked rightly and
// could not answer. [Each] and [InOrder] return its error; other first callers [Catch] it.
type Failure struct{ Err error }

func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error.
func (f Failure) Unwrap() error { return f.Err }

// Fail panics with a [Failure].
func Fail(format string, args ...any) { panic(Failure{fmt.Errorf(format, args...)}) }

// Catch is deferred: it stores the error of a [Failure] in err, and lets any other panic
// pass.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}

// caught calls f and returns its error, or that of the failure that it ends in.
func caught(f func() error) (err error) {
	defer Catch(&err)
	return f()
}
