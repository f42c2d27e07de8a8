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
	var known sync.Map // the definition of each module, by its hash, so that it is compiled once
	get := func(content string) (engine.Definition, error) {
		made, _ := known.LoadOrStore(engine.ContentHash(content), sync.OnceValues(func() (engine.Definition, error) { return define(content) }))
		return made.(func() (engine.Definition, error))()
	}
	return games.Family{
		Suffix: suffix, Param: param, Binary: true,
		Read: func(path string, content []byte) (engine.Definition, string, error) {
			d, err := get(string(content))
			if err != nil {
				return d, "", engine.InputErrorf("%s is not a game: %v", path, err)
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
func define(content string) (engine.Definition, error) {
	module, err := NewModule([]byte(content))
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
