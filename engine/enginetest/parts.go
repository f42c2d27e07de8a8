package enginetest

import "github.com/foregone-db/foregone/engine"

// Parts is a set of the optional parts of an [engine.Scratch].
type Parts uint8

const (
	Predecessors Parts = 1 << iota // engine.Unmover
	WinScan                        // engine.WinScanner
	Search                         // engine.Searcher
	Shortcuts                      // engine.Seeder, hidden with WinScan, too, and engine.OpenUnmover, hidden with Predecessors
)

// Without returns g with these optional parts hidden, which must not change what a
// solver finds. Parts that g does not have are ignored.
func Without(g engine.Game, hidden Parts) engine.Game {
	if hidden == 0 {
		return g
	}
	return withoutGame{g, hidden}
}

type withoutGame struct {
	engine.Game
	hidden Parts
}

func (g withoutGame) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	if _, scores := s.(engine.Scorer); scores {
		return s // its layers are solved without any of these parts
	}
	u, p := s.(engine.Unmover)
	w, q := s.(engine.WinScanner)
	f, r := s.(engine.Searcher)
	p = p && g.hidden&Predecessors == 0
	q = q && g.hidden&WinScan == 0
	r = r && g.hidden&Search == 0
	seed, canSeed := s.(engine.Seeder)
	open, canOpen := s.(engine.OpenUnmover)
	if canSeed && canOpen && g.hidden&Shortcuts == 0 {
		if p || q {
			return withShortcuts(s, u, p, w, q, f, r, seed, open)
		}
	}
	type (
		scratch = engine.Scratch
		unmover = engine.Unmover
		scanner = engine.WinScanner
		finder  = engine.Searcher
	)
	switch {
	case p && q && r:
		return struct {
			scratch
			unmover
			scanner
			finder
		}{s, u, w, f}
	case p && q:
		return struct {
			scratch
			unmover
			scanner
		}{s, u, w}
	case p && r:
		return struct {
			scratch
			unmover
			finder
		}{s, u, f}
	case q && r:
		return struct {
			scratch
			scanner
			finder
		}{s, w, f}
	case p:
		return struct {
			scratch
			unmover
		}{s, u}
	case q:
		return struct {
			scratch
			scanner
		}{s, w}
	case r:
		return struct {
			scratch
			finder
		}{s, f}
	}
	return struct{ scratch }{s}
}

// withShortcuts is NewScratch for some of the parts, an Unmover or a WinScanner among
// them, with the shortcuts that belong to these.
func withShortcuts(s engine.Scratch, u engine.Unmover, p bool, w engine.WinScanner, q bool, f engine.Searcher, r bool, seed engine.Seeder, open engine.OpenUnmover) engine.Scratch {
	type (
		scratch = engine.Scratch
		finder  = engine.Searcher
		unmover struct {
			engine.Unmover
			engine.OpenUnmover
		}
		scanner struct {
			engine.WinScanner
			engine.Seeder
		}
	)
	back, ahead := unmover{u, open}, scanner{w, seed}
	switch {
	case p && q && r:
		return s
	case p && q:
		return struct {
			scratch
			unmover
			scanner
		}{s, back, ahead}
	case p && r:
		return struct {
			scratch
			unmover
			finder
		}{s, back, f}
	case q && r:
		return struct {
			scratch
			scanner
			finder
		}{s, ahead, f}
	case p:
		return struct {
			scratch
			unmover
		}{s, back}
	}
	return struct {
		scratch
		scanner
	}{s, ahead}
}
