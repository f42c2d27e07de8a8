package cli

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/pack"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/site"
	"github.com/foregone-db/foregone/solver"
)

// mostLicence is the size in bytes of the longest licence in a pack.
const mostLicence = 1 << 20

// folder fails unless the database is a folder with a table.
func folder(db *query.DB, of string) error {
	if info, err := os.Stat(db.Dir()); err != nil || !info.IsDir() || db.Table() == nil {
		return Usagef("%s is no folder with a table: %s", db.Dir(), of)
	}
	return nil
}

func runPack(c *Call, db *query.DB) error {
	if err := folder(db, "a pack is made of one"); err != nil {
		return err
	}
	h, err := packHeader(c, db)
	if err != nil {
		return err
	}
	paths, err := packed(db.Dir(), c.String("evidence"), &h)
	if err != nil {
		return err
	}
	output := c.String("output")
	if err := pack.Create(c.Context, output, h, paths); err != nil {
		return err
	}
	info, err := os.Stat(output)
	if err != nil {
		return err
	}
	c.Message("%s written to %s (%s)", h.Game, output, size(uint64(info.Size())))
	if h.Licence == "" {
		c.Message("the pack names no licence: --licence TEXT or FILE adds it")
	}
	if c.json {
		return c.PrintJSON(packObject(output, h, info.Size()))
	}
	return nil
}

// packHeader describes the table.
func packHeader(c *Call, db *query.DB) (pack.Header, error) {
	t := db.Table()
	h := pack.Header{
		Game: t.Header().Game, Files: t.Header().Files, Program: "foregone " + Version(), Kind: t.Header().Kind,
		Positions: t.Header().Positions, SHA256: t.Summary().SHA256, Licence: strings.TrimSpace(c.String("licence")),
	}
	stats, err := db.Stats()
	if err != nil {
		return h, err
	}
	for _, n := range stats.Counts {
		h.Counts = append(h.Counts, pack.Count{Value: n.Verdict.String(), Positions: n.Positions, All: n.All})
	}
	info, err := os.Stat(h.Licence)
	if h.Licence == "" || err != nil || !info.Mode().IsRegular() {
		return h, nil
	}
	if info.Size() > mostLicence {
		return h, Usagef("%s has %d bytes: want a licence of at most %d", h.Licence, info.Size(), mostLicence)
	}
	text, err := os.ReadFile(h.Licence)
	h.Licence = string(text)
	return h, err
}

// packed adds the files of the folder, and the file of evidence if there is one, to the header, and returns
// their paths.
func packed(dir, evidence string, h *pack.Header) (paths []string, err error) {
	add := func(name, path string, needed bool) error {
		if _, err := os.Stat(path); err != nil {
			if needed || !errors.Is(err, os.ErrNotExist) {
				return err
			}
			return nil
		}
		h.Parts = append(h.Parts, pack.Part{Name: name})
		paths = append(paths, path)
		return nil
	}
	for _, name := range []string{kv.StartsName, kv.SpreadName, kv.KeysName, kv.TableName} {
		if err := add(name, filepath.Join(dir, name), name == kv.TableName); err != nil {
			return nil, err
		}
	}
	if evidence == "" {
		return paths, add(pack.EvidenceName, filepath.Join(dir, pack.EvidenceName), false)
	}
	return paths, add(pack.EvidenceName, evidence, true)
}

// compactJSON is the result of compact.
type compactJSON struct {
	Table  string `json:"table"`
	Before uint64 `json:"bytes_before"`
	Bytes  uint64 `json:"bytes"`
}

func runCompact(c *Call) error {
	db, err := c.DatabaseOnFile()
	if err != nil {
		return err
	}
	if err := folder(db, "only such a table can be made smaller"); err != nil {
		return err
	}
	lock, err := solver.LockFolder(db.Dir())
	if err != nil {
		return err
	}
	defer lock.Close()
	out := compactJSON{Table: db.Table().Path()}
	if out.Before, err = fileSize(out.Table); err != nil {
		return err
	}
	bar := c.Progress()
	o := table.ReorderOptions{Derive: true, Replace: true, Workers: c.Int("workers"), Progress: bar.Step("writing the table again")}
	_, err = table.Reorder(c.Context, db.Table(), db.Game(), out.Table, o)
	bar.Close()
	if err != nil {
		return err
	}
	if out.Bytes, err = fileSize(out.Table); err != nil {
		return err
	}
	c.Message("%s has %s now, %s before", out.Table, size(out.Bytes), size(out.Before))
	if c.json {
		return c.PrintJSON(out)
	}
	return nil
}

// packJSON is the result of pack and of info of a pack.
type packJSON struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
	pack.Header
	Files []string `json:"files"` // names only
}

// FirstLine returns the first line of the licence.
func (p packJSON) FirstLine() string {
	licence, more, _ := strings.Cut(p.Licence, "\n")
	if more != "" {
		licence += " …"
	}
	return licence
}

func packObject(path string, h pack.Header, n int64) packJSON {
	o := packJSON{File: path, Bytes: n, Header: h, Files: []string{}}
	for name := range h.Files {
		o.Files = append(o.Files, name)
	}
	return o
}

// packInfo describes a file that is a pack, and reports whether it is one.
func packInfo(c *Call, path string) (isPack bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, nil // the name of a game
	}
	defer f.Close()
	info, err := f.Stat()
	start := make([]byte, 8)
	if n, _ := f.ReadAt(start, 0); err != nil || !pack.IsPack(start[:n]) {
		return false, nil
	}
	p, err := pack.Open(path, f, info.Size())
	if err != nil {
		return true, err
	}
	if c.Bool("check") {
		if err := p.Check(c.Context); err != nil {
			return true, err
		}
		c.Message("all parts have the digests of the header")
	}
	h := p.Header()
	return true, c.show("pack", packObject(path, h, info.Size()))
}

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
