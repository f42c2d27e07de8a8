//go:build js

// Command reader is the part of a site that runs in the browser: rules and look-ups of all games, which a
// Web Worker asks through the object foregone. Package site describes it, and builds it.
package main

import (
	"syscall/js"

	"github.com/foregone-db/foregone/engine/builtin"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query/site/reading"
)

func main() {
	registry := games.NewRegistry(builtin.Definitions()...).With(foreign.Declared(), wasm.New().Family())
	r, err := reading.New(registry, web.Options{Folder: "blocks", Cache: reading.MostKept * 5 / 4})
	if err != nil {
		panic(err) // a browser without a cache is no error
	}
	s := &calls{reader: r, stops: map[int]func(){}}
	progress := js.Global().Get("foregoneProgress")
	web.OnFetch(func(requests, n int) { progress.Invoke(requests, n) })
	js.Global().Set("foregone", map[string]any{
		"protocol": reading.Protocol,
		"open":     js.FuncOf(s.open),
		"ask":      js.FuncOf(s.ask),
		"keep":     js.FuncOf(s.keep),
		"forget":   js.FuncOf(s.forget),
		"stop":     js.FuncOf(s.stop),
	})
	js.Global().Call("foregoneReady")
	select {}
}
