package serve

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

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

// packable reports whether an answer is a text of at least gzipLeast bytes.
func packable(a Answer) bool {
	if len(a.Body) < gzipLeast {
		return false
	}
	kind, _, _ := strings.Cut(a.ContentType, ";")
	return kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "image/svg+xml"
}

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

// packed packs an answer if the client accepts that, and sets the headers.
func packed(a Answer, r *http.Request, h http.Header) Answer {
	if !packable(a) {
		return a
	}
	h["Vary"] = []string{"Accept-Encoding"}
	if accepts(r) {
		a.Body = pack(a.Body)
		h["Content-Encoding"] = []string{"gzip"}
		if a.Tag != "" {
			a.Tag = "W/" + a.Tag // weak: the same answer in different bytes
		}
	}
	return a
}

// pack returns the packed form of a body.
func pack(body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 6)
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	w.Write(body) // a buffer does not fail
	w.Close()
	return b.Bytes()
}
