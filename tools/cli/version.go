package cli

import (
	"fmt"
	"runtime/debug"
)

// Version returns the version of the program: that of its module where it was
// installed as one or built from a repository, else the commit it was built from, else
// "unknown". In a module of somebody's own that of Foregone follows, or where it was taken from.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// modulePath is the module of this package.
const modulePath = "github.com/foregone-db/foregone"

// versionOf returns the version that build information gives; nil is none.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return "unknown"
	}
	own, library := mainVersion(info), libraryVersion(info)
	switch {
	case library == "":
		return own
	case own == "unknown":
		return library
	}
	return own + " with " + library
}

// mainVersion returns the version of the main module.
func mainVersion(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if commit == "" {
		return "unknown"
	}
	return fmt.Sprintf("devel-%.12s%s", commit, dirty)
}

// libraryVersion returns that of Foregone, where another module is the main one; else "".
func libraryVersion(info *debug.BuildInfo) string {
	for _, m := range info.Deps {
		switch {
		case m.Path != modulePath:
		case m.Replace != nil && (m.Replace.Version == "" || m.Replace.Version == "(devel)"): // a folder has no version
			return "foregone from " + m.Replace.Path
		case m.Replace != nil:
			return "foregone " + m.Replace.Version + " of " + m.Replace.Path
		default:
			return "foregone " + m.Version
		}
	}
	return ""
}
