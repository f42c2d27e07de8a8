package cluster

import (
	"fmt"
	"strings"
)

// PoisonError ends a solve: neither workers nor the coordinator can do a unit.
type PoisonError struct {
	Unit      string
	Positions string // the chunks of the unit
	Text      string // the error of the coordinator's attempt
}

func (e *PoisonError) Error() string {
	first, _, _ := strings.Cut(e.Text, "\n")
	return fmt.Sprintf("unit %s (%s) cannot be done, by no machine: %s; the log has more", e.Unit, e.Positions, first)
}

// RefutedError ends a solve: a worker's results are wrong, and the solve used some of them
// unchecked before that was known.
type RefutedError struct {
	Worker  string
	Unit    string   // the unit whose result was wrong
	By      []string // workers that found another result
	Trusted string   // the first stage with results of the worker
	Store   string
}

func (e *RefutedError) Error() string {
	return fmt.Sprintf("worker %s found something wrong in unit %s, as %s say; its results from %s on were not checked: solve again without that machine, with another store than %s or with that one emptied, and with --quorum 2 if others may be like it",
		e.Worker, e.Unit, strings.Join(e.By, " and "), e.Trusted, e.Store)
}
