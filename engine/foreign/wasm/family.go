package wasm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
)

const (
	suffix = ".wasm"
	param  = "module"
)

// Modules runs modules. It is safe for concurrent use.
type Modules struct {
	limits limits
	ended  chan struct{}
	once   sync.Once // closes ended
}

// New makes Modules whose questions may take 2^34 steps and 30 s each.
func New() *Modules { return NewBounded(mostSteps, patience) }

// NewBounded makes Modules whose questions may take so many steps, at least 1, and so much time
// each.
func NewBounded(steps int64, patience time.Duration) *Modules {
	ended := make(chan struct{})
	return &Modules{limits: limits{steps, patience, ended}, ended: ended}
}

// Begin prepares for a command: when ctx is done, all modules stop, within some milliseconds. The
// caller calls end when the command has ended.
func (m *Modules) Begin(ctx context.Context) (end func()) {
	stop := context.AfterFunc(ctx, func() { m.once.Do(func() { close(m.ended) }) })
	return func() { stop() }
}

// Family returns the family of games that are WebAssembly modules, files whose names end in
// ".wasm". A spec, and so a database, contains the whole module.
func (m *Modules) Family() games.Family {
	var known sync.Map // the definition of each module, by its hash, so that it is compiled once
	get := func(content string) (engine.Definition, error) {
		made, _ := known.LoadOrStore(engine.ContentHash(content), sync.OnceValues(func() (engine.Definition, error) { return m.define(content) }))
		return made.(func() (engine.Definition, error))()
	}
	return games.Family{
		Suffix: suffix, Param: param, Binary: true,
		Read: func(path string, content []byte) (engine.Definition, string, error) {
			d, err := get(string(content))
			if err != nil {
				return d, "", foreign.NotGame(path, err)
			}
			return d, string(content), nil
		},
		Restore: func(kept string) (engine.Definition, error) {
			d, err := get(kept)
			if err != nil {
				err = fmt.Errorf("its module is not a game: %w", err)
			}
			return d, err
		},
	}
}

// define compiles a module and reads its description.
func (m *Modules) define(content string) (engine.Definition, error) {
	module, err := newModule([]byte(content), m.limits)
	if err != nil {
		return engine.Definition{}, err
	}
	text, err := module.Describe()
	var d *foreign.Description
	if err == nil {
		d, err = foreign.ParseDescription(text)
	}
	if err != nil {
		module.Close()
		return engine.Definition{}, err
	}
	file := engine.Param{Name: param, Binary: true, Help: "the WebAssembly module itself"}
	return foreign.Definition(d, suffix, file, func(engine.Spec) (foreign.Source, error) { return module, nil }), nil
}
