package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Row is a stored position with its value.
type Row struct {
	Index    uint64
	Position engine.Position
	Verdict  Verdict
}

// Column is one column of an export. It has either Text or Number.
type Column struct {
	Name   string
	Help   string // a few words
	Text   func(r Row) string
	Number func(r Row) (n int64, ok bool) // false: no number
	Few    bool                           // the column has few distinct texts
}

// Columns returns all columns available in exports: index, position, value, outcome, plies or
// score, twins, and the features that the game defines.
func (db *DB) Columns() []Column {
	g := db.game
	list := []Column{
		{Name: "index", Help: "the number of the position", Number: func(r Row) (int64, bool) { return int64(r.Index), true }},
		{Name: "position", Help: "its notation", Text: func(r Row) string { return g.Text(r.Position) }},
		{Name: "value", Help: "its value, as everywhere", Text: func(r Row) string { return r.Verdict.String() }, Few: true},
		{Name: "outcome", Help: "win, draw or loss for the player to move", Text: func(r Row) string { return r.Verdict.Result().String() }, Few: true},
	}
	if db.kind == engine.Score {
		list = append(list, Column{Name: "score", Help: "his margin in points", Number: func(r Row) (int64, bool) {
			return int64(db.kind.Points(r.Verdict.Value)), r.Verdict.Known
		}})
	} else {
		list = append(list, Column{Name: "plies", Help: "the remoteness", Number: func(r Row) (int64, bool) {
			plies, ok := r.Verdict.Plies()
			return int64(plies), ok
		}})
	}
	list = append(list, Column{Name: "twins", Help: "how many positions it is by symmetry", Number: func(r Row) (int64, bool) { return int64(g.Weight(r.Index)), true }})
	for _, f := range g.Parts().Features {
		list = append(list, Column{Name: f.Name, Help: "a feature of the game", Number: func(r Row) (int64, bool) { return f.Of(r.Position), true }})
	}
	return list
}

// ParseColumns reads names of columns, separated by commas; "all" means all columns. The result has
// their order. Errors are [engine.InputError]s.
func (db *DB) ParseColumns(text string) ([]Column, error) {
	all := db.Columns()
	if text == "all" {
		return all, nil
	}
	var list []Column
	for _, name := range strings.Split(text, ",") {
		named := func(c Column) bool { return c.Name == name }
		k := slices.IndexFunc(all, named)
		if k < 0 {
			var names []string
			for _, c := range all {
				names = append(names, c.Name)
			}
			return nil, engine.InputErrorf("%s has no column %q: want all, or some of %s", db.spec, name, strings.Join(names, ", "))
		}
		if slices.ContainsFunc(list, named) {
			return nil, engine.InputErrorf("column %s is given twice", name)
		}
		list = append(list, all[k])
	}
	return list, nil
}

// AppendRows appends the rows of the indices first to last, which must be in range, and
// returns the extended slice.
func (db *DB) AppendRows(dst []Row, first, last uint64) ([]Row, error) {
	n := last - first + 1
	values := run{source: &db.source, width: uint64(db.kind.Width()), first: first}
	values.bytes = make([]byte, n*values.width)
	if err := db.readRun(values.bytes, first); err != nil {
		return dst, err
	}
	for k := range n {
		dst = append(dst, Row{first + k, db.game.At(first + k), values.verdict(k)})
	}
	return dst, nil
}

// cell writes the value of a column in a row, or "" if there is none.
func (c Column) cell(r Row) string {
	if c.Text != nil {
		return c.Text(r)
	}
	if n, ok := c.Number(r); ok {
		return strconv.FormatInt(n, 10)
	}
	return ""
}
