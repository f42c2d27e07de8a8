package cluster

import (
	"fmt"
	"strings"
)

// PoisonError ends a solve: a unit cannot be done, not by workers and not by the
// coordinator.
type PoisonError struct {
	Unit      string
	Positions string // which positions it is about
	Text      string // what went wrong when the coordinator tried
}

func (e *PoisonError) Error() string {
	first, _, _ := strings.Cut(e.Text, "\n")
	return fmt.Sprintf("unit %s (%s) cannot be done, by no machine: %s; the log has more", e.Unit, e.Positions, first)
}

// RefutedError ends a solve: a worker's results are wrong, and some of them were taken on
// trust before that was known.
type RefutedError struct {
	Worker  string
	Unit    string   // what it found wrong
	By      []string // who found something else
	Trusted string   // the first stage with results of the worker
	Store   string
}

func (e *RefutedError) Error() string {
	return fmt.Sprintf("worker %s found something wrong in unit %s, as %s say; its results from %s on were not checked: solve again without that machine, with another store than %s or with that one emptied, and with --quorum 2 if others may be like it",
		e.Worker, e.Unit, strings.Join(e.By, " and "), e.Trusted, e.Store)
}
