package serve

import (
	"embed"
	"net/http"
	"path"
)

// pageFiles is the page under /: all files of the folder.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy lets the page load files from this server only.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// contentTypes has the types of files by extension. Package mime depends on the system.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
}

// pageRoutes returns a route for each file of the page.
func pageRoutes() (routes []Route, err error) {
	entries, err := pageFiles.ReadDir("page")
	for _, e := range entries {
		body, err := pageFiles.ReadFile("page/" + e.Name())
		if err != nil {
			return nil, err
		}
		// The files belong together, so clients must revalidate each.
		a := Answer{Body: body, ContentType: contentTypes[path.Ext(e.Name())], Tag: makeTag(string(body)), ask: true}
		r := Route{Pattern: "/" + e.Name(), Method: http.MethodGet, Handle: func(c *Call) (Answer, error) {
			c.w.Header().Set("Content-Security-Policy", pagePolicy)
			return a, nil
		}}
		routes = append(routes, r)
		if e.Name() == "index.html" {
			r.Pattern = "/{$}"
			routes = append(routes, r)
		}
	}
	return routes, err
}
