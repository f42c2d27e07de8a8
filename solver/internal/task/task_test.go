package task

import "testing"

// Every kind has a name of its own that it can be parsed from. The name of a task contains it.
func TestNames(t *testing.T) {
	for n := range names {
		var k Kind
		if err := k.UnmarshalText([]byte(Kind(n).String())); err != nil || k != Kind(n) {
			t.Errorf("%v is read as %v (%v)", Kind(n), k, err)
		}
	}
	if len(names) != int(Own)+1 {
		t.Errorf("%d names of %d kinds", len(names), Own+1)
	}
	for _, wrong := range []string{"", "nap", "scan ", "Scan"} {
		var k Kind
		if err := k.UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is parsed as %v", wrong, k)
		}
	}
	for want, task := range map[string]Task{
		"scan/3/17/42":   {Slice: 3, Phase: 17, Kind: Scan, Chunk: 42},
		"part/3/17/42/5": {Slice: 3, Phase: 17, Kind: Part, Chunk: 42, Part: 5},
	} {
		if task.String() != want {
			t.Errorf("%v, want %s", task, want)
		}
	}
}
