package wasm

import (
	"fmt"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
)

const (
	suffix = ".wasm"
	param  = "module"
)

// Family returns the family of games that are WebAssembly modules, files whose names end in
// ".wasm". A spec, and so a database, contains the whole module.
func Family() games.Family {
	known := &modules{byHash: map[string]*known{}}
	return games.Family{
		Suffix: suffix, Param: param, Binary: true,
		Read: func(path string, content []byte) (engine.Definition, string, error) {
			k, err := known.get(string(content))
			if err != nil {
				return engine.Definition{}, "", engine.InputErrorf("%s is no game: %v", path, err)
			}
			return k.definition, string(content), nil
		},
		Restore: func(kept string) (engine.Definition, error) {
			k, err := known.get(kept)
			if err != nil {
				return engine.Definition{}, fmt.Errorf("its module is no game: %w", err)
			}
			return k.definition, nil
		},
	}
}

// modules caches compiled modules.
type modules struct {
	mu     sync.Mutex
	byHash map[string]*known
}

// known is a module with its definition.
type known struct {
	once       sync.Once
	definition engine.Definition
	err        error
}

// get returns the cached entry of a module, and makes it first if necessary.
func (m *modules) get(content string) (*known, error) {
	hash := engine.ContentHash(content)
	m.mu.Lock()
	k := m.byHash[hash]
	if k == nil {
		k = &known{}
		m.byHash[hash] = k
	}
	m.mu.Unlock()
	k.once.Do(func() { k.err = k.make(content) })
	return k, k.err
}

// make compiles the module and reads its description.
func (k *known) make(content string) error {
	module, err := NewModule([]byte(content))
	if err != nil {
		return err
	}
	text, err := module.Describe()
	var d *foreign.Description
	if err == nil {
		d, err = foreign.ParseDescription(text)
	}
	if err != nil {
		module.Close()
		return err
	}
	file := engine.Param{Name: param, Binary: true, Help: "the WebAssembly module itself"}
	k.definition = foreign.Definition(d, suffix, file, func(engine.Spec) (foreign.Source, error) { return module, nil })
	return nil
}
