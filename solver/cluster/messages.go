package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// Subjects of NATS. Those of a job go on with its id.
const (
	helloSubject  = "foregone.hello"  // a worker asks for the job
	statusSubject = "foregone.status" // anybody asks how far it is
	beatSubject   = "foregone.beat."  // a worker says that it lives
	saySubject    = "foregone.say."   // a worker tells the coordinator
	newsSubject   = "foregone.news."  // the coordinator tells all
	unitSubject   = "foregone.unit."  // units, of the stream
	streamPrefix  = "FOREGONE_"
	consumerName  = "workers"
)

// Messages have no times in them: clocks may differ, and jump.

// hello is what a worker is told about the job.
type hello struct {
	Job    string `json:"job"`
	Game   string `json:"game"`
	Store  string `json:"store"`
	Folder string `json:"folder"` // in the store
	Engine string `json:"engine"`
}

// unitMessage is a unit to do.
type unitMessage struct {
	Stage   string     `json:"stage"`
	Kind    string     `json:"kind"`
	Unit    party.Unit `json:"unit"`
	Attempt int        `json:"attempt"`       // how often it was handed out
	Not     []string   `json:"not,omitempty"` // workers that did it already
}

// unit returns the unit.
func (m *unitMessage) unit() (*party.Unit, error) {
	kind, err := task.ParseKind(m.Kind)
	u := m.Unit
	u.Kind = kind
	return &u, err
}

// What a worker says about a unit.
const (
	sayBegun   = "begun"
	sayDone    = "done"
	sayBack    = "back" // it hands the unit back
	sayFailed  = "failed"
	sayDamaged = "damaged" // an object of the stage is not what it was
)

// say is what a worker says.
type say struct {
	What   string       `json:"what"`
	Worker string       `json:"worker"`
	Stage  string       `json:"stage"`
	Unit   string       `json:"unit,omitempty"`
	Object party.Object `json:"object,omitzero"`
	Error  string       `json:"error,omitempty"`
	Took   float64      `json:"took,omitempty"` // seconds
}

// beat is what a worker says of itself every few seconds.
type beat struct {
	Worker  string  `json:"worker"`
	Host    string  `json:"host"`
	PID     int     `json:"pid"`
	Threads int     `json:"threads"`
	Stage   string  `json:"stage"`
	Unit    string  `json:"unit,omitempty"` // that it is doing, as it is named in say
	Since   float64 `json:"since"`          // seconds at that unit
	Units   uint64  `json:"units"`          // done
	Busy    float64 `json:"busy"`           // seconds of these
	Written uint64  `json:"written"`        // bytes
	Read    uint64  `json:"read"`
	Retries uint64  `json:"retries"` // calls to the store that failed
	Trouble string  `json:"trouble,omitempty"`
	Leaves  bool    `json:"leaves,omitempty"`
}

// news is what the coordinator says.
type news struct {
	Finished string   `json:"finished,omitempty"` // a stage
	Units    bool     `json:"units,omitempty"`    // there are some
	End      bool     `json:"end,omitempty"`
	Refuted  []string `json:"refuted,omitempty"` // workers whose results are wrong

	To    string        `json:"to,omitempty"`    // a worker, which
	Given []unitMessage `json:"given,omitempty"` // is to do these units
	Taken []string      `json:"taken,omitempty"` // and need not do those
}

// timing is how long things may take. Tests have less patience.
type timing struct {
	beat     time.Duration // between two beats
	ack      time.Duration // a unit of which nothing is heard goes to another worker
	poll     time.Duration // between two looks at the store for what no message told
	lost     time.Duration // a unit of which nothing is heard is published again
	straggle time.Duration // least time of a unit that is published again as a straggler
	alone    time.Duration // without anybody at work the coordinator does a unit itself
	retry    time.Duration // most between two calls to the store
	most     int           // failures of a unit before the coordinator tries it itself
}

func usual() timing {
	return timing{
		beat: 5 * time.Second, ack: 30 * time.Second, poll: 5 * time.Second, lost: 60 * time.Second,
		straggle: 20 * time.Second, alone: 60 * time.Second, retry: 10 * time.Second, most: 5,
	}
}

func hexDigest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// clean makes a part of a name of some text.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, text)
}
