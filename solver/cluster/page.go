package cluster

import (
	"context"
	"html/template"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Page serves the progress of a solve, read-only: /metrics for Prometheus, and a page for
// people.
type Page struct {
	address  string
	server   *http.Server
	registry *prometheus.Registry

	mu     sync.Mutex
	status func() Status
	worker func() WorkerStatus
}

// NewPage returns a page to serve at an address.
func NewPage(address string) *Page {
	p := &Page{address: address, registry: prometheus.NewRegistry()}
	p.registry.MustRegister(p)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(p.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /{$}", p.show)
	p.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	return p
}

// Start begins to serve, in a goroutine of its own.
func (p *Page) Start() error {
	l, err := net.Listen("tcp", p.address)
	if err != nil {
		return err
	}
	go p.server.Serve(l)
	return nil
}

// Close ends it within a second.
func (p *Page) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	p.server.Shutdown(ctx)
}

// Show is for [SolveOptions].Status.
func (p *Page) Show(status func() Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// ShowWorker is for [WorkOptions].Status.
func (p *Page) ShowWorker(worker func() WorkerStatus) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.worker = worker
}

// now returns the status to show.
func (p *Page) now() (s Status) {
	p.mu.Lock()
	status, worker := p.status, p.worker
	p.mu.Unlock()
	if status != nil {
		s = status()
	}
	if worker != nil {
		w := worker()
		s.Game, s.Workers = w.Game, []WorkerStatus{w}
	}
	return s
}

var page = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>{{.Game}}</title>
<style>body{font:16px system-ui;margin:2em;max-width:70em}table{border-collapse:collapse}td,th{padding:.3em .8em;text-align:left;border-bottom:1px solid #ccc}.alarm{color:#a00}</style>
<h1>{{.Game}}</h1><p>{{.Stage}}, {{.Step}}: {{.Done}} of {{.Total}} units{{if .Retries}}, {{.Retries}} handed out again{{end}}. Store: {{.Store}}</p>
{{range .Alarms}}<p class="alarm">{{.}}</p>{{end}}
<table><tr><th>worker<th>host<th>units<th>units/s<th>at<th>seconds<th>retries<th>trouble</tr>
{{range .Workers}}<tr><td>{{.Worker}}<td>{{.Host}}<td>{{.Units}}<td>{{printf "%.2f" .Rate}}<td>{{.Unit}}<td>{{printf "%.0f" .Seconds}}<td>{{.Retries}}<td>{{if .Refuted}}its results are wrong{{else if .Silent}}not heard of for {{printf "%.0f" .Silent}} s{{else}}{{.Trouble}}{{end}}</tr>
{{end}}</table></html>
`))

func (p *Page) show(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_ = page.Execute(w, p.now()) // the reader is gone
}

func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("foregone_cluster_"+name, help, labels, nil)
}

var (
	unitsDone    = metric("step_units_done", "units of the present step that are done", "stage", "step")
	unitsTotal   = metric("step_units", "units of the present step", "stage", "step")
	unitsRetried = metric("step_units_retried", "units of the present step that were handed out again", "stage", "step")
	secondsLeft  = metric("step_eta_seconds", "seconds until the present step is done", "stage", "step")
	alarms       = metric("alarms_total", "alarms, such as wrong results")
	workerUnits  = metric("worker_units_total", "units that a worker did", "worker")
	workerRate   = metric("worker_units_per_second", "units in a second of work", "worker")
	workerSent   = metric("worker_written_bytes_total", "bytes that a worker put into the store", "worker")
	workerRead   = metric("worker_read_bytes_total", "bytes that a worker read from the store", "worker")
	workerRetry  = metric("worker_retries_total", "calls to the store that failed", "worker")
	workerSilent = metric("worker_silent_seconds", "seconds since a worker was heard of, if it is overdue", "worker")
)

// Describe implements [prometheus.Collector].
func (p *Page) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		unitsDone, unitsTotal, unitsRetried, secondsLeft, alarms, workerUnits, workerRate, workerSent, workerRead, workerRetry, workerSilent,
	} {
		c <- d
	}
}

// Collect implements [prometheus.Collector].
func (p *Page) Collect(c chan<- prometheus.Metric) {
	s := p.now()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if s.Total > 0 {
		gauge(unitsDone, float64(s.Done), s.Stage, s.Step)
		gauge(unitsTotal, float64(s.Total), s.Stage, s.Step)
		gauge(unitsRetried, float64(s.Retries), s.Stage, s.Step)
		gauge(secondsLeft, s.ETA, s.Stage, s.Step)
	}
	count(alarms, float64(len(s.Alarms)))
	for _, w := range s.Workers {
		count(workerUnits, float64(w.Units), w.Worker)
		gauge(workerRate, w.Rate, w.Worker)
		count(workerSent, float64(w.Written), w.Worker)
		count(workerRead, float64(w.Read), w.Worker)
		count(workerRetry, float64(w.Retries), w.Worker)
		gauge(workerSilent, w.Silent, w.Worker)
	}
}
