package clock

import (
	"testing"
	"time"
)

// A stopwatch counts the time that its goroutine works, not the time that it sleeps.
func TestStopwatch(t *testing.T) {
	s := Start()
	time.Sleep(50 * time.Millisecond)
	if slept := s.Stop(); slept > 0.04 {
		t.Errorf("%v s of CPU time for 50 ms of sleep", slept)
	}
	s = Start()
	for begun := time.Now(); thread()-s.begun < 20*time.Millisecond; {
		if time.Since(begun) > time.Minute {
			t.Fatal("no CPU time passes")
		}
	}
	if worked := s.Stop(); worked < 0.02 {
		t.Errorf("%v s of CPU time for work of 20 ms", worked)
	}
	if Process() < 20*time.Millisecond {
		t.Errorf("the process used %v in all", Process())
	}
}
