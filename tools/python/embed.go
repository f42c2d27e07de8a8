// Package python embeds the Python package foregone, with which games in Python are written: a
// folder that Python runs with the path of a game.
package python

import "embed"

// Runner is the folder.
//
//go:embed __main__.py foregone/*.py
var Runner embed.FS

// Example is the source of tic-tac-toe, a small game.
//
//go:embed examples/tictactoe.py
var Example []byte
