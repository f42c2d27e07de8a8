package cli

import (
	"embed"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Number writes n with commas between thousands: 86,208,131,520.
func Number(n uint64) string { return query.Thousands(n) }

// Plural writes a number with its noun: 1 ply, 12,000 plies.
func Plural(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

var sizeUnits = []struct {
	name  string
	bytes uint64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}, {"", 1},
}

// size writes a number of bytes: 1.5 GiB.
func size(bytes uint64) string {
	for _, u := range sizeUnits[:4] {
		if bytes >= u.bytes {
			return strconv.FormatFloat(float64(bytes)/float64(u.bytes), 'f', 1, 64) + " " + u.name
		}
	}
	return Plural(bytes, "byte", "bytes")
}

// parseSize reads a number of bytes: 8GiB, 1.5TB, 512MiB, 1000000.
func parseSize(text string) (uint64, error) {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		if n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64); err == nil && n > 0 && n <= 1<<62/u.bytes {
			return n * u.bytes, nil
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if f *= float64(u.bytes); err == nil && u.bytes > 1 && f >= 1 && f < 1<<62 {
			return uint64(f), nil
		}
		break
	}
	return 0, Usagef("%q is not a size: want a number of bytes such as 8GiB, 512MiB or 1000000", text)
}

// remaining formats an estimate of seconds, at least one second.
func remaining(seconds float64) string {
	if seconds < 60 {
		return fmt.Sprintf("%.0f s", max(1, seconds))
	}
	return duration(seconds)
}

// briefly formats an estimate in seconds, which may be under one.
func briefly(seconds float64) string {
	if seconds < 1 {
		return fmt.Sprintf("%.1f s", max(0.1, seconds))
	}
	return remaining(seconds)
}

// duration formats seconds: 0.12 s, 34 s, 5m 06s, 2h 03m, 4d 05h.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return strconv.FormatFloat(seconds, 'f', 2, 64) + " s"
	case d < time.Minute:
		return strconv.FormatFloat(seconds, 'f', 0, 64) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%dm %02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh %02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd %02dh", int(d.Hours())/24, int(d.Hours())%24)
}

// share writes part of whole in percent.
func share(part, whole uint64) string {
	if whole == 0 {
		return "-"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 2, 64) + "%"
}

// quote writes an argument so that a POSIX shell reads it unchanged.
func quote(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("./_-+=:,@%", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// positionArgument writes a position as an argument of a command, after "--" if it looks like a
// flag.
func positionArgument(text string) string {
	if strings.HasPrefix(text, "-") {
		return "-- " + quote(text)
	}
	return quote(text)
}

// aligned returns a text with its tables in columns, two blanks apart, none at the ends of lines. A table is
// consecutive lines with tabs, which separate the cells. A line of < and > before it says how its columns are
// aligned; the others are aligned to the left. After a line | a table keeps its tabs. Colours take no room.
func aligned(text string) string {
	var out strings.Builder
	var rows [][]string
	sides := ""
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimSuffix(line, "\n")
		if strings.Contains(line, "\t") {
			rows = append(rows, strings.Split(line, "\t"))
			continue
		}
		writeTable(&out, rows, sides)
		if rows, sides = nil, line; line == "" || strings.Trim(line, "<>|") != "" {
			sides = ""
			out.WriteString(line + "\n")
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// colours are the escapes that colour a text.
var colours = regexp.MustCompile("\x1b\\[[0-9]*m")

// writeTable writes the rows of a table.
func writeTable(out *strings.Builder, rows [][]string, sides string) {
	room := func(cell string) int { return utf8.RuneCountInString(colours.ReplaceAllString(cell, "")) }
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], room(cell))
		}
	}
	for _, row := range rows {
		if sides == "|" {
			out.WriteString(strings.Join(row, "\t") + "\n")
			continue
		}
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-room(cell))
			if i < len(sides) && sides[i] == '>' {
				cell = pad + cell
			} else if i < len(row)-1 {
				cell += pad
			}
			if i > 0 {
				out.WriteString("  ")
			}
			out.WriteString(cell)
		}
		out.WriteByte('\n')
	}
}

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
// package says how tables are written; words has the functions.
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
