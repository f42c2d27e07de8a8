package serve_test

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/query/serve"
)

// TestGzip checks that long answers are compressed if the client accepts it, and no others.
func TestGzip(t *testing.T) {
	s := newServer(t, serve.Options{})
	long := pf + "/moves?position=.oY...O...............x..."
	plain := ask(s, "GET", long, "")
	packed := ask(s, "GET", long, "", "Accept-Encoding", "br, gzip;q=0.8")
	if plain.Header().Get("Content-Encoding") != "" || plain.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("plain: %v", plain.Header())
	}
	if packed.Header().Get("Content-Encoding") != "gzip" || packed.Header().Get("Content-Length") != fmt.Sprint(packed.Body.Len()) || 3*packed.Body.Len() > plain.Body.Len() {
		t.Errorf("packed: %v, %d of %d bytes", packed.Header(), packed.Body.Len(), plain.Body.Len())
	}
	r, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(r); err != nil || !bytes.Equal(body, plain.Body.Bytes()) {
		t.Errorf("unpacked: %v, %.100s", err, body)
	}
	tag := packed.Header().Get("ETag")
	if again := ask(s, "GET", long, "", "Accept-Encoding", "gzip", "If-None-Match", tag); again.Code != http.StatusNotModified || tag == plain.Header().Get("ETag") {
		t.Errorf("with the tag %s: %d", tag, again.Code)
	}
	for _, refused := range []string{"", "gzip;q=0", "br", "identity"} {
		if w := ask(s, "GET", long, "", "Accept-Encoding", refused); w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%q gets %v", refused, w.Header())
		}
	}
	if w := ask(s, "GET", "/healthz", "", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Errorf("a short answer gets %v", w.Header())
	}
}

// TestPost checks that pages of other origins may send batches.
func TestPost(t *testing.T) {
	s := newServer(t, serve.Options{})
	w := ask(s, "OPTIONS", ttt+"/values", "", "Origin", "http://elsewhere", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
	if h := w.Header(); w.Code != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Methods") != "POST" || h.Get("Access-Control-Allow-Headers") != "*" {
		t.Errorf("before: %d %v", w.Code, w.Header())
	}
	w = ask(s, "POST", ttt+"/values", `["XO..X...."]`, "Origin", "http://elsewhere")
	if w.Code != http.StatusOK || w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("after: %d %v", w.Code, w.Header())
	}
}

// TestUnknownParameters checks that misspelt parameters are refused with a list of the known ones.
func TestUnknownParameters(t *testing.T) {
	s := newServer(t, serve.Options{})
	for target, want := range map[string]string{
		ttt + "/moves?position=XO..X....&details=1": `unknown parameter \"details\": want position, detail, tricky`,
		ttt + "/stats?x=1":                          `unknown parameter \"x\": there are none here`,
		"/v1/games?a=&b=":                           `unknown parameter \"a\": there are none here`,
		ttt + "/sample?value=T&count=3":             `unknown parameter \"count\": want value, n, seed`,
	} {
		if w := ask(s, "GET", target, ""); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}

// TestMetricsApart checks that metrics are served at their own address, and there alone.
func TestMetricsApart(t *testing.T) {
	s := newServer(t, serve.Options{MetricsApart: true})
	if w := ask(s, "GET", "/metrics", ""); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
	if w := ask(s.Metrics(), "GET", "/metrics", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "foregone_http_requests_total") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestTLS checks that the server speaks HTTPS.
func TestTLS(t *testing.T) {
	other := httptest.NewTLSServer(http.NotFoundHandler())
	defer other.Close()
	address := start(t, newServer(t, serve.Options{TLS: &tls.Config{Certificates: other.TLS.Certificates}}))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: other.Client().Transport.(*http.Transport).TLSClientConfig.Clone()}}
	answer, err := client.Get("https://" + address + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.TLS == nil || answer.TLS.Version < tls.VersionTLS12 {
		t.Errorf("%v", answer)
	}
	if answer, err := http.Get("http://" + address + "/healthz"); err == nil {
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			t.Error("it speaks HTTP, too")
		}
		http.DefaultClient.CloseIdleConnections()
	}
}

// TestSharedDetails asks for one costly answer many times concurrently: all requests get it.
func TestSharedDetails(t *testing.T) {
	s := newServer(t, serve.Options{})
	target := pf + "/moves?position=.oY...O...............x...&detail=1"
	var wait sync.WaitGroup
	bodies := make([]string, 60)
	for i := range bodies {
		wait.Go(func() {
			if w := ask(s, "GET", target, ""); w.Code == http.StatusOK {
				bodies[i] = w.Body.String()
			}
		})
	}
	wait.Wait()
	if slices.Sort(bodies); bodies[0] == "" || bodies[0] != bodies[len(bodies)-1] {
		t.Error("answers differ, or some got none")
	}
}

