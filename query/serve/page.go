package serve

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// pageFiles is the page under /: all files of the folder.
//
//go:embed page
var pageFiles embed.FS

func defaultPage() fs.FS {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}

// pagePolicy lets the page load files from this server only.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// contentTypes has the types of files by extension. Package mime depends on the system.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".gif":   "image/gif",
	".html":  "text/html; charset=utf-8",
	".ico":   "image/x-icon",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".woff2": "font/woff2",
}

// page holds the answers for the files of the page, by path.
type page struct{ files map[string]Answer }

func newPage(files fs.FS) (*page, error) {
	p := &page{map[string]Answer{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		kind, ok := contentTypes[path.Ext(name)]
		if !ok {
			kind = "application/octet-stream"
		}
		// The files belong together, so clients must revalidate each.
		p.files["/"+name] = Answer{Body: body, ContentType: kind, Tag: makeTag(string(body)), ask: true}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	if index, ok := p.files["/index.html"]; ok {
		p.files["/"] = index
	}
	return p, nil
}

// pagePattern returns the pattern of a file's path.
func pagePattern(name string) string {
	if name == "/" {
		return "/{$}"
	}
	return name
}

// file answers with a file of the page.
func (p *page) file(c *Call) (Answer, error) {
	a, ok := p.files[c.URL.Path]
	if !ok {
		return Answer{}, Errorf(http.StatusNotFound, "there is nothing at this path")
	}
	if c.Fresh(a.Tag) {
		return Answer{Tag: a.Tag, ask: true}, nil
	}
	if strings.HasPrefix(a.ContentType, "text/html") {
		c.w.Header().Set("Content-Security-Policy", pagePolicy)
	}
	return a, nil
}
