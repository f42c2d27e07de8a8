package cluster

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/foregone-db/foregone/kv/blob"
)

// get returns the answer of a page.
func get(t *testing.T, p *Page, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	p.server.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusOK {
		t.Errorf("GET %s: status %d", path, w.Code)
	}
	return w.Body.String()
}

// storeText returns all objects of a store, with their names.
func storeText(t *testing.T, location string) string {
	t.Helper()
	s, err := blob.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	names, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		raw, err := s.Get(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(name + "\n")
		b.Write(raw)
	}
	return b.String()
}

// metrics returns the metrics of a page, by name and by the label worker or stage.
func metrics(t *testing.T, p *Page) map[string]map[string]float64 {
	t.Helper()
	text := get(t, p, "/metrics")
	if problems, err := promlint.New(strings.NewReader(text)).Lint(); err != nil || len(problems) > 0 {
		t.Errorf("the metrics have problems: %v %v", problems, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]map[string]float64{}
	for name, f := range families {
		values[name] = map[string]float64{}
		for _, m := range f.Metric {
			label := ""
			for _, l := range m.Label {
				if l.GetName() == "worker" || l.GetName() == "stage" {
					label = l.GetValue()
				}
			}
			if f.GetType() == dto.MetricType_COUNTER {
				values[name][label] = m.GetCounter().GetValue()
			} else {
				values[name][label] = m.GetGauge().GetValue()
			}
		}
	}
	return values
}

// Status, page and metrics of the coordinator, and the metrics of a worker, show the progress and the
// work of each worker.
func TestSight(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.solve.Alone, s.solve.Idle = 512, 300, true
	page, own := NewPage(""), NewPage("")
	if text := get(t, page, "/"); !strings.Contains(text, "<html") || get(t, page, "/healthz") != "ok\n" || get(t, own, "/metrics") == "" {
		t.Error("before the solve begins the page does not answer")
	}
	s.solve.Status = page.Show
	dying, kill := context.WithCancel(t.Context())
	defer kill()
	// One worker is slow, and one sends no heartbeats.
	s.worker(t.Context(), "slow", func(o *workSetup) { o.do, o.Status = slowly(100*time.Millisecond), own.Show })
	var silent record
	s.worker(dying, "silent", func(o *workSetup) {
		o.do, o.Log = slowly(300*time.Millisecond), textLog(&silent)
		o.timing.beat = time.Hour
	})
	ended := make(chan error, 1)
	go func() {
		_, err := s.run(t.Context())
		ended <- err
	}()
	seen := map[string]bool{}
	for over := false; !over; {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			over = true
		case <-time.After(20 * time.Millisecond):
		}
		st, err := AskStatus(t.Context(), s.server.WorkerURL("127.0.0.1"), Access{})
		if over || err != nil {
			continue
		}
		s.see(seen, st, get(t, page, "/"), metrics(t, page), metrics(t, own))
	}
	for _, what := range []string{
		"status: game and store", "status: stage and units", "status: a worker at a unit", "status: who is silent", "status: rate", "status: time left",
		"page: a worker at a unit", "page: who is silent", "page: units", "metrics: units", "metrics: a worker", "metrics: who is silent", "worker: units",
	} {
		if !seen[what] {
			t.Errorf("never seen: %s", what)
		}
	}
	if _, err := AskStatus(t.Context(), s.server.WorkerURL("127.0.0.1"), Access{}); err != ErrNobody {
		t.Errorf("after the solve the answer is %v", err)
	}
}

// see records the facts that the status, page and metrics of one moment show.
func (s *setup) see(seen map[string]bool, st Status, page string, all, own map[string]map[string]float64) {
	note := func(what string, is bool) {
		if is {
			seen[what] = true
		}
	}
	note("status: game and store", st.Game == s.spec.String() && strings.HasPrefix(st.Store, s.store) && len(st.Job) == 16)
	note("status: stage and units", strings.HasPrefix(st.Stage, "slabs-") && st.Step != "" && st.Done > 0 && st.Done < st.Total)
	note("status: time left", st.ETA > 0)
	for _, w := range st.Workers {
		note("status: a worker at a unit", w.Worker == "slow" && w.Unit != "" && w.Seconds > 0 && w.Host != "" && w.Stage == st.Stage)
		note("status: rate", w.Worker == "slow" && w.Units > 0 && w.Rate > 0 && w.Rate <= 10 && w.Written > 0 && w.Read > 0)
		note("status: who is silent", w.Worker == "silent" && w.Silent > 0)
		note("page: a worker at a unit", w.Unit != "" && strings.Contains(page, "<td>"+w.Unit+"<td>"))
	}
	note("page: who is silent", strings.Contains(page, "<td>silent<td>") && strings.Contains(page, "not heard of for"))
	note("page: units", regexp.MustCompile(`<p>slabs-\S+, [a-z ]+: [0-9]+ of [0-9]+ units`).MatchString(page) && strings.Contains(page, s.spec.String()))
	note("metrics: units", all["foregone_cluster_step_units"][st.Stage] > 0 && all["foregone_cluster_step_units_done"][st.Stage] > 0)
	note("metrics: a worker", all["foregone_cluster_worker_units_total"]["slow"] > 0 && all["foregone_cluster_worker_written_bytes_total"]["slow"] > 0)
	note("metrics: who is silent", all["foregone_cluster_worker_silent_seconds"]["silent"] > 0)
	note("worker: units", own["foregone_cluster_worker_units_total"]["slow"] > 0 && len(own["foregone_cluster_worker_units_total"]) == 1)
}

// The page refuses writes, runs no scripts, and quotes the texts of workers.
func TestPageReadOnly(t *testing.T) {
	p := NewPage("127.0.0.1:0")
	p.Show(func() Status {
		return Status{Game: "<b>", Alarms: []string{"<script>"}, Workers: []WorkerStatus{{Worker: "<i>", Trouble: "\"&'"}, {Worker: "w\nx\"}", Refuted: true}}}
	})
	if text := get(t, p, "/"); strings.Contains(text, "<script>") || strings.Contains(text, "<i>") || strings.Contains(text, "<b>") || !strings.Contains(text, "its results are wrong") {
		t.Errorf("the page is %s", text)
	}
	if m := metrics(t, p)["foregone_cluster_worker_units_total"]; len(m) != 2 {
		t.Errorf("the metrics are %v", m)
	}
	for _, r := range []*http.Request{
		httptest.NewRequest(http.MethodPost, "/", nil), httptest.NewRequest(http.MethodDelete, "/metrics", nil), httptest.NewRequest(http.MethodGet, "/other", nil),
	} {
		w := httptest.NewRecorder()
		p.server.Handler.ServeHTTP(w, r)
		if w.Code != http.StatusMethodNotAllowed && w.Code != http.StatusNotFound {
			t.Errorf("%s %s: status %d", r.Method, r.URL, w.Code)
		}
	}
	w := httptest.NewRecorder()
	p.server.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("the policy is %q", policy)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
}

// The example for KEDA uses only metrics that exist.
func TestKEDA(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("examples", "keda.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	p := NewPage("")
	p.Show(func() Status { return Status{Stage: "phase-0-1", Step: "back", Done: 1, Total: 2} })
	have := metrics(t, p)
	asked := regexp.MustCompile(`foregone_[a-z_]+`).FindAllString(string(text), -1)
	for _, name := range asked {
		if len(have[name]) == 0 {
			t.Errorf("there is no metric %s", name)
		}
	}
	if len(asked) < 2 {
		t.Errorf("keda.yaml asks for %q", asked)
	}
}
