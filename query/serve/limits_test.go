package serve_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

func TestNotModified(t *testing.T) {
	s := newServer(t, serve.Options{Version: "1"})
	target := ttt + "/value?position=XO..X...."
	tag := ask(s, "GET", target, "").Header().Get("ETag")
	for _, c := range []struct {
		target, header string
		status         int
	}{
		{target, tag, 304},
		{target, `"other", W/` + tag, 304},
		{target, "*", 304},
		{target, `"other"`, 200},
		{ttt + "/value?position=x", tag, 400}, // wrong input stays wrong
		{ttt + "/moves?position=XO..X....", tag, 304},
		{pf + "/value?position=%231", tag, 200},
		{"/v1/games", tag, 200},
	} {
		w := ask(s, "GET", c.target, "", "If-None-Match", c.header)
		if w.Code != c.status || c.status == 304 && (w.Body.Len() > 0 || w.Header().Get("ETag") != tag) {
			t.Errorf("%s with %s: %d %s", c.target, c.header, w.Code, w.Body)
		}
	}
	if other := newServer(t, serve.Options{Version: "2"}); ask(other, "GET", target, "").Header().Get("ETag") == tag {
		t.Error("another version has the same ETag")
	}
}

func TestBatchLimits(t *testing.T) {
	s := newServer(t, serve.Options{})
	batch := func(n int, text string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(`"`+text+`",`, n), ",") + "]"
	}
	for _, c := range []struct {
		name, body string
		status     int
	}{
		{"most", batch(serve.MaxBatch, "XO..X...."), 200},
		{"too many", batch(serve.MaxBatch+1, "XO..X...."), 413},
		{"too large", batch(3, strings.Repeat("x", 1<<20)), 413},
		{"one too long", batch(1, strings.Repeat("x", 5000)), 200},
		{"deep", strings.Repeat("[", 100_000), 400},
	} {
		w := ask(s, "POST", ttt+"/values", c.body)
		if w.Code != c.status {
			t.Errorf("%s: %d %.200s", c.name, w.Code, w.Body)
		}
		if c.name == "one too long" && !strings.Contains(w.Body.String(), "the position has 5000 bytes: want at most 1024") {
			t.Errorf("%s: %.200s", c.name, w.Body)
		}
	}
	// Without a length, too.
	r := httptest.NewRequest("POST", ttt+"/values", strings.NewReader(batch(3, strings.Repeat("x", 1<<20))))
	r.ContentLength = -1
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != 413 {
		t.Errorf("chunked: %d", w.Code)
	}
}

