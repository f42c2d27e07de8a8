package cli

import (
	"bytes"
	"testing"

	"github.com/foregone-db/foregone/solver/capacity"
)

func TestShowCapacity(t *testing.T) {
	plan := capacity.Plan{
		Game: "pushfight", Positions: 86208131520, Machine: "a machine", Rounds: 5, Cores: 64, Live: 1000,
		Measured: []capacity.Rate{
			{Name: "test", Unit: "position", Nanoseconds: 52.13, PerSecond: 19182812},
			{Name: "sets", Unit: "set", Nanoseconds: 61234, PerSecond: 16330.8},
		},
		Steps: []capacity.Step{
			{Name: "one", Units: 86208131520, Unit: "positions", CoreHours: 1.25, WallHours: 0.0195, Formula: "a × b"},
			{Name: "two", Units: 10, Unit: "wins", CoreHours: 640, WallHours: 10, Formula: "c"},
		},
		CoreHours: 641.25, WallHours: 10.0195,
		Memory: []capacity.Storage{{Name: "sets", Bytes: 5 << 30, Formula: "five"}},
		Disk:   []capacity.Storage{{Name: "log", Bytes: 24 << 30, Formula: "two"}, {Name: "table", Bytes: 1 << 30, Formula: "one"}},
		Notes:  []string{"a note"},
	}
	const want = `pushfight: 86,208,131,520 positions

Measured on one core of this machine (a machine),
medians of 5 rounds of random samples:

  work     time                   rate
  test  52.1 ns  19,182,812 position/s
  sets  61.2 µs           16,331 set/s

The whole solve by slabs (1,000 slabs live) on a machine of 64 cores like this one:

  step                      units  core-hours  wall time
  one    86,208,131,520 positions         1.2     1m 10s
  two                     10 wins       640.0    10h 00m
  total                                 641.2    10h 01m

How each step is computed:
  one = a × b
  two = c

Memory:
  sets  5.0 GiB  five

Disk:
  log    24.0 GiB  two
  table   1.0 GiB  one

To be known about these figures:
  - a note
`
	var b bytes.Buffer
	showPlan(&b, plan)
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestShortTime(t *testing.T) {
	for ns, want := range map[float64]string{0.31: "0.3 ns", 52.13: "52.1 ns", 4700: "4.7 µs", 1.25e6: "1.2 ms", 3e9: "3.0 s"} {
		if got := shortTime(ns); got != want {
			t.Errorf("%v ns is %q, want %q", ns, got, want)
		}
	}
}
