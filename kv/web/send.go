//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// client has the connections of the process. Programs for browsers have send_js.go
// instead.
var client = &http.Client{
	Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   15 * time.Second,
		MaxIdleConnsPerHost:   16,
		IdleConnTimeout:       90 * time.Second,
		DisableCompression:    true,
		ResponseHeaderTimeout: 30 * time.Second,
	},
	CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != "https" && via[0].URL.Scheme == "https" {
			return fmt.Errorf("it redirects to %s, which is not encrypted", r.URL.Redacted())
		}
		if len(via) >= 10 {
			return errors.New("it redirects too often")
		}
		return nil
	},
}

// send sends a request and returns the head of the answer. The caller closes its body.
func send(ctx context.Context, q request) (*answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, q.url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Set("Range", "bytes="+strconv.FormatInt(q.from, 10)+"-"+strconv.FormatInt(q.from+q.n-1, 10))
	if q.match != "" {
		r.Header.Set("If-Range", q.match)
	}
	got, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	h := got.Header
	seconds, _ := strconv.Atoi(h.Get("Retry-After"))
	return &answer{
		url: got.Request.URL.Redacted(), status: got.StatusCode, length: got.ContentLength, ranged: h.Get("Content-Range"),
		contentType: h.Get("Content-Type"), encoding: h.Get("Content-Encoding"), retryAfter: time.Duration(seconds) * time.Second,
		stamp: stamp{h.Get("ETag"), h.Get("Last-Modified")}, body: got.Body,
	}, nil
}
