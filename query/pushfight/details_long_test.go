//go:build long

package pushfight_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine/games"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
)

// TestDetailsSpeed asks for the replies to all moves of random positions of the full game, with the
// table that $FOREGONE_DB names. It asks twice, each time a new server, so that only the system's
// cache helps.
func TestDetailsSpeed(t *testing.T) {
	dir := os.Getenv("FOREGONE_DB")
	if dir == "" {
		t.Skip("FOREGONE_DB names no database of the whole of Push Fight, which takes hours to make")
	}
	random := rand.New(rand.NewPCG(16, 7))
	var positions []string
	access := table.Mapped
	if os.Getenv("FOREGONE_NO_MAP") != "" {
		access = table.OnFile
	}
	serveOne := func() (*query.DB, *serve.Server) {
		db, err := query.Open(dir, games.NewRegistry(rules.Definition()), query.Options{Access: access})
		if err != nil {
			t.Fatal(err)
		}
		s, err := serve.New([]*query.DB{db}, serve.Options{Protocols: []serve.Protocol{pushfight.Analyzer}})
		if err != nil {
			t.Fatal(err)
		}
		return db, s
	}
	db, s := serveOne()
	for range 20 {
		positions = append(positions, db.Game().Text(db.Game().At(random.Uint64N(db.Game().Size()))))
	}
	for range 2 {
		for _, p := range positions {
			before, begin := spent(), time.Now()
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/lookup/perms/"+p+"?d=1", nil))
			took, user := time.Since(begin), spent()-before
			if w.Code != http.StatusOK {
				t.Fatalf("%s: status %d: %s", p, w.Code, w.Body)
			}
			var a struct {
				Successors []struct{ Moves, Details []string }
			}
			if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
				t.Fatal(err)
			}
			moves, details := 0, 0
			for _, g := range a.Successors {
				moves, details = moves+len(g.Moves), details+len(g.Details)
			}
			t.Logf("%s: %d moves, %d with replies: %v, %v of CPU time", p, moves, details, took.Round(time.Millisecond), user.Round(time.Millisecond))
		}
		db.Close()
		db, s = serveOne()
	}
	db.Close()
}

// spent returns the CPU time of the process.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
