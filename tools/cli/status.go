package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/breadth"
	"github.com/foregone-db/foregone/solver/cluster"
)

func runStatus(c *Call) error {
	if c.IsSet("cluster") {
		s, err := cluster.AskStatus(c.Context, c.String("cluster"), access(c))
		if err != nil {
			return err
		}
		return c.show("cluster", s)
	}
	dir, err := c.databaseDir(c.String("db"), true)
	if err != nil {
		return err
	}
	s, err := readStatus(dir)
	if errors.Is(err, kv.ErrNotFound) {
		// Every command prints the same message about a missing database.
		_, err = c.open(dir, query.Options{})
	}
	if err != nil {
		return err
	}
	killed := s.Running && !s.Finished && gone(s.PID)
	if killed {
		s.Running = false
	}
	result := struct {
		solver.Status
		Dir       string   `json:"-"`
		State     string   `json:"-"`
		Discovers bool     `json:"-"` // the step counts positions, others count chunks
		Order     []string `json:"-"` // of the values
	}{Status: s, Dir: dir, Discovers: s.Step == solver.StepDiscovery, Order: sortedValues(s)}
	if !c.json {
		result.State = stateText(c, dir, s, killed)
	}
	return c.show("status", result)
}

// readStatus returns the status of a database. For a finished one it reads the table, because a
// copied table may lack the status file.
func readStatus(dir string) (solver.Status, error) {
	var s solver.Status
	err := kv.ReadStatus(dir, &s)
	t, openErr := table.Open(kv.TablePath(dir), table.ReaderOptions{Access: table.OnFile})
	if errors.Is(openErr, kv.ErrNotFound) {
		if d, rawErr := raw.ReadDescription(dir); !errors.Is(rawErr, kv.ErrNotFound) {
			return inPlaceStatus(d), rawErr
		}
		if p, bitmapErr := breadth.Progress(dir); !errors.Is(bitmapErr, os.ErrNotExist) {
			return bitmapStatus(p), bitmapErr
		}
		return s, err
	} else if openErr != nil {
		return s, openErr
	}
	defer t.Close()
	if err == nil && !s.Finished && t.Header().MaxPhase > 0 {
		return s, nil // an earlier solve wrote the table, and another continues it
	}
	h := t.Header()
	s.Game, s.Finished, s.Running = h.Game, true, false
	s.Positions, s.Decided, s.Phase = h.Positions, h.Positions, h.MaxPhase
	s.Slice, s.Step, s.ChunksDone, s.ChunksTotal, s.ETA, s.Rate = "", "", 0, 0, 0, 0
	s.Percent, s.Left = 100, 0
	if info, err := os.Stat(t.Path()); err == nil && s.Updated.IsZero() {
		s.Updated = info.ModTime().UTC().Truncate(time.Second)
	}
	s.Values = map[string]uint64{}
	for _, count := range t.Summary().Counts {
		v := engine.Value(count.Value)
		if v == engine.Tie && h.MaxPhase > 0 {
			s.Decided -= count.Positions
			continue
		}
		s.Values[t.Kind().Text(v)] = count.Positions
	}
	return s, nil
}

// inPlaceStatus is the status of a database that uses a file in place: it is complete.
func inPlaceStatus(d raw.Description) solver.Status {
	s := solver.Status{Game: d.Game, Finished: true, Positions: d.Positions, Step: usedInPlace, Updated: d.Modified}
	if known, err := raw.ParseRanges(d.Known); err == nil {
		s.Decided = known.Count()
	}
	return s
}

// bitmapStatus is the status of a solve in bitmaps. It does not tell whether a process is at work.
func bitmapStatus(p breadth.State) solver.Status {
	s := solver.Status{Game: p.Game, Finished: p.Done, Step: byBitmaps, Phase: len(p.Counts) - 1, Positions: p.Positions, Values: map[string]uint64{}}
	for moves, n := range p.Counts {
		s.Values[fmt.Sprint(moves)] = n
	}
	if s.Decided = p.Solvable(); p.Done {
		s.Decided = s.Positions
	}
	return s
}

// usedInPlace is the step of a database that uses a file in place.
const usedInPlace = "used in place"

// silentAfter is the age of a running solve's status from which the solve counts as dead.
const silentAfter = time.Minute

// gone reports whether the process is known to have ended.
func gone(pid int) bool {
	if pid <= 0 {
		return false
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	defer process.Release()
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// stateText describes whether a solve is running, stopped or done.
func stateText(c *Call, dir string, s solver.Status, killed bool) string {
	switch {
	case killed:
		return fmt.Sprintf("process %d was killed; \"%s\" resumes", s.PID, resumeText(c, dir, s))
	case s.Finished && s.Phase > 0 && s.Decided < s.Positions:
		return fmt.Sprintf("solved up to remoteness %d (plies)", s.Phase)
	case s.Finished && s.Step == usedInPlace:
		return "a file, used in place"
	case s.Finished:
		return "solved"
	case s.Running && time.Since(s.Updated) < silentAfter:
		return fmt.Sprintf("running, process %d", s.PID)
	case s.Running:
		return fmt.Sprintf("no word from process %d since %s; if it is gone, \"%s\" resumes", s.PID, s.Updated.Format(time.DateTime), resumeText(c, dir, s))
	}
	return fmt.Sprintf("stopped; \"%s\" resumes", resumeText(c, dir, s))
}

// resumeText returns the command that continues a solve. It leaves out the parameters of a game
// made from files, because the paths are unknown.
func resumeText(c *Call, dir string, s solver.Status) string {
	game := s.Game
	if _, err := c.registry.Restore(game, nil); err != nil {
		game = "GAME"
	}
	if s.Step == byBitmaps {
		game += " --strategy " + byBitmaps
	}
	return fmt.Sprintf("%s solve %s --db %s", c.name, quote(game), quote(dir))
}

// sortedValues returns the values of a status in the order of their codes, followed by those that
// no kind knows.
func sortedValues(s solver.Status) []string {
	code := func(text string) int {
		for k := engine.Byte; k.Known(); k++ {
			if v, err := k.Parse(text); err == nil && k == engine.Score {
				return k.Points(v)
			} else if err == nil {
				return int(v)
			}
		}
		return math.MaxInt
	}
	return slices.SortedFunc(maps.Keys(s.Values), func(a, b string) int {
		return cmp.Or(cmp.Compare(code(a), code(b)), strings.Compare(a, b))
	})
}
