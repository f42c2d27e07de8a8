package engine

import (
	"errors"
	"fmt"
)

// An InputError says what is wrong with something a user typed and what was
// expected, in one line. Commands answer it with exit status 2, the service with
// status 400.
type InputError struct{ msg string }

// InputErrorf makes an [InputError].
func InputErrorf(format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...)}
}

func (e *InputError) Error() string { return e.msg }

// IsInput reports whether err is, or wraps, an [InputError].
func IsInput(err error) bool {
	var e *InputError
	return errors.As(err, &e)
}
