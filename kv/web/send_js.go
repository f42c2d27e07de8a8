package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"syscall/js"
	"time"
)

// fetches counts the requests and bytes of the program, for those who show progress.
var fetches func(requests, bytes int)

// OnFetch sets a function that is called when a request begins, with requests 1, and when its bytes have
// arrived, with requests -1. It belongs to programs in browsers alone.
func OnFetch(f func(requests, bytes int)) { fetches = f }

func fetched(requests, n int) {
	if fetches != nil {
		fetches(requests, n)
	}
}

// send sends a request by the browser's fetch and returns the answer with its whole body. The browser
// does not keep ranges: its cache would make requests for one file wait for each other.
func send(ctx context.Context, q request) (*answer, error) {
	headers := map[string]any{"Range": "bytes=" + strconv.FormatInt(q.from, 10) + "-" + strconv.FormatInt(q.from+q.n-1, 10)}
	if q.match != "" {
		headers["If-Range"] = q.match
	}
	abort := js.Global().Get("AbortController").New()
	stop := context.AfterFunc(ctx, func() { abort.Call("abort") })
	defer stop()
	fetched(1, 0)
	n := 0
	defer func() { fetched(-1, n) }()
	got, err := await(js.Global().Call("fetch", q.url, map[string]any{"headers": headers, "cache": "no-store", "signal": abort.Get("signal")}))
	if err != nil {
		if navigator := js.Global().Get("navigator"); ctx.Err() == nil && navigator.Truthy() && navigator.Get("onLine").Equal(js.ValueOf(false)) {
			return nil, errOffline
		}
		return nil, err
	}
	header := func(name string) string {
		if v := got.Get("headers").Call("get", name); !v.IsNull() {
			return v.String()
		}
		return ""
	}
	a := &answer{
		url: got.Get("url").String(), status: got.Get("status").Int(), length: -1, ranged: header("Content-Range"),
		contentType: header("Content-Type"), encoding: header("Content-Encoding"), stamp: stamp{header("ETag"), header("Last-Modified")},
	}
	if length, err := strconv.ParseInt(header("Content-Length"), 10, 64); err == nil && a.encoding == "" {
		a.length = length
	}
	if seconds, err := strconv.Atoi(header("Retry-After")); err == nil {
		a.retryAfter = time.Duration(seconds) * time.Second
	}
	if a.status != 200 && a.status != 206 || a.length > max(cmp.Or(q.most, WholeFile), q.n) {
		abort.Call("abort")
		a.body = io.NopCloser(bytes.NewReader(nil))
		return a, nil
	}
	buffer, err := await(got.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	view := js.Global().Get("Uint8Array").New(buffer)
	body := make([]byte, view.Length())
	n = js.CopyBytesToGo(body, view)
	a.body = io.NopCloser(bytes.NewReader(body))
	return a, nil
}

var errOffline = errors.New("you are offline, and this part of the table has not been read before")

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type result struct {
		value js.Value
		err   error
	}
	done := make(chan result, 1)
	keep := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- result{value: args[0]}
		return nil
	})
	defer keep.Release()
	fail := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- result{err: errors.New("the host cannot be reached: " + js.Global().Get("String").Invoke(args[0]).String())}
		return nil
	})
	defer fail.Release()
	promise.Call("then", keep, fail)
	r := <-done
	return r.value, r.err
}