// dial opens a connection that is closed with the test and writes to it.
func dial(t testing.TB, address, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := conn.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// eventually waits until a GET has a status.
func eventually(t testing.TB, url string, status int) {
	t.Helper()
	got, body := 0, ""
	for range 100 {
		if got, body = get(t, url); got == status {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s has status %d (%s), want %d", url, got, body, status)
}

// dialSlow begins a request whose body does not arrive. The server says that it waits for the body, so the request is
// under way when dialSlow returns.
func dialSlow(t testing.TB, address string) (slow net.Conn, answers *bufio.Reader) {
	t.Helper()
	slow = dial(t, address, "POST "+ttt+"/values HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
	answers = bufio.NewReader(slow)
	if response, err := http.ReadResponse(answers, nil); err != nil || response.StatusCode != 100 {
		t.Fatalf("the slow request is not read: %v, %v", response, err)
	}
	return slow, answers
}

// TestOverload takes the only place by a slow request.
func TestOverload(t *testing.T) {
	address := start(t, newServer(t, serve.Options{Requests: 1}))
	slow, answers := dialSlow(t, address)
	eventually(t, "http://"+address+"/healthz", 503)
	fmt.Fprint(slow, `["#1"]   `)
	if response, err := http.ReadResponse(answers, nil); err != nil || response.StatusCode != 200 {
		t.Errorf("the slow request ends with %v, %v", response, err)
	}
	eventually(t, "http://"+address+"/healthz", 200)
}

func TestPendingBytes(t *testing.T) {
	s := newServer(t, serve.Options{PendingBytes: 1})
	if w := ask(s, "GET", ttt+"/moves?position=.........&detail=1", ""); w.Code != 200 {
		t.Errorf("a small answer: %d", w.Code)
	}
	w := ask(s, "GET", pf+"/moves?position=%231&detail=1", "")
	if w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("ETag") != "" {
		t.Errorf("a large answer: %d %v", w.Code, w.Header())
	}
}

// hostile are beginnings of connections by malicious clients, with the status that each gets, or 0
// if the connection may just end.
var hostile = []struct {
	name, text string
	status     int
}{
	{"long position", "GET " + ttt + "/value?position=" + strings.Repeat("x", 9000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 400},
	{"long request line", "GET /" + strings.Repeat("x", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431},
	{"long header", "GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n", 431},
	{"many headers", "GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X: y\r\n", 100_000) + "\r\n", 431},
	{"no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
	{"no UTF-8", "GET " + ttt + "/value?position=\xff\xfe\x80 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
	{"escaped no UTF-8", "GET /v1/%ff%00/value?position=%00%ff HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"zero byte", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"up the tree", "GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"escaped up the tree", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"escaped slashes", "GET /v1/..%2f..%2fetc%2fpasswd/stats HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"backslashes", "GET /..\\..\\etc\\passwd HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"another host", "GET http://example.com/v1/games HTTP/1.1\r\nHost: example.com\r\n\r\n", 200},
	{"star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 200},
	{"star path", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"connect", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", 404},
	{"strange method", "FROB /v1/games HTTP/1.1\r\nHost: x\r\n\r\n", 405},
	{"two lengths", "POST " + ttt + "/values HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]", 400},
	{"length and chunks", "POST " + ttt + "/values HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: frob\r\n\r\n[]", 501},
	{"huge length", "POST " + ttt + "/values HTTP/1.1\r\nHost: x\r\nContent-Length: 9223372036854775807\r\n\r\n[]", 413},
	{"broken chunks", "POST " + ttt + "/values HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
	{"semicolons", "GET " + ttt + "/value?position=1;position=2 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
	{"many parameters", "GET " + ttt + "/value?" + strings.Repeat("a&", 5000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 400},
	{"new lines in the log", "GET /%0d%0atime=x%1b[31m HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	{"HTTP/2 not spoken", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0},
	{"nothing", "", 0},
	{"half a header", "GET /v1/games HTTP/1.1\r\nHo", 0},
}

func TestHostile(t *testing.T) {
	address := start(t, newServer(t, serve.Options{}))
	for _, h := range hostile {
		conn := dial(t, address, "")
		go conn.Write([]byte(h.text)) // the server may answer before it has read all
		if h.status != 0 {
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("%s: %v", h.name, err)
			} else if response.StatusCode != h.status {
				t.Errorf("%s: status %d, want %d", h.name, response.StatusCode, h.status)
			}
		}
		conn.Close()
	}
	eventually(t, "http://"+address+"/v1/games", 200)
}

// TestSlowClients has many clients that send half a request or do not read a large answer.
// Meanwhile the server answers others.
func TestSlowClients(t *testing.T) {
	address := start(t, newServer(t, serve.Options{}))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 100 {
		dial(t, address, "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		dial(t, address, "POST "+ttt+"/values HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n[")
		dial(t, address, strings.Repeat("GET "+pf+"/moves?position=%231 HTTP/1.1\r\nHost: x\r\n\r\n", 50))
	}
	eventually(t, "http://"+address+"/v1/games", 200)
	eventually(t, "http://"+address+ttt+"/moves?position=XO..X....", 200)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapInuse+after.StackInuse) - int64(before.HeapInuse+before.StackInuse); grown > 64<<20 {
		t.Errorf("300 slow clients took %d MiB", grown>>20)
	}
}

// TestConnectionLimit checks that excess connections wait, and get their turn.
func TestConnectionLimit(t *testing.T) {
	address := start(t, newServer(t, serve.Options{Connections: 1}))
	request := "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	first := dial(t, address, request)
	if _, err := http.ReadResponse(bufio.NewReader(first), nil); err != nil {
		t.Fatal(err)
	}
	second := dial(t, address, request)
	second.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := second.Read(make([]byte, 1)); err == nil {
		t.Errorf("the second connection was answered %d bytes beside the first", n)
	}
	first.Close()
	second.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := http.ReadResponse(bufio.NewReader(second), nil); err != nil {
		t.Errorf("the second connection: %v", err)
	}
}

func TestHTTP2(t *testing.T) {
	for _, on := range []bool{false, true} {
		address := start(t, newServer(t, serve.Options{HTTP2: on}))
		transport := &http.Transport{Protocols: new(http.Protocols)}
		transport.Protocols.SetUnencryptedHTTP2(true)
		response, err := (&http.Client{Transport: transport}).Get("http://" + address + "/v1/games")
		if on != (err == nil) {
			t.Errorf("HTTP/2 %v: %v", on, err)
		}
		if err == nil {
			response.Body.Close()
		}
		transport.CloseIdleConnections()
	}
}

func TestPage(t *testing.T) {
	s := newServer(t, serve.Options{})
	for target, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8", "/board.js": "text/javascript; charset=utf-8",
		"/page.css": "text/css; charset=utf-8", "/icon.svg": "image/svg+xml",
		"/page": "application/json", "/page/": "application/json", "/index": "application/json",
	} {
		if w := ask(s, "GET", target, ""); w.Header().Get("Content-Type") != kind || (w.Code == 200) != (kind != "application/json") {
			t.Errorf("%s: %d %v", target, w.Code, w.Header())
		}
	}
}

func TestTwoDatabasesOfOneGame(t *testing.T) {
	if _, err := serve.New(open(t, "tictactoe", "tictactoe"), serve.Options{}); err == nil || !strings.Contains(err.Error(), "both hold tictactoe:height=3") {
		t.Error(err)
	}
}

// TestShutdown stops a server that is reading a request: the server answers it first.
func TestShutdown(t *testing.T) {
	r := startUntil(t, newServer(t, serve.Options{}))
	slow, answers := dialSlow(t, r.address)
	stopped := make(chan struct{})
	go func() {
		r.stop()
		close(stopped)
	}()
	time.Sleep(50 * time.Millisecond)
	fmt.Fprint(slow, `["#1"]   `)
	if response, err := http.ReadResponse(answers, nil); err != nil || response.StatusCode != 200 {
		t.Errorf("the request under way ends with %v, %v", response, err)
	}
	<-stopped
	if _, err := net.Dial("tcp", r.address); err == nil {
		t.Error("the server still listens")
	}
}
