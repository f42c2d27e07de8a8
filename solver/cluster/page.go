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

// Page serves the progress of a solve, read-only: /metrics for Prometheus, and an HTML page.
type Page struct {
	address  string
	server   *http.Server
	registry *prometheus.Registry

	mu     sync.Mutex
	status func() Status
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

// Close stops serving within a second.
func (p *Page) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	p.server.Shutdown(ctx)
}

// Show sets the function that returns the status. It is for the Status of [SolveOptions] and
// [WorkOptions].
func (p *Page) Show(status func() Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// now returns the status to show.
func (p *Page) now() (s Status) {
	p.mu.Lock()
	status := p.status
	p.mu.Unlock()
	if status != nil {
		s = status()
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
	_ = page.Execute(w, p.now()) // an error means that the reader is gone
}

// Describe implements [prometheus.Collector]. It describes nothing in advance.
func (p *Page) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (p *Page) Collect(c chan<- prometheus.Metric) {
	s := p.now()
	var labels prometheus.Labels // of the metrics that follow
	show := func(kind prometheus.ValueType, name, help string, value float64) {
		c <- prometheus.MustNewConstMetric(prometheus.NewDesc("foregone_cluster_"+name, help, nil, labels), kind, value)
	}
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	show(counter, "alarms_total", "alarms, such as wrong results", float64(len(s.Alarms)))
	if s.Total > 0 {
		labels = prometheus.Labels{"stage": s.Stage, "step": s.Step}
		show(gauge, "step_units_done", "units of the current step that are done", float64(s.Done))
		show(gauge, "step_units", "units of the current step", float64(s.Total))
		show(gauge, "step_units_retried", "units of the current step that were handed out again", float64(s.Retries))
		show(gauge, "step_eta_seconds", "seconds until the current step is done", s.ETA)
	}
	for _, w := range s.Workers {
		labels = prometheus.Labels{"worker": w.Worker}
		show(counter, "worker_units_total", "units that a worker did", float64(w.Units))
		show(gauge, "worker_units_per_second", "units in a second of work", w.Rate)
		show(counter, "worker_written_bytes_total", "bytes that a worker put into the store", float64(w.Written))
		show(counter, "worker_read_bytes_total", "bytes that a worker read from the store", float64(w.Read))
		show(counter, "worker_retries_total", "calls to the store that failed", float64(w.Retries))
		show(gauge, "worker_silent_seconds", "seconds since the last heartbeat of a worker, if one is overdue", w.Silent)
	}
}
