package kv

import "path/filepath"

// Names in the folder of a database.
const (
	storeName   = "store"
	tableName   = "table.foregone"
	keysName    = "keys.foregone"
	scratchName = "scratch"
	statusName  = "status.json"
	logName     = "solve.log"
	lockName    = "lock"
	holderName  = "holder.json"
	newName     = "store.new" // a store that is being created
	oldName     = "store.old" // a store that is being deleted
)

// TablePath returns the path of the finished table of the database in dir.
func TablePath(dir string) string { return filepath.Join(dir, tableName) }

// KeysPath returns the path of the keys of a game's positions, which databases of games
// that bring only their rules have beside the table.
func KeysPath(dir string) string { return filepath.Join(dir, keysName) }

// StorePath returns the path of the store's own folder.
func StorePath(dir string) string { return filepath.Join(dir, storeName) }

// ScratchPath returns the path of the folder for spill files. This package never
// makes it; [Store.DropLog] deletes it.
func ScratchPath(dir string) string { return filepath.Join(dir, scratchName) }

// StatusPath returns the path of the status file.
func StatusPath(dir string) string { return filepath.Join(dir, statusName) }

// LogPath returns the path for a solve's log. This package never writes it.
func LogPath(dir string) string { return filepath.Join(dir, logName) }

// belongs reports whether a name in the folder of a database is, or may be, ours.
func belongs(name string) bool {
	switch name {
	case storeName, scratchName, statusName, logName, lockName, holderName, newName, oldName, "lost+found":
		return true
	}
	// Tables, status files and logs on their way have longer names.
	for _, own := range []string{tableName, keysName, statusName, logName, holderName} {
		if len(name) >= len(own) && name[:len(own)] == own {
			return true
		}
	}
	return name[0] == '.'
}
