package serve

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"github.com/foregone-db/foregone/query/answers"
)

// wrap adds to a route what all routes have in common: the check of the method, limits, errors,
// headers, the log and metrics.
func (s *Server) wrap(r *Route) http.Handler {
	route := strings.TrimSuffix(r.Pattern, "/{$}")
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		begin := time.Now()
		a, err := s.respond(w, request, r)
		status := cmp.Or(a.Status, http.StatusOK)
		if err != nil {
			status, a = s.failure(request, r, err)
		} else if a.Body == nil {
			status = http.StatusNotModified
		}
		status = s.send(w, request, r, status, a)
		took := time.Since(begin)
		s.metrics.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
		s.metrics.seconds.WithLabelValues(route).Observe(took.Seconds())
		s.metrics.bytes.WithLabelValues(route).Add(float64(len(a.Body)))
		s.record(request, status, len(a.Body), took)
	})
}

// respond makes the answer to a request within the limits. A nil body means that the
// client has the answer.
func (s *Server) respond(w http.ResponseWriter, request *http.Request, r *Route) (a Answer, err error) {
	switch {
	case r.Method == "", request.Method == r.Method:
	case request.Method == http.MethodHead:
		if r.Method != http.MethodGet {
			return Answer{}, methodError(r.Method)
		}
	case request.Method == http.MethodOptions:
		return Answer{Body: []byte{}}, nil
	default:
		return Answer{}, methodError(r.Method)
	}
	select {
	case s.requests <- struct{}{}:
		defer func() { <-s.requests }()
	default:
		s.metrics.refused.Inc()
		return Answer{}, errOverloaded
	}
	limit := valueTime
	if r.Listing {
		limit = listTime
	}
	ctx, cancel := context.WithTimeout(request.Context(), limit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil { // a bug must not end other requests
			a, err = Answer{}, panicked(p)
		}
	}()
	var params url.Values
	if r.Query != nil {
		if params, err = answers.ReadParameters(request.URL.RawQuery, r.Query, r.OthersPass); err != nil {
			return Answer{}, err
		}
	}
	call := answers.NewCall(ctx, request.PathValue("game"), params, &gate{s, w, request, ctx})
	c := &Call{Request: request, Call: call, w: w, ctx: ctx}
	if a, err = r.Handle(c); err != nil {
		return Answer{}, err
	}
	if a.Tag != "" && c.Fresh(a.Tag) {
		return Answer{Tag: a.Tag, Ask: a.Ask}, nil
	}
	a.ContentType = cmp.Or(a.ContentType, r.ContentType)
	return a, nil
}

// acquire waits up to queueTime for a place, and returns the function that releases it.
func (s *Server) acquire(ctx context.Context, places chan struct{}) (release func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, queueTime)
	defer cancel()
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-waiting.Done():
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s.metrics.refused.Inc()
	return nil, errOverloaded
}

// send writes an answer and returns its status.
func (s *Server) send(w http.ResponseWriter, request *http.Request, r *Route, status int, a Answer) int {
	h := w.Header()
	a = packed(a, request, h)
	size := int64(len(a.Body))
	if pending := s.pending.Add(size); pending > s.options.PendingBytes && size > 4096 {
		s.pending.Add(-size)
		s.metrics.refused.Inc()
		h.Del("Content-Encoding")
		status, a = s.failure(request, r, errOverloaded)
		size = int64(len(a.Body))
		s.pending.Add(size)
	}
	defer s.pending.Add(-size)
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Access-Control-Allow-Origin"] = []string{"*"}
	switch {
	case request.Method == http.MethodOptions && status == http.StatusOK:
		h.Set("Allow", allowed(r.Method))
		if r.Method != "" {
			h.Set("Access-Control-Allow-Methods", strings.TrimSuffix(allowed(r.Method), ", OPTIONS"))
			h.Set("Access-Control-Allow-Headers", "*")
			h.Set("Access-Control-Max-Age", "86400")
		}
		w.WriteHeader(http.StatusNoContent)
		return http.StatusNoContent
	case status == http.StatusMethodNotAllowed:
		h.Set("Allow", allowed(r.Method))
	case status == http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	}
	if a.Tag != "" {
		h["Etag"] = []string{a.Tag}
		h["Cache-Control"] = []string{"public, max-age=86400"}
		if a.Ask {
			h["Cache-Control"] = []string{"no-cache"}
		}
	} else {
		h["Cache-Control"] = []string{"no-store"}
	}
	if status == http.StatusNotModified {
		w.WriteHeader(status)
		return status
	}
	h["Content-Type"] = []string{cmp.Or(a.ContentType, "application/json")}
	h["Content-Length"] = []string{strconv.FormatInt(size, 10)}
	if size > 4096 {
		// Smaller answers fit into the socket's buffer. The call fails in servers without
		// deadlines, which is harmless.
		late := time.Now().Add(writeTime + time.Duration(size>>16)*time.Second)
		http.NewResponseController(w).SetWriteDeadline(late)
	}
	w.WriteHeader(status)
	if request.Method != http.MethodHead {
		w.Write(a.Body) // fails only if the client has gone
	}
	return status
}

