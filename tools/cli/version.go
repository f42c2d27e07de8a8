package cli

import (
	"fmt"
	"runtime/debug"
)

// release is the version of this source, as CHANGELOG.md names it.
const release = "1.0.0"

// modulePath is the module of this package.
const modulePath = "github.com/foregone-db/foregone"

// Version returns the version of the program: that of Foregone, with the commit if the build knows
// it. A program of another module puts its own version first.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// versionOf returns the version in build information; if info is nil, it returns release.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return release
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = fmt.Sprintf(" (%.12s", s.Value)
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if commit != "" {
		commit += changed + ")"
	}
	library := "foregone " + release
	for _, m := range info.Deps {
		if m.Path == modulePath && m.Replace != nil {
			library += " from " + m.Replace.Path
		}
	}
	switch {
	case info.Main.Path == modulePath || info.Main.Path == "":
		return release + commit
	case info.Main.Version == "" || info.Main.Version == "(devel)":
		return library + commit
	}
	return info.Main.Version + " with " + library + commit
}
