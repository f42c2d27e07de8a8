package cluster

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
)

// NATS subjects. Those that end in a dot take the id of the job.
const (
	helloSubject  = "foregone.hello"  // a worker asks for the job
	statusSubject = "foregone.status" // a client asks for the progress
	beatSubject   = "foregone.beat."  // heartbeats of a worker
	saySubject    = "foregone.say."   // reports of a worker to the coordinator
	newsSubject   = "foregone.news."  // messages of the coordinator to all workers
)

// Messages carry no times: clocks may differ, and jump.

// hello answers a worker that asks for the job.
type hello struct {
	Job    string `json:"job"`
	Game   string `json:"game"`
	Store  string `json:"store"`
	Folder string `json:"folder"` // in the store
	Engine string `json:"engine"`
	// Refused is the reason why the coordinator takes no workers.
	Refused string `json:"refused,omitempty"`
}

// Reports of a worker on a unit.
const (
	sayBegun   = "begun"
	sayDone    = "done"
	sayBack    = "back" // the worker returns the unit
	sayFailed  = "failed"
	sayDamaged = "damaged" // an object of the stage is damaged or missing
)

// say is a worker's report to the coordinator.
type say struct {
	What   string       `json:"what"`
	Worker string       `json:"worker"`
	Stage  string       `json:"stage"`
	Unit   string       `json:"unit,omitempty"`
	Object party.Object `json:"object,omitzero"`
	Error  string       `json:"error,omitempty"`
	Took   float64      `json:"took,omitempty"` // seconds
}

// beat is a worker's heartbeat, sent every few seconds.
type beat struct {
	WorkerStatus
	Threads int  `json:"threads"`
	Leaves  bool `json:"leaves,omitempty"`
}

// news is a message of the coordinator to all workers.
type news struct {
	Finished string   `json:"finished,omitempty"` // a stage
	End      bool     `json:"end,omitempty"`
	Refuted  []string `json:"refuted,omitempty"` // workers whose results are wrong

	To    string       `json:"to,omitempty"`    // the worker that
	Given []party.Unit `json:"given,omitempty"` // gets these units
	Stage string       `json:"stage,omitempty"` // of this stage
	Taken []string     `json:"taken,omitempty"` // and loses those
}

// timing has the intervals and timeouts of a machine. Tests use shorter ones.
type timing struct {
	beat     time.Duration // between two beats
	poll     time.Duration // between two listings of the store, which find results whose messages were lost
	lost     time.Duration // after this long without a sign of life, a unit goes to another machine
	straggle time.Duration // units that take less are not stragglers
	stay     time.Duration // a coordinator that solves alone goes on with a worker that is here for so long
	alone    time.Duration // after this long without a working worker, the coordinator does a unit itself
	retry    time.Duration // longest pause between two calls to the store
	most     int           // failures of a unit before the coordinator tries it itself
}

func usual() timing {
	return timing{
		beat: 5 * time.Second, poll: 5 * time.Second, lost: 60 * time.Second,
		straggle: 20 * time.Second, stay: 15 * time.Second, alone: 60 * time.Second, retry: 10 * time.Second, most: 5,
	}
}

func hexDigest(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

// clean replaces every character other than letters, digits and hyphens by a hyphen.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, text)
}

// inbox owns the units that wait for this machine, all of one stage. It also wakes the machine up
// when there is news. It is safe for concurrent use.
type inbox struct {
	mu    sync.Mutex
	stage string
	units []party.Unit
	wake  chan struct{} // closed and made anew when there is news
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{})} }

// wakeUp wakes the goroutines that wait for news.
func (b *inbox) wakeUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.wake)
	b.wake = make(chan struct{})
}

// awake returns a channel that is closed with the next news.
func (b *inbox) awake() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wake
}

// accept adds units of a stage, and forgets those of other stages.
func (b *inbox) accept(stage string, units []party.Unit) {
	b.mu.Lock()
	if b.stage != stage && len(units) > 0 {
		b.stage, b.units = stage, nil
	}
	b.units = append(b.units, units...)
	b.mu.Unlock()
	b.wakeUp()
}

// drop forgets units that other machines do now.
func (b *inbox) drop(names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.units = slices.DeleteFunc(b.units, func(u party.Unit) bool { return slices.Contains(names, u.String()) })
}

// next takes the next unit of a stage out of the inbox; nil: there is none.
func (b *inbox) next(stage string) *party.Unit {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.units) == 0 || b.stage != stage {
		return nil
	}
	u := b.units[0]
	b.units = b.units[1:]
	return &u
}
