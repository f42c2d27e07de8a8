package engine

import (
	"errors"
	"fmt"
)

// An InputError states in one line the fault of the user's input and the expected form. Commands
// end with exit status 2; the service answers with status 400.
type InputError struct{ msg string }

// InputErrorf makes an [InputError].
func InputErrorf(format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...)}
}

func (e *InputError) Error() string { return e.msg }

// TwoPlayers returns an [InputError] for a game of one player or of chance, where what is asked for, such
// as "a report", is about two who win or lose by their moves alone.
func TwoPlayers(g Game, what string) error {
	if g.Kind().Single() {
		return InputErrorf("%s is a game of one player, and %s is about two: its values are least numbers of moves", g.Spec(), what)
	}
	if g.Kind().Uncertain() {
		return InputErrorf("%s is a game of chance, and %s is about games without dice: its values are probabilities or expected scores", g.Spec(), what)
	}
	return nil
}

// IsInput reports whether err is, or wraps, an [InputError].
func IsInput(err error) bool {
	var e *InputError
	return errors.As(err, &e)
}
