package serve

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/foregone-db/foregone/query/answers"
)

// pageFiles is the page under /: all files of the folder. They also work as plain files, without
// the first view that the server adds to index.html.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy lets the page load files from this server only. %s is the digest of its styles, which
// the server writes into the HTML.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-%s'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// contentTypes has the types of files by extension. Package mime depends on the system.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico":  "image/x-icon",
	".js":   "text/javascript; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}

// page is what all views of the page share.
type page struct {
	html   string // with the styles, and with the script in one file
	styles string // the digest of the styles
	all    string // the files, one after the other
	policy string
	tag    string // changes with the files
}

// readPage reads the files of the page, and makes what all views share, except the tag.
func readPage() (files map[string]string, p page, err error) {
	entries, err := pageFiles.ReadDir("page")
	if err != nil {
		return nil, p, err
	}
	files = map[string]string{}
	var all strings.Builder
	for _, e := range entries {
		body, err := pageFiles.ReadFile("page/" + e.Name())
		if err != nil {
			return nil, p, err
		}
		files[e.Name()] = string(body)
		all.Write(body)
	}
	if files["page.js"], err = bundle(files, "main.js"); err != nil {
		return nil, p, err
	}
	styles := lines.ReplaceAllString(files["page.css"], "\n")
	digest := sha256.Sum256([]byte(styles))
	p.html = strings.NewReplacer(`<link rel="stylesheet" href="page.css">`, "<style>"+styles+"</style>", `src="main.js"`, `src="page.js"`).Replace(files["index.html"])
	p.styles, p.all = base64.StdEncoding.EncodeToString(digest[:]), all.String()
	p.policy = fmt.Sprintf(pagePolicy, p.styles)
	return files, p, nil
}

// pageRoutes returns a route for each file of the page, one for all its modules in a single script,
// and the page itself under /.
func (s *Server) pageRoutes() ([]Route, error) {
	files, p, err := readPage()
	if err != nil {
		return nil, err
	}
	p.tag = answers.MakeTag(s.set.Tag(), p.all)
	var routes []Route
	for name, body := range files {
		// The files belong together, so clients must revalidate each.
		a := Answer{Body: []byte(body), ContentType: contentTypes[path.Ext(name)], Tag: answers.MakeTag(body), Ask: true}
		handle := func(c *Call) (Answer, error) {
			c.w.Header().Set("Content-Security-Policy", p.policy)
			return a, nil
		}
		if name == "index.html" {
			handle = newFront(s, p).answer
			routes = append(routes, Route{Pattern: "/{$}", Method: http.MethodGet, Listing: true, Handle: handle})
		}
		routes = append(routes, Route{Pattern: "/" + name, Method: http.MethodGet, Listing: name == "index.html", Handle: handle})
	}
	return routes, nil
}

var (
	lines        = regexp.MustCompile(`\n\s+`)
	wholeComment = regexp.MustCompile(`(?m)^\s*//.*\n`)
	importNames  = regexp.MustCompile(`(?m)^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";$`)
	exportName   = regexp.MustCompile(`(?m)^export (async function|function|class|const) (\w+)`)
	leftOver     = regexp.MustCompile(`(?m)^(import|export)\b.*`)
)

// bundle makes a single script of a module and the ones that it imports, so that a browser need not
// ask for each. A module becomes a function that returns the module's exports, and the first one
// stays as it is.
func bundle(files map[string]string, first string) (string, error) {
	var out strings.Builder
	done := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if done[name] {
			return nil
		}
		done[name] = true
		code := wholeComment.ReplaceAllString(files[name], "")
		for _, found := range importNames.FindAllStringSubmatch(code, -1) {
			if err := add(found[3] + ".js"); err != nil {
				return err
			}
		}
		code = importNames.ReplaceAllStringFunc(code, func(line string) string {
			found := importNames.FindStringSubmatch(line)
			if found[1] != "" {
				return "const " + found[1] + " = $" + found[3] + ";"
			}
			return "const {" + strings.ReplaceAll(found[2], " as ", ": ") + "} = $" + found[3] + ";"
		})
		var names []string
		for _, found := range exportName.FindAllStringSubmatch(code, -1) {
			names = append(names, found[2])
		}
		code = exportName.ReplaceAllString(code, "$1 $2")
		if rest := leftOver.FindString(code); rest != "" || code == "" {
			return fmt.Errorf("page/%s: want imports and exports of one line each, got %q", name, rest)
		}
		code = lines.ReplaceAllString(code, "\n")
		if name == first {
			out.WriteString(code)
			return nil
		}
		fmt.Fprintf(&out, "const $%s = (() => {\n%s\nreturn { %s };\n})();\n", strings.TrimSuffix(name, ".js"), code, strings.Join(names, ", "))
		return nil
	}
	err := add(first)
	return out.String(), err
}

// Static is the page as files for a host without a server of ours: see package site.
type Static struct {
	// Files are the page's files by name: its script, its pictures.
	Files map[string][]byte
	// Styles is the digest of the styles in the page, for its policy.
	Styles string
	page   page
	server *Server
}

// Static returns the page of the server's games as files.
func (s *Server) Static() (*Static, error) {
	files, p, err := readPage()
	if err != nil {
		return nil, err
	}
	out := &Static{Files: map[string][]byte{}, Styles: p.styles, page: p, server: s}
	for _, name := range []string{"page.js", "icon.svg", "favicon.ico"} {
		out.Files[name] = []byte(files[name])
	}
	return out, nil
}

// Index returns the first page: the list of all games. head goes into its head, and site into the data of
// its script. folder is the relative path of the files, such as "app/", and image that of the picture for
// chats, which want whole addresses: without Options.PublicURL there is none.
func (s *Static) Index(folder, head, image string, site any) ([]byte, error) {
	f := newFront(s.server, s.page)
	v := f.list("", http.StatusOK)
	list, err := s.server.set.List()
	if err != nil {
		return nil, err
	}
	v.Games, v.Site = json.RawMessage(list.Body), site
	base := "./"
	if public := s.server.options.PublicURL; public != "" {
		base, v.image = strings.TrimSuffix(public, "/")+"/", image
	}
	body, err := f.render(v, base, "")
	if err != nil {
		return nil, err
	}
	const icon = `<link rel="icon" href="icon.svg">`
	return []byte(strings.NewReplacer(
		`<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+head,
		icon, `<link rel="icon" href="`+folder+`icon.svg">`,
		`src="page.js"`, `src="`+folder+`page.js"`,
		`</body>`, `<script src="`+folder+`start.js"></script>`+"\n</body>",
		`<meta property="og:url" content="./">`, ``,
		`Programs find the service under <a href="v1/games">/v1/games</a>.`, ``,
	).Replace(string(body))), nil
}
