package cli

import (
	"cmp"
	"path/filepath"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/site"
)

// sitedJSON is the result of site.
type sitedJSON struct {
	Output   string   `json:"output"`
	Bytes    int64    `json:"bytes"`
	Games    []string `json:"games"` // canonical specs
	NoRanges bool     `json:"no_ranges"`
}

func runSite(c *Call) error {
	where := c.StringSlice("db")
	if len(where) == 0 {
		where = []string{databaseRoot}
	}
	dbs, err := c.openAll(expandFolders(where), query.Options{})
	if err != nil {
		return err
	}
	for _, db := range dbs {
		if err := site.Check(db); err != nil {
			return err
		}
	}
	bar := c.Progress()
	o := site.Options{
		PartSize: int64(c.Size("part-size")), Version: Version(),
		Out:      filepath.Clean(c.String("output")),
		Progress: func(step string, done, total int64) { bar.Update(step, "", uint64(done), uint64(total), 0) },
	}
	if o.PublicURL, err = c.publicURL(); err != nil {
		return err
	}
	if o.Reader, err = c.siteReader(); err != nil {
		return err
	}
	c.Message("up to %s of disk, temporary files included, besides an earlier site", size(site.Disk(dbs)))
	s, err := site.New(c.Context, dbs, o)
	if err != nil {
		return err
	}
	out := sitedJSON{Output: o.Out, Bytes: s.Bytes(), NoRanges: s.Small()}
	for _, db := range dbs {
		out.Games = append(out.Games, db.Game().Spec().String())
	}
	c.Message("the site takes %s (the reader %s of it)", size(uint64(out.Bytes)), size(uint64(len(o.Reader.Packed))))
	if out.Bytes > site.LargeSite {
		c.Message("warning: hosts such as GitHub Pages refuse sites of more than 1 GB: see kv/web/HOSTS.md")
	}
	if !out.NoRanges {
		c.Message("warning: a table of more than 500 MB needs a host that answers range requests")
	}
	err = cmp.Or(s.Write(c.Context), s.Close())
	bar.Close()
	if err != nil {
		return err
	}
	c.Message("site written to %s: serve that folder, such as by \"python3 -m http.server -d %s\"", out.Output, out.Output)
	if c.json {
		return c.PrintJSON(out)
	}
	return nil
}

// siteReader returns the reader of the flag, or builds it.
func (c *Call) siteReader() (site.Reader, error) {
	if path := c.String("reader"); path != "" {
		return site.ReadReader(path)
	}
	return site.BuildReader(c.Context, func() {
		c.Message("compiling the reader for browsers, which takes up to some minutes the first time")
	})
}
