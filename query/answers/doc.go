// Package answers makes the answers under /v1, without HTTP: package serve sends them to clients, and
// the reader of a site makes them in the browser.
//
// A [Set] has the databases. [Set.Routes] lists what can be asked, and [Set.Ask] answers one request:
//
//	set, err := answers.New([]*query.DB{db}, "1.0")
//	a, err := set.Ask(ctx, "/v1/quixo/value", "position=%230", nil)
//
// This package and what it imports do not link net/http and html/template, which would make a reader
// for browsers larger by a half.
//
// A Set is safe for concurrent use. The caller keeps the databases open.
package answers
