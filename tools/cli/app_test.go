package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "9f17249783296ca2949754c7338cda1c9f258f49"}
	changed := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	clean := debug.BuildSetting{Key: "vcs.modified", Value: "false"}
	own := debug.Module{Path: modulePath, Version: "(devel)"}
	for want, info := range map[string]*debug.BuildInfo{
		"1.0.0":                         {Main: debug.Module{Path: modulePath, Version: "v1.0.0"}}, // go install …@v1.0.0
		"1.0.0 (9f1724978329)":          {Main: own, Settings: []debug.BuildSetting{commit, clean}},
		"1.0.0 (9f1724978329, changed)": {Main: own, Settings: []debug.BuildSetting{commit, changed}},
		// In another module.
		"foregone 1.0.0":                          {Main: debug.Module{Path: "example.com/mine"}, Deps: []*debug.Module{{Path: "example.com/other", Version: "v9.0.0"}, {Path: modulePath, Version: "v1.0.0"}}},
		"foregone 1.0.0 from ../foregone":         {Main: debug.Module{Path: "example.com/mine", Version: "(devel)"}, Deps: []*debug.Module{{Path: modulePath, Version: "v0.0.0", Replace: &debug.Module{Path: "../foregone", Version: "(devel)"}}}},
		"v3.0.0 with foregone 1.0.0 from fork/it": {Main: debug.Module{Path: "example.com/mine", Version: "v3.0.0"}, Deps: []*debug.Module{{Path: modulePath, Version: "v1.0.0", Replace: &debug.Module{Path: "fork/it", Version: "v1.0.0"}}}},
	} {
		if got := versionOf(info); got != want {
			t.Errorf("%+v: %s, want %s", info, got, want)
		}
	}
	if got := versionOf(nil); got != release {
		t.Errorf("without build information: %s", got)
	}
}
