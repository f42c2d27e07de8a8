package serve_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/baghchal"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/einstein"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/puzzles/cube2"
	"github.com/foregone-db/foregone/engine/puzzles/klotski"
	"github.com/foregone-db/foregone/engine/puzzles/pancake"
	"github.com/foregone-db/foregone/engine/puzzles/rushhour"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/engine/puzzles/sokoban"
	"github.com/foregone-db/foregone/engine/pylos"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/squadro"
	"github.com/foregone-db/foregone/engine/teeko"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/engine/ur"
	"github.com/foregone-db/foregone/engine/yahtzee"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/gamesmanuni"
	analyzer "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
)

// folder holds the databases of all tests, each made on first use.
var folder string

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(tested{m})
}

// tested runs the tests with a folder for databases.
type tested struct{ *testing.M }

func (t tested) Run() int {
	return runIn(func(dir string) int {
		folder = dir
		defer func() { closeChromium() }()
		return t.M.Run()
	})
}

var registry = games.NewRegistry(tictactoe.Definition(), pushfight.Definition(), quixo.Definition(), connectfour.Definition(),
	britishsquare.Definition(), rpsw.Definition(), tupitu.Definition(), dobutsu.Definition(), graph.Definition(),
	pig.Definition(), ur.Definition(), cube2.Definition(), klotski.Definition(), pancake.Definition(), rushhour.Definition(), sliding.Definition(), sokoban.Definition(),
	chess.Definition(), awari.Definition(), kalah.Definition(), morris.Definition(), teeko.Definition(), tictacchec.Definition(), backgammon.Bearoff(), einstein.Definition(),
	backgammon.Hypergammon(), baghchal.Definition(), pylos.Definition(), squadro.Definition(), yahtzee.Definition())

var solveOnce sync.Map // spec to func() error

// solve returns the folder of a database of a game, solved naively.
func solve(t testing.TB, text string) string {
	t.Helper()
	dir := filepath.Join(folder, strings.NewReplacer(":", "-", ",", "-", "=", "-").Replace(text))
	once, _ := solveOnce.LoadOrStore(text, sync.OnceValue(func() error {
		spec, err := registry.Parse(text, os.ReadFile)
		if err != nil {
			return err
		}
		g, err := registry.Open(spec)
		if err != nil {
			return err
		}
		values := naive(g)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		w, err := table.Create(kv.TablePath(dir), table.HeaderOf(g), table.WriterOptions{Workers: 1, Weight: table.WeightOf(g)})
		if err != nil {
			return err
		}
		for i := range g.Size() {
			b := make([]byte, g.Kind().Width())
			if g.Kind().PutValue(b, values[i]); len(b) < 8 {
				b = binary.LittleEndian.AppendUint16(nil, uint16(values[i]))[:len(b)]
			}
			if err := w.Append(b); err != nil {
				return err
			}
		}
		if _, err = w.Finish(); err != nil || spec.Name() != "pushfight" {
			return err
		}
		return keepOpenings(dir)
	}))
	if err := once.(func() error)(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// naive solves a game. Chances and expected scores come from repeated sweeps.
func naive(g engine.Game) map[uint64]engine.Value {
	if !g.Kind().Uncertain() {
		return enginetest.Naive(g)
	}
	s, dice, size, chance := g.NewScratch(), g.Parts().Dice, g.Size(), g.Kind().Outcome(0) == engine.Likely
	worth := make([]float64, size*uint64(1+dice.Places))
	fold := func(i uint64) float64 {
		var r fast.Rolls
		switch ends := s.Roller.Roll(&r, i); {
		case !chance && len(r.Weights) == 0:
			return float64(s.Score(i))
		case ends != 0:
			return map[engine.Ends]float64{engine.IsLost: 0, engine.IsDrawn: 0.5}[ends]
		}
		mean := 0.0
		for roll, weight := range r.Weights {
			best := math.Inf(-1)
			for _, m := range r.Of(roll) {
				value := 1.0 // it wins at once
				if m.End == 0 {
					value = worth[m.To]
				}
				if !m.Keeps && m.End == 0 {
					value = -value
					if chance {
						value++
					}
				}
				best = max(best, value+float64(m.Gain))
			}
			mean += best * float64(weight) / float64(dice.Sum)
		}
		return mean
	}
	for change := 1.0; change > 1e-12; {
		change = 0
		for i := range size {
			for place := range uint64(dice.Places) {
				at := size + i*uint64(dice.Places) + place
				worth[at] = fold(at)
			}
			now := fold(i)
			change, worth[i] = max(change, math.Abs(now-worth[i])), now
		}
	}
	values := map[uint64]engine.Value{}
	for i := range size {
		values[i] = g.Kind().FromFloat(worth[i])
	}
	return values
}

// keepOpenings saves the values of a database's set-ups next to its table.
func keepOpenings(dir string) error {
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	o, err := analyzer.FindOpenings(context.Background(), db, analyzer.OpeningsOptions{Memory: 1 << 30})
	if err != nil {
		return err
	}
	return query.SaveStarts(db, o.Starts())
}

// open opens databases of some games.
func open(t testing.TB, specs ...string) []*query.DB {
	t.Helper()
	var dbs []*query.DB
	for _, spec := range specs {
		db, err := query.Open(solve(t, spec), registry, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		dbs = append(dbs, db)
	}
	return dbs
}

const small = "pushfight:movers=1,pushers=1"

// newServer makes a server of the games of the tests, with the protocol of one of them.
func newServer(t testing.TB, o serve.Options) *serve.Server {
	t.Helper()
	o.Protocols = append(o.Protocols, analyzer.Analyzer)
	o.Faces = gamesmanuni.Faces()
	s, err := serve.New(open(t, "tictactoe", small), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// start runs a server until the test ends and returns its address.
func start(t testing.TB, s *serve.Server) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// ask answers a request without a network.
func ask(s http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func get(t testing.TB, url string) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var b bytes.Buffer
	if _, err := io.Copy(&b, response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, b.String()
}
