package serve_test

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

// TestLeaks sends many requests, some over new connections, and checks that no goroutines, files or
// memory leak.
func TestLeaks(t *testing.T) {
	s := newServer(t, serve.Options{})
	before := resources()
	stop := startUntil(t, s)
	targets := []string{
		ttt + "/value?position=XO..X....", ttt + "/value?position=nonsense", ttt + "/moves?position=XO..X....",
		pf + "/value?position=%2317", "/nothing", "/lookup/perms/....................xOY..o", "/uwapi/",
	}
	requests := leakRequests
	if testing.Short() {
		requests = 5_000
	}
	const perConnection = 500
	var warm usage
	for done := 0; done < requests; done += perConnection {
		c := connect(t, stop.address)
		for i := range perConnection {
			c.ask(t, targets[i%len(targets)])
		}
		c.close()
		if done == requests/5/perConnection*perConnection {
			runtime.GC()
			warm = resources()
		}
	}
	runtime.GC()
	hot := resources()
	if hot.heap > warm.heap+8<<20 {
		t.Errorf("the heap grew from %d to %d KiB", warm.heap>>10, hot.heap>>10)
	}
	stop.stop()
	for range 100 {
		if after := resources(); after.goroutines <= before.goroutines && after.files <= before.files {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("before: %+v, afterwards: %+v", before, resources())
}

type usage struct {
	goroutines, files int
	heap              uint64 // bytes
}

func resources() usage {
	u := usage{goroutines: runtime.NumGoroutine()}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil { // on other systems files are not counted
		for _, f := range files {
			// The runtime keeps descriptors to wait for connections.
			if target, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && !strings.HasPrefix(target, "anon_inode:") {
				u.files++
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.heap = m.HeapAlloc
	return u
}
