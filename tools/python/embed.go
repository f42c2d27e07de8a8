// Package python embeds the Python package foregone, for games written in Python. Python runs its
// folder with the path of a game.
package python

import "embed"

// Runner is the folder that Python runs.
//
//go:embed __main__.py foregone/*.py
var Runner embed.FS

// Example is the source of tic-tac-toe, a small game.
//
//go:embed examples/tictactoe.py
var Example []byte

// Quixo is the source of Quixo, for comparisons of languages.
//
//go:embed examples/quixo.py
var Quixo []byte
