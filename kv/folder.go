package kv

import (
	"path/filepath"
	"strings"
)

// Names in the folder of a database, which FORMAT.md describes. The name of an unfinished file
// has one of these as a prefix.
const (
	TableName    = "table.foregone"
	WrongName    = "table.wrong"
	KeysName     = "keys.foregone"
	SpreadName   = "spread.foregone"
	StartsName   = "starts.json"
	InPlaceName  = "inplace.json"
	BitmapsName  = "breadth.json"
	StoreName    = "store"
	NewStoreName = "store.new" // a store that is being created
	OldStoreName = "store.old" // a store that is being deleted
	ScratchName  = "scratch"
	StatusName   = "status.json"
	LogName      = "solve.log"
	LockName     = "lock"
	HolderName   = "holder.json"
)

// Names in the scratch folder; some are followed by the number of a slice or a worker.
const (
	LayerFile      = "layer-"   // the values of a finished layer
	UpdatesFile    = "updates-" // spilled updates of a worker
	MovesFile      = "moves-"   // moves that the scan of a slice found
	ReverseFile    = "reverse"  // predecessors of positions
	ExitsFile      = "exits"    // values of positions that a slice exits into
	KeyListsFolder = "keys"     // lists of an unfinished discovery
	SlabsFolder    = "slabs"    // decisions of a solve by slabs, and its working files
)

// TablePath returns the path of the finished table of the database in dir.
func TablePath(dir string) string { return filepath.Join(dir, TableName) }

// WrongPath returns the path of a finished table that its verification found wrong.
func WrongPath(dir string) string { return filepath.Join(dir, WrongName) }

// KeysPath returns the path of the keys of a game's positions. Databases of games that define only
// rules have that file in addition to the table.
func KeysPath(dir string) string { return filepath.Join(dir, KeysName) }

// SpreadPath returns the path of the value index of a large table.
func SpreadPath(dir string) string { return filepath.Join(dir, SpreadName) }

// StartsPath returns the path of the file with the values of the starts of a game.
func StartsPath(dir string) string { return filepath.Join(dir, StartsName) }

// BitmapsPath returns the path of the file that names the bitmaps of a solve (package bitmaps).
func BitmapsPath(dir string) string { return filepath.Join(dir, BitmapsName) }

// StorePath returns the path of the folder of the store.
func StorePath(dir string) string { return filepath.Join(dir, StoreName) }

// ScratchPath returns the path of the folder for spill files.
func ScratchPath(dir string) string { return filepath.Join(dir, ScratchName) }

// StatusPath returns the path of the status file.
func StatusPath(dir string) string { return filepath.Join(dir, StatusName) }

// LogPath returns the path for a solve's log.
func LogPath(dir string) string { return filepath.Join(dir, LogName) }

// Belongs reports whether a folder with a file of that name may hold a database: the file is part
// of one, or is hidden, or is lost+found.
func Belongs(name string) bool {
	switch name {
	case StoreName, NewStoreName, OldStoreName, ScratchName, LockName, "lost+found":
		return true
	}
	// Unfinished tables, status files and logs have longer names.
	for _, own := range []string{TableName, WrongName, KeysName, SpreadName, StartsName, StatusName, LogName, HolderName} {
		if strings.HasPrefix(name, own) {
			return true
		}
	}
	return strings.HasPrefix(name, ".")
}
