package cli

import (
	"embed"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"text/template"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// templates are the texts of results, and the manual as a man page and as completion scripts of shells.
//
//go:embed templates
var templates embed.FS

// render prints data by the template of that name: see [Console.Print].
func (c *Console) render(name string, data any) error {
	text, err := templates.ReadFile("templates/" + name)
	if err != nil {
		return err
	}
	return c.Print(string(text), data)
}

// Print prints data by a template of package text/template, with its tables in columns. The documentation of the
// package says how tables are written; render.go has the functions.
func (c *Console) Print(text string, data any) error {
	var b strings.Builder
	t, err := template.New("parts").Funcs(c.words()).ParseFS(templates, "templates/parts")
	if err == nil {
		t, err = t.New("text").Parse(text)
	}
	if err == nil {
		err = t.Execute(&b, data)
	}
	if err == nil {
		_, err = c.stdout.WriteString(aligned(b.String()))
	}
	return err
}

// words are the functions of templates. Numbers are of any type, or pointers to them.
func (c *Console) words() template.FuncMap {
	number := func(n any) string {
		if long, ok := n.(*big.Int); ok {
			return query.Thousands(long)
		}
		return Number(unsigned(n))
	}
	return template.FuncMap{
		"number": number,
		"plural": func(n any, one, many string) string {
			if text := number(n); text != "1" {
				return text + " " + many
			}
			return "1 " + one
		},
		"format":    func(format string, x any) string { return fmt.Sprintf(format, reflect.Indirect(reflect.ValueOf(x))) },
		"share":     func(part, whole any) string { return share(unsigned(part), unsigned(whole)) },
		"size":      func(n any) string { return size(unsigned(n)) },
		"per":       func(n, of any) float64 { return float64(unsigned(n)) / float64(unsigned(of)) },
		"percent":   func(digits int, x float64) string { return fmt.Sprintf("%.*f%%", digits, 100*x) },
		"times":     func(k, x float64) float64 { return k * x },
		"whole":     math.Trunc,
		"since":     func(seconds float64) string { return (time.Duration(1000*seconds) * time.Millisecond).String() },
		"inc":       func(n int) int { return n + 1 },
		"mebibytes": func(n uint64) int { return int(n >> 20) },
		"minus":     func(a, b int) int { return a - b },
		"shown": func(most, all int) int { // all, or so many if more than one is left then
			if all > most+1 {
				return most
			}
			return all
		},
		"briefly": briefly, "duration": duration, "remaining": remaining, "rate": rate,
		"value":   func(v query.Verdict) string { return c.paintValue(v, v.String()) },
		"paint":   c.paintValue,
		"verdict": c.verdictText,
		"plies": func(v query.Verdict) string {
			if plies, ok := v.Plies(); ok {
				return fmt.Sprint(plies)
			}
			return "-"
		},
		"bucket": func(v query.Verdict) string {
			if v.Kind.Uncertain() {
				return v.Kind.BucketText(v.Kind.Bucket(v.Value))
			}
			return v.String()
		},
		"points": func(n int) string {
			v, _ := engine.Score.FromPoints(n)
			return engine.Score.Text(v)
		},
		"outcome": func(name string) engine.Outcome {
			return map[string]engine.Outcome{"win": engine.Win, "draw": engine.Draw, "loss": engine.Loss}[name]
		},
		"single":  single,
		"rest":    func(s query.Stats) uint64 { return s.Positions - s.Won() - s.Lost() },
		"program": c.Name,
	}
}

// unsigned returns the whole part of a number of any type, or of one that a pointer leads to.
func unsigned(n any) uint64 {
	v := reflect.Indirect(reflect.ValueOf(n))
	switch {
	case v.CanInt():
		return uint64(v.Int())
	case v.CanFloat():
		return uint64(v.Float())
	}
	return v.Uint()
}
