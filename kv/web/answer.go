package web

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// answer is what a server answers.
type answer struct {
	url         string // that answered, after redirections
	status      int
	length      int64  // of the body, or -1
	ranged      string // Content-Range
	contentType string
	encoding    string
	retryAfter  time.Duration
	stamp       stamp
	body        io.ReadCloser
}

// stamp identifies a version of a file.
type stamp struct {
	tag      string // ETag
	modified string // Last-Modified
}

// same reports whether two stamps are those of one version. A server that sends ETags may send
// different times of change from different machines.
func (s stamp) same(t stamp) bool {
	if s.tag != "" && t.tag != "" {
		return s.tag == t.tag
	}
	return s == t
}

// strong returns the ETag if it is a strong one, which If-Range takes, or "".
func (s stamp) strong() string {
	if strings.HasPrefix(s.tag, `"`) {
		return s.tag
	}
	return ""
}

// span returns the range of a partial answer: its first byte, its length and the length of the
// file, or ok = false.
func (a *answer) span() (first, n, total int64, ok bool) {
	text, found := strings.CutPrefix(a.ranged, "bytes ")
	bounds, all, cut := strings.Cut(text, "/")
	from, to, dash := strings.Cut(bounds, "-")
	first, err := strconv.ParseInt(from, 10, 64)
	last, err2 := strconv.ParseInt(to, 10, 64)
	total, err3 := strconv.ParseInt(all, 10, 64)
	ok = found && cut && dash && errors.Join(err, err2, err3) == nil && first >= 0 && first <= last && last < total
	return first, last - first + 1, total, ok
}

// fill reads the body into dst. It fails, for this attempt, unless the body has exactly that many
// bytes.
func (a *answer) fill(dst []byte) error {
	if a.length >= 0 && a.length != int64(len(dst)) {
		return transient{err: fmt.Errorf("the host sends %d bytes, want %d", a.length, len(dst))}
	}
	n, err := io.ReadFull(a.body, dst)
	if err != nil {
		return transient{err: fmt.Errorf("the answer ends after %d of %d bytes: %w", n, len(dst), err)}
	}
	var more [1]byte
	if n, _ := a.body.Read(more[:]); n > 0 {
		return transient{err: fmt.Errorf("the answer has more than %d bytes", len(dst))}
	}
	return nil
}
