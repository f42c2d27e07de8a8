package serve

import (
	"encoding/json"
	"net/http"
	"strings"
)

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
		`<meta property="og:url" content="./">`, ``,
		`Programs find the service under <a href="v1/games">/v1/games</a>.`, ``,
	).Replace(string(body))), nil
}
