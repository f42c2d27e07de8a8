package cli

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

//go:embed manual.txt
var manual string

// Command is a command of the program, as a manual declares it.
//
// A manual is a text. A line "# NAME ARGUMENTS" begins a command. An argument in brackets is
// optional; one that ends in "…" is repeatable. The next line is the summary. Then come the
// description and a line for each flag:
//
//	--quorum N=1 [1.. with cluster]   the number of machines that must agree
//
// The flag takes a value, which is called N and is 1 by default. The value is at least 1, and the
// flag is allowed only with --cluster. A flag without a name for its value is a switch; "DIR…" is
// repeatable. The brackets hold, in any order:
//
//	1..14  1..  int    a whole number, in a range
//	size  share        a number of bytes such as 8GiB; a share such as 2%
//	time  time or 0    a time such as 30s, above or from 0
//	a|b|c  .svg|.png   one of some words; a file name with one of some endings
//	needed  with x     the flag is required; it is allowed only with --x
//	for a|b            only the first argument a or b takes the flag; "needed for a" requires it
//
// A flag without a text has that of the first section, "# flags". A description line that begins
// with two blanks is an example. If it begins with "[GAME]", only programs with that game show it.
type Command struct {
	Name, Summary string
	Arguments     string
	Text          string // the description with its examples
	Flags         []*flag
	least, most   int // numbers of arguments; most below 0: any number
	run           func(*Call) error
}

// flag is a flag of a command.
type flag struct {
	Name, Alias string
	Place       string // the name of its value; "" means a switch
	initial     string // the default; "" means none
	Usage       string
	kind        string   // of its value: switch, list, int, size, share, time, choice or text
	low, high   int64    // of a whole number, or of a time
	words       []string // of a choice
	needed      bool
	neededFor   []string // the first arguments that need the flag; nil: all, if needed
	parts       []string // the first arguments that take it; nil: all of them
	with        string   // the flag that it requires, or ""
}

var (
	flagLine = regexp.MustCompile(`^(-\w|--[\w-]+)(?:, (--[\w-]+))?(?: ([^ =…[]+)(…)?(?:=(\S+))?)?(?: \[([^]]+)\])?(?:  +(.*))?$`)
	ruleText = regexp.MustCompile(`int|size|share|time or 0|time|needed for \S+|needed|for \S+|with [\w-]+|-?\d+\.\.\d*|\S+\|\S+`)
)

// parseManual reads the commands of a text. Flags without a text of their own are those of the list
// shared, which the section "# flags" of the text extends.
func parseManual(text string, shared *Command) []*Command {
	var list []*Command
	var c *Command
	for n, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "# flags"):
			c = shared
		case strings.HasPrefix(line, "# "):
			c = &Command{}
			c.Name, c.Arguments, _ = strings.Cut(line[2:], " ")
			c.countArguments()
			list = append(list, c)
		case c == nil:
		case strings.HasPrefix(line, "-"):
			f := parseFlag(line)
			if f == nil {
				panic(fmt.Sprintf("line %d of a manual is not a flag: %s", n+1, line))
			}
			if f.Usage == "" && c != shared {
				if common := shared.flag(f.Name); f.Place == "" {
					f = common
				} else {
					f.Usage = common.Usage
				}
			}
			c.Flags = append(c.Flags, f)
		case c.Summary == "":
			c.Summary = line
		default:
			c.Text += line + "\n"
		}
	}
	for _, c := range list {
		c.Text = strings.Trim(c.Text, "\n")
		c.Flags = append(c.Flags, shared.flag("quiet"))
	}
	return list
}

// choices returns the words allowed as the first argument, or nil if any is allowed.
func (c *Command) choices() []string {
	first, _, _ := strings.Cut(c.Arguments, " ")
	if !strings.Contains(first, "|") {
		return nil
	}
	return strings.Split(first, "|")
}

// countArguments sets the numbers of arguments that the command takes.
func (c *Command) countArguments() {
	for _, word := range strings.Fields(c.Arguments) {
		c.most++
		if !strings.HasPrefix(word, "[") {
			c.least++
		}
		if strings.Contains(word, "…") {
			c.most = -1 - len(c.Arguments) // stays below 0
		}
	}
}

// parseFlag reads the declaration of a flag, or returns nil if there is none.
func parseFlag(line string) *flag {
	m := flagLine.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	f := &flag{Name: strings.TrimLeft(m[1], "-"), Place: m[3], initial: m[5], Usage: m[7]}
	if m[2] != "" {
		f.Name, f.Alias = strings.TrimLeft(m[2], "-"), f.Name
	}
	switch {
	case f.Place == "":
		f.kind = "switch"
	case m[4] != "":
		f.kind = "list"
	default:
		f.kind = "text"
	}
	for _, text := range ruleText.FindAllString(m[6], -1) {
		low, high, isRange := strings.Cut(text, "..")
		what, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "needed":
			f.needed = true
		case what == "needed":
			f.needed, f.neededFor = true, strings.Split(strings.TrimPrefix(rest, "for "), "|")
			f.parts = append(f.parts, f.neededFor...)
		case what == "for":
			f.parts = append(f.parts, strings.Split(rest, "|")...)
		case what == "with":
			f.with = rest
		case text == "time":
			f.kind, f.low = "time", 1
		case text == "int":
			f.kind, f.low, f.high = "int", math.MinInt64, math.MaxInt64
		case isRange:
			f.kind, f.high = "int", math.MaxInt64
			f.low, _ = strconv.ParseInt(low, 10, 64)
			if high != "" {
				f.high, _ = strconv.ParseInt(high, 10, 64)
			}
		case strings.Contains(text, "|"):
			f.kind, f.words = "choice", strings.Split(text, "|")
		default: // size, share, time or 0
			f.kind = what
		}
	}
	return f
}

