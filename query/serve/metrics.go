package serve

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"
)

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

// count counts a request of a route.
func (m *metrics) count(route string, status int, took time.Duration, size int) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
	m.bytes.WithLabelValues(route).Add(float64(size))
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
