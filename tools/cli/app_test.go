package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "9f17249783296ca2949754c7338cda1c9f258f49"}
	changed := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	clean := debug.BuildSetting{Key: "vcs.modified", Value: "false"}
	for want, info := range map[string]*debug.BuildInfo{
		"v1.2.3":                     {Main: debug.Module{Version: "v1.2.3"}}, // go install …@v1.2.3
		"v1.2.4-0.2026+dirty":        {Main: debug.Module{Version: "v1.2.4-0.2026+dirty"}, Settings: []debug.BuildSetting{commit, changed}},
		"devel-9f1724978329":         {Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{commit, clean}},
		"devel-9f1724978329+changes": {Settings: []debug.BuildSetting{commit, changed}},
		"unknown":                    {Main: debug.Module{Version: "(devel)"}},
		// In a module of one's own.
		"foregone v1.2.3":                         {Deps: []*debug.Module{{Path: "example.com/other", Version: "v9.0.0"}, {Path: modulePath, Version: "v1.2.3"}}},
		"foregone from ../foregone":               {Main: debug.Module{Version: "(devel)"}, Deps: []*debug.Module{{Path: modulePath, Version: "v0.0.0", Replace: &debug.Module{Path: "../foregone", Version: "(devel)"}}}},
		"v3.0.0 with foregone v1.2.4 of fork/it":  {Main: debug.Module{Version: "v3.0.0"}, Deps: []*debug.Module{{Path: modulePath, Version: "v1.2.3", Replace: &debug.Module{Path: "fork/it", Version: "v1.2.4"}}}},
		"devel-9f1724978329 with foregone v1.2.3": {Settings: []debug.BuildSetting{commit, clean}, Deps: []*debug.Module{{Path: modulePath, Version: "v1.2.3"}}},
	} {
		if got := versionOf(info); got != want {
			t.Errorf("%+v: %s, want %s", info, got, want)
		}
	}
	if got := versionOf(nil); got != "unknown" {
		t.Errorf("without build information: %s", got)
	}
}