// flag finds a flag by one of its names, or returns nil.
func (c *Command) flag(name string) *flag {
	for _, f := range c.Flags {
		if name == f.Name || name == f.Alias && name != "" {
			return f
		}
	}
	return nil
}

// typed is the flag as a user types it.
func (f *flag) typed() string {
	if f.Alias != "" {
		return "-" + f.Alias
	}
	return flagText(f.Name)
}

// Names are all names of the flag as a user types them.
func (f *flag) Names() []string {
	if f.Alias == "" {
		return []string{flagText(f.Name)}
	}
	return []string{flagText(f.Name), "-" + f.Alias}
}

// Synopsis is the flag with the name of its value.
func (f *flag) Synopsis() string {
	text := strings.Join(f.Names(), ", ")
	if f.Place != "" {
		text += " " + f.Place
	}
	return text
}

// Help is the text of the flag, with its default.
func (f *flag) Help() string {
	text := f.Usage
	switch {
	case f.kind != "choice":
	case strings.HasPrefix(f.words[0], "."):
		text += "; its name ends in " + either(f.words)
	default:
		text += ": " + either(f.words)
	}
	if f.initial != "" {
		text += " (default: " + f.initial + ")"
	}
	return text
}

// flagText writes the name of a flag as a user types it.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// either lists alternatives.
func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// declare returns the flag in the library's form. Sizes and shares are texts there.
func (f *flag) declare() cli.Flag {
	aliases := strings.Fields(f.Alias)
	switch f.kind {
	case "switch":
		return &cli.BoolFlag{Name: f.Name, Aliases: aliases}
	case "list":
		return &cli.StringSliceFlag{Name: f.Name, Aliases: aliases}
	case "int":
		n, _ := strconv.ParseInt(f.initial, 10, 64)
		return &cli.Int64Flag{Name: f.Name, Aliases: aliases, Value: n}
	case "time":
		t, _ := time.ParseDuration(f.initial)
		return &cli.DurationFlag{Name: f.Name, Aliases: aliases, Value: t}
	}
	return &cli.StringFlag{Name: f.Name, Aliases: aliases, Value: f.initial}
}

// check refuses a value that the flag does not accept.
func (f *flag) check(value string) error {
	typed := f.typed()
	invalid := func(want string) error {
		return Usagef("invalid value %q for flag %s: want %s", value, typed, want)
	}
	switch f.kind {
	case "switch":
		if _, err := strconv.ParseBool(value); err != nil {
			return invalid("true or false")
		}
	case "int":
		switch n, err := strconv.ParseInt(value, 10, 64); {
		case err != nil:
			return invalid("a whole number")
		case n >= f.low && n <= f.high:
		case f.high == math.MaxInt64:
			return Usagef("%s %s: want at least %d", typed, value, f.low)
		default:
			return Usagef("%s %s: want %d to %d", typed, value, f.low, f.high)
		}
	case "size":
		if _, err := parseSize(value); err != nil {
			return Usagef("%s: %v", typed, err)
		}
	case "share":
		if _, ok := parseShare(value); !ok {
			return Usagef("%s %s: want a share such as 2%%", typed, value)
		}
	case "time":
		switch t, err := time.ParseDuration(value); {
		case err != nil:
			return invalid("a time such as 30s or 4h")
		case t >= time.Duration(f.low):
		case f.low == 0:
			return Usagef("%s %v: want at least 0", typed, t)
		default:
			return Usagef("%s %v: want a time above 0", typed, t)
		}
	case "choice":
		endings := strings.HasPrefix(f.words[0], ".")
		switch {
		case endings && value == "":
			return Usagef("say where to write: %s FILE", typed)
		case endings && ending(value, f.words) == "":
			return Usagef("%s %s: want a name that ends in %s", typed, quote(value), either(f.words))
		case !endings && !slices.Contains(f.words, value):
			return Usagef("%s %s: want %s", typed, quote(value), either(f.words))
		}
	}
	return nil
}

// ending returns the ending of a file name, from a list of endings, or "".
func ending(name string, endings []string) string {
	for _, e := range endings {
		if len(name) >= len(e) && strings.EqualFold(name[len(name)-len(e):], e) {
			return e
		}
	}
	return ""
}
