package cli

import (
	_ "embed"
	"fmt"
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
//	--cores N=64 [1.. with measure]   plan for a machine with this many cores
//
// The flag takes a value, which is called N and is 64 by default. The value is at least 1, and the
// flag goes with --measure. A flag without a name for its value is a switch; "DIR…" is repeatable.
// The brackets hold, in any order:
//
//	1..14  1..  int    a whole number, in a range
//	size  share        a number of bytes such as 8GiB; a share such as 2%
//	time  time or 0    a time such as 30s, above or from 0
//	a|b|c  .svg|.png   one of some words; a file name with one of some endings
//	needed  with x     the flag is required; it goes with --x
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
	repeated    bool   // whether it may be given several times
	initial     string // the default; "" means none
	Usage       string
	rules       []rule
	needed      bool
	neededFor   []string // the first arguments that need the flag; nil: all, if needed
	parts       []string // the first arguments that take it; nil: all of them
}

// rule limits the value of a flag.
type rule struct {
	what      string // int, size, share, time, with, or choice
	low, high int64  // of a whole number or a time
	words     []string
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
				panic(fmt.Sprintf("line %d of a manual is no flag: %s", n+1, line))
			}
			if f.Usage == "" && c != shared {
				common := *shared.flag(f.Name)
				if f.Place != "" {
					common.Place, common.rules = f.Place, f.rules
				}
				f = &common
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
	f := &flag{Name: strings.TrimLeft(m[1], "-"), Place: m[3], repeated: m[4] != "", initial: m[5], Usage: m[7]}
	if m[2] != "" {
		f.Name, f.Alias = strings.TrimLeft(m[2], "-"), f.Name
	}
	for _, text := range ruleText.FindAllString(m[6], -1) {
		r := rule{what: text}
		low, high, isRange := strings.Cut(text, "..")
		switch {
		case text == "needed":
			f.needed = true
			continue
		case strings.HasPrefix(text, "needed for "):
			f.needed, f.neededFor = true, strings.Split(text[11:], "|")
			f.parts = append(f.parts, f.neededFor...)
			continue
		case strings.HasPrefix(text, "for "):
			f.parts = append(f.parts, strings.Split(text[4:], "|")...)
			continue
		case strings.HasPrefix(text, "with "):
			r = rule{what: "with", words: []string{text[5:]}}
		case text == "time or 0":
			r = rule{what: "time", low: 0}
		case text == "time":
			r.low = 1
		case text == "int":
			r.low, r.high = -1<<63, 1<<63-1
		case isRange:
			r = rule{what: "int", high: 1<<63 - 1}
			r.low, _ = strconv.ParseInt(low, 10, 64)
			if high != "" {
				r.high, _ = strconv.ParseInt(high, 10, 64)
			}
		case strings.Contains(text, "|"):
			r = rule{what: "choice", words: strings.Split(text, "|")}
		}
		f.rules = append(f.rules, r)
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
	for _, r := range f.rules {
		switch {
		case r.what != "choice":
		case strings.HasPrefix(r.words[0], "."):
			text += "; its name ends in " + either(r.words)
		default:
			text += ": " + either(r.words)
		}
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

// kind is the type of the flag's value: switch, list, int, time or text.
func (f *flag) kind() string {
	switch {
	case f.Place == "":
		return "switch"
	case f.repeated:
		return "list"
	}
	for _, r := range f.rules {
		if r.what == "int" || r.what == "time" {
			return r.what
		}
	}
	return "text"
}

// declare returns the flag in the library's form.
func (f *flag) declare() cli.Flag {
	aliases := strings.Fields(f.Alias)
	switch f.kind() {
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

// check refuses a value of the flag that breaks the rule.
func (r rule) check(c *cli.Context, f *flag) error {
	typed, value := f.typed(), c.String(f.Name)
	switch r.what {
	case "with":
		if !c.IsSet(r.words[0]) {
			return Usagef("%s goes with %s", typed, flagText(r.words[0]))
		}
	case "int":
		switch n := c.Int64(f.Name); {
		case n >= r.low && n <= r.high:
		case r.high == 1<<63-1:
			return Usagef("%s %s: want at least %d", typed, value, r.low)
		default:
			return Usagef("%s %s: want %d to %d", typed, value, r.low, r.high)
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
		switch t := c.Duration(f.Name); {
		case t >= time.Duration(r.low):
		case r.low == 0:
			return Usagef("%s %v: want at least 0", typed, t)
		default:
			return Usagef("%s %v: want a time above 0", typed, t)
		}
	case "choice":
		endings := strings.HasPrefix(r.words[0], ".")
		switch {
		case endings && value == "":
			return Usagef("say where to write: %s FILE", typed)
		case endings && ending(value, r.words) == "":
			return Usagef("%s %s: want a name that ends in %s", typed, quote(value), either(r.words))
		case !endings && !slices.Contains(r.words, value):
			return Usagef("%s %s: want %s", typed, quote(value), either(r.words))
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
