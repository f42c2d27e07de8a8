package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// jobFormat is the version of all messages between machines and of all objects in the store.
const jobFormat = 3

// jobNames are the objects that hold the job, one as good as the other. They are written first and never change.
var jobNames = [2]string{"job.json", "job-copy.json"}

// job holds the data on which all machines must agree.
type job struct {
	Format   int               `json:"format"`
	Game     string            `json:"game"` // canonical spec
	Files    map[string]string `json:"files,omitempty"`
	Chunk    uint64            `json:"chunk"`
	MaxPhase int               `json:"max_phase,omitempty"`
	Strategy solver.Strategy   `json:"strategy"`
	Alone    uint64            `json:"alone"`          // positions up to which work is not shared
	Parts    uint64            `json:"parts"`          // positions from which slices are solved in parts
	Limit    time.Duration     `json:"limit"`          // a unit that finishes no chunk for so long has failed
	Engine   string            `json:"engine"`         // digest of the program
	Keys     []party.Object    `json:"keys,omitempty"` // parts of the file of keys, of games of rules only
}

// id names a job.
func (j *job) id() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // it has nothing that JSON cannot hold
	}
	return hexDigest(text)[:16]
}

// readJob returns the job in a store, or nil if there is none.
func readJob(ctx context.Context, s blob.Store) (j *job, err error) {
	damaged, found := false, false
	for n := 0; n < len(jobNames) && !found; n++ {
		j = &job{}
		if found, err = readJSON(ctx, s, jobNames[n], j); errors.Is(err, blob.ErrCorrupt) {
			damaged = true
		} else if err != nil {
			return nil, err
		}
	}
	switch {
	case found:
	case damaged:
		return nil, engine.InputErrorf("%s and %s in the store %s are damaged: delete this folder of the store, or give another store", jobNames[0], jobNames[1], s)
	default:
		return nil, nil
	}
	if j.Format != jobFormat {
		return nil, engine.InputErrorf("the store %s is of format %d, and this program's is %d: give both machines one version", s, j.Format, jobFormat)
	}
	return j, nil
}

// put writes the objects of a job that are missing or damaged. If another coordinator made a different job
// before, put reads that into j.
func (j *job) put(ctx context.Context, s blob.Store) error {
	for _, name := range jobNames {
		if err := agree(ctx, s, name, j); err != nil {
			return err
		}
	}
	return nil
}

// engineDigest identifies the program: two programs with one digest behave alike. The digest of
// a released or committed version covers its sources and dependencies, on any system; that of
// another build covers the program file.
var engineDigest = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	info, ok := debug.ReadBuildInfo()
	if ok && buildKnown(info) {
		fmt.Fprintln(h, info.GoVersion, info.Main.Path, info.Main.Version, info.Main.Sum)
		for _, d := range info.Deps {
			fmt.Fprintln(h, d.Path, d.Version, d.Sum)
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "-tags" {
				fmt.Fprintln(h, s.Key, s.Value)
			}
		}
		return hex.EncodeToString(h.Sum(nil)[:8]), nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
})

// buildKnown reports whether build information identifies all sources of a program.
func buildKnown(info *debug.BuildInfo) bool {
	revision := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				return false
			}
		}
	}
	v := info.Main.Version
	return revision != "" || v != "" && v != "(devel)" && !strings.Contains(v, "dirty")
}
