package cli

import (
	"bytes"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"8GiB": 8 << 30, "512MiB": 512 << 20, "1": 1, "1000000": 1000000, "1.5GiB": 3 << 29, "2 TiB": 2 << 40,
		"3kB": 3000, "64KiB": 64 << 10, "7GB": 7e9, "12B": 12,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GiB", "-1", "-1GiB", "0", "0GiB", "1.5", "8 gib", "8Gi", "1e30GiB", "NaNGiB", "InfGiB", "99999999999GiB", "0x10"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q is %d, want an error", text, got)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	for _, text := range []string{"8GiB", "1.5TB", "-3", "0", "1e3kB", "512 MiB", "9223372036854775807", "4611686018427387905B", "0.5B", "NaNGiB", ".5KiB", "B", "",
		"1EiB", "+1GiB", "1 GiB ", "1e400", "InfB", "0x10", "1_000", "8gib", "1.2.3MB", "4EiB"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if n, err := parseSize(text); err == nil && (n == 0 || n > 1<<62) {
			t.Errorf("%q is %d bytes", text, n)
		}
	})
}

// FuzzValues reads arbitrary values of flags and lists of counts: shapes, shares, counts.
func FuzzValues(f *testing.F) {
	for _, text := range []string{"8x16,32GiB", "8x16,32GiB,10Gbit", "1x1,1GiB,NaNGbit", "1x1,1GiB,-1Gbit", "1x1", "0x1", "1048577x2", "8x16,", "5%", "0.05", "NaN", "100%", "1e-9", "20,400,8902", "1 2 3", ",", "-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := parseShape(text); err == nil && (s.Nodes < 1 || s.Cores < 1 || s.Memory == 0) {
			t.Errorf("%q is %+v", text, s)
		}
		if share, ok := parseShare(text); ok && !(share >= 0 && share <= 1) {
			t.Errorf("%q is a share of %v", text, share)
		}
		if counts, err := readCounts(text); err == nil && len(counts) > len(text) {
			t.Errorf("%q is %d counts", text, len(counts))
		}
	})
}

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 86208131520: "86,208,131,520", 123456: "123,456"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) is %q, want %q", n, got, want)
		}
	}
	for n, want := range map[uint64]string{0: "0 bytes", 1: "1 byte", 1023: "1,023 bytes", 1536: "1.5 KiB", 8 << 30: "8.0 GiB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) is %q, want %q", n, got, want)
		}
	}
	for seconds, want := range map[float64]string{0.123: "0.12 s", 34.2: "34 s", 306: "5m 06s", 7380: "2h 03m", 363600: "4d 05h"} {
		if got := duration(seconds); got != want {
			t.Errorf("duration(%v) is %q, want %q", seconds, got, want)
		}
	}
	if got := share(1, 3); got != "33.33%" {
		t.Errorf("share(1, 3) is %q", got)
	}
	if got := share(0, 0); got != "-" {
		t.Errorf("share(0, 0) is %q", got)
	}
}

func TestQuote(t *testing.T) {
	for arg, want := range map[string]string{
		"XO..X....": "XO..X....", "": "''", "#17": "'#17'", "my games": "'my games'", "it's": `'it'\''s'`,
		"pushfight:movers=1,pushers=2": "pushfight:movers=1,pushers=2", "a*": "'a*'",
	} {
		if got := quote(arg); got != want {
			t.Errorf("quote(%q) is %s, want %s", arg, got, want)
		}
	}
	if got := positionArgument("-123"); got != "-- -123" {
		t.Errorf("positionArgument(-123) is %s", got)
	}
}

func TestColumns(t *testing.T) {
	got := aligned("begin\n<>\na\t1\tlast\n\x1b[32mgrößer\x1b[0m\t1,000\nx\t\tz\n\n|\nlong\ttab\nend\n")
	want := "begin\na           1  last\n\x1b[32mgrößer\x1b[0m  1,000\nx              z\n\nlong\ttab\nend\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestProgressWithoutTerminal(t *testing.T) {
	var b bytes.Buffer
	p := &Call{Console: &Console{stderr: &b}}
	g := p.newProgress(false)
	g.Update("step", "note", 1, 10, 0)
	if b.Len() != 0 {
		t.Errorf("a line at once: %q", b.String())
	}
	g.shown = g.shown.Add(-2 * plainEvery)
	g.Update("step", "note", 5, 10, 90)
	g.Update("step", "note", 6, 10, 90)
	g.Message("by the way")
	g.Close()
	if got := b.String(); got != "50%  step, note, about 1m 30s left\nby the way\n" {
		t.Errorf("got %q", got)
	}
	b.Reset()
	p.quiet = true
	g = p.newProgress(false)
	g.shown = g.shown.Add(-2 * plainEvery)
	g.Update("step", "", 5, 10, 0)
	g.Message("by the way")
	g.Close()
	if b.Len() != 0 {
		t.Errorf("-q, but %q", b.String())
	}
}