// description is the part of /v1/openapi.json that a client reads.
type description struct {
	OpenAPI    string
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]any }
}

type operation struct {
	OperationID string
	Parameters  []struct {
		Name, In string
		Required bool
		Schema   map[string]any
	}
	RequestBody any
	Responses   map[string]struct {
		Content map[string]struct{ Schema map[string]any }
	}
}

// TestOpenAPI compares the description with the routes. It also acts as a client of it: it calls
// every operation with the described parameters, and checks the answers against the schemas.
func TestOpenAPI(t *testing.T) {
	s := newServer(t, serve.Options{Version: "test"})
	var d description
	if err := json.Unmarshal(ask(s, "GET", "/v1/openapi.json", "").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	var described, names []string
	for path, operations := range d.Paths {
		for method, o := range operations {
			described = append(described, strings.ToUpper(method)+" "+path)
			names = append(names, o.OperationID)
			d.ask(t, s, path, method, o)
		}
	}
	slices.Sort(described)
	slices.Sort(names)
	if n := len(slices.Compact(names)); d.OpenAPI != "3.1.0" || n != len(described) {
		t.Errorf("version %s, %d names of %d operations", d.OpenAPI, n, len(described))
	}
	if routes := serve.Routes(s); !slices.Equal(routes, described) {
		t.Errorf("described %q\nroutes %q", described, routes)
	}
}

// ask calls an operation with and without its optional parameters.
func (d description) ask(t *testing.T, s http.Handler, path, method string, o operation) {
	t.Helper()
	examples := map[string]string{
		"position": "XO..X....", "turns": "c1 a1", "value": "W3", "strength": "3", "seed": "1", "n": "2", "aggressive": "1", "detail": "1", "tricky": "1", "from": "100", "back": "1", "day": "2026-11-22", "ply": "1", "part": "1",
	}
	path = strings.Replace(path, "{game}", strings.TrimPrefix(ttt, "/v1/"), 1)
	for _, all := range []bool{false, true} {
		query := url.Values{}
		for _, p := range o.Parameters {
			if p.In == "query" && (all || p.Required) {
				query.Set(p.Name, examples[p.Name])
			}
		}
		body := ""
		if o.RequestBody != nil {
			body = `["XO..X....","nonsense"]`
		}
		w := ask(s, strings.ToUpper(method), path+"?"+query.Encode(), body)
		kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		content, ok := o.Responses[fmt.Sprint(w.Code)].Content[kind]
		if !ok || w.Code != http.StatusOK {
			t.Errorf("%s %s: %d %s %.200s", method, path, w.Code, kind, w.Body)
			continue
		}
		if kind != "application/json" {
			continue
		}
		var v any
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if fault := d.fault(v, content.Schema); fault != "" {
			t.Errorf("%s %s: %s: %.300s", method, path, fault, w.Body)
		}
	}
}

// fault returns the place where a value contradicts a schema, or "".
func (d description) fault(v any, schema map[string]any) string {
	if ref, ok := schema["$ref"].(string); ok {
		named, ok := d.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
		if !ok {
			return "no schema " + ref
		}
		return d.fault(v, named)
	}
	if choices, ok := schema["anyOf"].([]any); ok {
		for _, one := range choices {
			if d.fault(v, one.(map[string]any)) == "" {
				return ""
			}
		}
		return fmt.Sprintf("%v is none of %v", v, choices)
	}
	types, ok := schema["type"].([]any)
	if !ok {
		types = []any{schema["type"]}
	}
	if !slices.Contains(types, any(jsonType(v))) && !(jsonType(v) == "number" && slices.Contains(types, any("integer"))) {
		return fmt.Sprintf("%v is no %v", v, types)
	}
	switch v := v.(type) {
	case []any:
		items, _ := schema["items"].(map[string]any)
		for _, element := range v {
			if fault := d.fault(element, items); items != nil && fault != "" {
				return fault
			}
		}
	case map[string]any:
		required, _ := schema["required"].([]any)
		for _, name := range required {
			if _, ok := v[name.(string)]; !ok {
				return fmt.Sprintf("%v has no %v", v, name)
			}
		}
		properties, _ := schema["properties"].(map[string]any)
		every, _ := schema["additionalProperties"].(map[string]any)
		for name, element := range v {
			of, ok := properties[name].(map[string]any)
			if !ok {
				of = every
			}
			if of == nil && properties != nil {
				return name + " is not described"
			} else if of == nil {
				continue
			}
			if fault := d.fault(element, of); fault != "" {
				return name + ": " + fault
			}
		}
	case string:
		if allowed, ok := schema["enum"].([]any); ok && !slices.Contains(allowed, any(v)) {
			return fmt.Sprintf("%q is none of %v", v, allowed)
		}
	}
	return ""
}

func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}