func allowed(method string) string {
	if method == http.MethodGet {
		return "GET, HEAD, OPTIONS"
	}
	return method + ", OPTIONS"
}

// record writes the access log.
func (s *Server) record(r *http.Request, status, size int, took time.Duration) {
	if !s.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	target := r.URL.RequestURI() // the log handler quotes special characters
	if len(target) > 512 {
		target = target[:512] + "…"
	}
	client, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		client = r.RemoteAddr
	}
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("client", client), slog.String("method", r.Method), slog.String("target", target),
		slog.Int("status", status), slog.Int("bytes", size), slog.Duration("took", took))
}

// gzipLeast is the least size of answers to compress, in bytes. Smaller ones fit into a network
// packet anyway.
const gzipLeast = 1400

// gzipLevel compresses listings of moves nearly as well as the best level, in a third of its time.
const gzipLevel = 4

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzipLevel)
	if err != nil {
		panic(err) // the level exists
	}
	return w
}}

// accepts reports whether a client accepts packed answers.
func accepts(r *http.Request) bool {
	for _, header := range r.Header["Accept-Encoding"] {
		for _, part := range strings.Split(header, ",") {
			name, quality, _ := strings.Cut(part, ";")
			if name = strings.TrimSpace(name); name != "gzip" && name != "*" {
				continue
			}
			quality = strings.ReplaceAll(quality, " ", "")
			if weight, ok := strings.CutPrefix(quality, "q="); !ok || strings.Trim(weight, "0.") != "" {
				return true
			}
		}
	}
	return false
}

// packed packs an answer that is a text of at least gzipLeast bytes, if the client accepts that, and sets the headers.
func packed(a Answer, r *http.Request, h http.Header) Answer {
	kind, _, _ := strings.Cut(a.ContentType, ";")
	text := kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "image/svg+xml"
	if len(a.Body) < gzipLeast || !text {
		return a
	}
	h["Vary"] = []string{"Accept-Encoding"}
	if accepts(r) {
		var b bytes.Buffer
		b.Grow(len(a.Body) / 6)
		w := packers.Get().(*gzip.Writer)
		defer packers.Put(w)
		w.Reset(&b)
		w.Write(a.Body) // a buffer does not fail
		w.Close()
		a.Body = b.Bytes()
		h["Content-Encoding"] = []string{"gzip"}
		if a.Tag != "" {
			a.Tag = "W/" + a.Tag // weak: the same answer in different bytes
		}
	}
	return a
}

// metrics are the metrics that /metrics exposes.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	refused  prometheus.Counter
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "foregone_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "foregone_http_request_seconds", Help: "Time from a request's header to the end of its answer, by route.",
			Buckets: []float64{.0001, .0003, .001, .003, .01, .03, .1, .3, 1, 3, 10, 30, 100},
		}, []string{"route"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "foregone_http_response_bytes_total", Help: "Bytes of answers without their headers, by route.",
		}, []string{"route"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "foregone_http_refused_total", Help: "Requests refused because of a limit.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.bytes, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "foregone_http_requests_in_progress", Help: "Requests in progress.",
		}, func() float64 { return float64(len(s.requests)) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "foregone_http_pending_bytes", Help: "Bytes of answers that wait for their clients.",
		}, func() float64 { return float64(s.pending.Load()) }),
	)
	positions := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "foregone_positions", Help: "Positions whose values a database holds, by game.",
	}, []string{"game"})
	m.registry.MustRegister(positions)
	for _, g := range s.set.Games() {
		positions.WithLabelValues(g.Spec()).Set(float64(g.DB().Known().Count()))
	}
	return m
}

// write answers /metrics in Prometheus' text format.
func (m *metrics) write(*Call) (Answer, error) {
	families, err := m.registry.Gather()
	if err != nil && len(families) == 0 {
		return Answer{}, err
	}
	var b bytes.Buffer
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(&b, f); err != nil {
			return Answer{}, Errorf(http.StatusInternalServerError, "the metrics could not be written")
		}
	}
	return Answer{Body: b.Bytes(), ContentType: string(expfmt.NewFormat(expfmt.TypeTextPlain))}, nil
}

// Metrics returns a handler that answers every path with the metrics, for a separate address.
func (s *Server) Metrics() http.Handler {
	return s.wrap(&Route{Pattern: "/metrics", Method: http.MethodGet, Handle: s.metrics.write})
}
