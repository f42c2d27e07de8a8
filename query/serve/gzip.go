package serve

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// gzipLeast is the size from which on an answer is packed; a smaller one fits a packet
// anyway.
const gzipLeast = 1400

// gzipLevel packs listings of moves nearly as well as the best level, in a third of the
// time.
const gzipLevel = 4

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzipLevel)
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// packable reports whether an answer is text, and long enough to be packed.
func packable(a Answer) bool {
	if len(a.Body) < gzipLeast {
		return false
	}
	kind, _, _ := strings.Cut(a.ContentType, ";")
	return kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "image/svg+xml"
}

// accepts reports whether a client takes packed answers.
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

// packed returns an answer as a client takes it, and sets the headers that say so.
func (a Answer) packed(r *http.Request, h http.Header) Answer {
	if !packable(a) {
		return a
	}
	h["Vary"] = []string{"Accept-Encoding"}
	if accepts(r) {
		a.Body = pack(a.Body)
		h["Content-Encoding"] = []string{"gzip"}
		if a.Tag != "" {
			a.Tag = "W/" + a.Tag // the same answer in other bytes
		}
	}
	return a
}

// pack returns a body packed.
func pack(body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 6)
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	w.Write(body) // into memory: it cannot fail
	w.Close()
	return b.Bytes()
}
