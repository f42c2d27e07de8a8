package task

import "testing"

// Every task can be written down and read again.
func TestText(t *testing.T) {
	for n := range kinds {
		want := Task{Slice: 3, Phase: 17, Kind: Kind(n), Chunk: 42}
		if want.Kind == Part {
			want.Part = 5
		}
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got Task
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, wrong := range []string{"", "scan", "scan/1/2", "scan/1/2/3/4", "part/1/2/3", "nap/1/2/3", "scan/1/2/x", "scan/1/2/3 "} {
		if err := new(Task).UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is taken for a task", wrong)
		}
	}
}
