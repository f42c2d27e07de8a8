package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/count"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/solver"
)

func (p *program) statsCommand() *cli.Command {
	return &cli.Command{
		Name:  "stats",
		Usage: "show counts per value and other figures of a database",
		Description: `Prints how many positions have each value, stored ones and with symmetric twins
counted, the value of the start, the longest win, and the digest of the table. --plot
draws the counts by remoteness, wins and losses apart, on a logarithmic scale.
--playouts also counts the complete games, that is all ways to play from the start to
the end, exactly, by who wins them, and the finished positions; it can do so in games
without loops, by walking through all positions.

  ` + p.name + ` stats
  ` + p.name + ` stats --plot values.svg
  ` + p.name + ` stats --db foregone-data/tictactoe-height-3-line-3-width-3 --json
  ` + p.name + ` stats --playouts`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.StringFlag{Name: "plot", Usage: "draw the counts into `FILE`, which ends in .svg or .png"},
			&cli.BoolFlag{Name: "playouts", Usage: "count the complete games, by who wins"},
			JSONFlag("a JSON object"),
		},
		Action: p.action(0, 0, p.stats),
	}
}

func (p *program) stats(c *cli.Context) error {
	if c.IsSet("plot") {
		if _, err := pictureKind("--plot", c.String("plot"), ".svg", ".png"); err != nil {
			return err
		}
	}
	db, err := p.openDatabase(c)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Stats()
	if err != nil {
		return err
	}
	if c.IsSet("plot") {
		if err := p.plot(s, c.String("plot")); err != nil {
			return err
		}
	}
	if c.Bool("playouts") {
		playouts, err := count.Games(c.Context, db.Game(), solver.DefaultMemory())
		if err != nil {
			return err
		}
		s.Playouts = &playouts
	}
	if c.Bool("json") {
		return p.printJSON(s)
	}
	facts := columns{}
	facts.add("game", s.Game)
	if s.MaxPhase > 0 {
		facts.add("solved", fmt.Sprintf("up to remoteness %d (plies), the rest is unknown", s.MaxPhase))
	}
	positions := Number(s.Positions) + " stored"
	if s.PositionsAll > 0 {
		positions += ", " + Number(s.PositionsAll) + " with symmetric twins"
	}
	facts.add("positions", positions)
	if s.InPlace != nil {
		p.addInPlace(&facts, *s.InPlace, s.Positions)
	}
	p.addOutcomes(&facts, s)
	if s.Start != nil {
		facts.add("start", p.verdictText(s.Start.Verdict))
	}
	if w := s.LongestWin; w != nil {
		facts.add("longest win", fmt.Sprintf("%s: #%d  %s", p.verdictText(w.Verdict), w.Index, w.Text))
	}
	if s.Playouts != nil {
		addPlayouts(&facts, *s.Playouts)
	}
	if s.InPlace != nil {
		facts.add("values", "not counted: the file is used in place")
		facts.write(p.stdout)
		return nil
	}
	facts.add("sha256", s.SHA256)
	facts.write(p.stdout)
	fmt.Fprintln(p.stdout)
	list := columns{right: []bool{false, true, true, true, true}}
	list.paint = func(row, column int, text string) string {
		if row > 0 && column == 0 {
			return p.paintValue(s.Counts[row-1].Verdict, text)
		}
		return text
	}
	list.add("value", "plies", "stored", "share", "with twins")
	for _, n := range s.Counts {
		plies := "-"
		if remoteness, ok := n.Verdict.Plies(); ok {
			plies = fmt.Sprint(remoteness)
		}
		list.add(n.Verdict.String(), plies, Number(n.Positions), share(n.Positions, s.Positions), Number(n.All))
	}
	list.write(p.stdout)
	return nil
}

// plot draws the counts per value into a file, which is replaced where it is there.
func (p *program) plot(s query.Stats, name string) error {
	h, err := picture.Histogram(s)
	if err != nil {
		return err
	}
	return p.plotTo(h, name)
}

// plotTo writes a plot into a file, which is replaced where it is there.
func (p *program) plotTo(pic *picture.Picture, name string) error {
	kind, err := pictureKind("--plot", name, ".svg", ".png")
	if err != nil {
		return err
	}
	err = durable.WriteFile(name, true, func(w io.Writer) error { return writePicture(w, pic, kind) })
	if err == nil {
		p.message("plot written to %s", name)
	}
	return err
}

// addPlayouts adds the number of complete games.
func addPlayouts(facts *columns, n count.Playouts) {
	facts.add("games", fmt.Sprintf("%s complete ones: %s won by the first player, %s by the second, %s drawn",
		grouped(n.Total.String()), grouped(n.First.String()), grouped(n.Second.String()), grouped(n.Draws.String())))
	if f := n.Finished; f != nil {
		facts.add("finished", fmt.Sprintf("%s: %s won by the first player, %s by the second, %s drawn",
			Plural(f.Positions, "position", "positions"), Number(f.First), Number(f.Second), Number(f.Draws)))
	}
}

// addInPlace adds what a file that is used in place holds.
func (p *program) addInPlace(facts *columns, f query.InPlace, positions uint64) {
	const shown = 4
	var ranges []string
	for i, r := range f.Known {
		if i == shown && len(f.Known) > shown+1 {
			ranges = append(ranges, fmt.Sprintf("… %d more", len(f.Known)-shown))
			break
		}
		ranges = append(ranges, fmt.Sprintf("%d-%d", r.First, r.Last))
	}
	facts.add("file", fmt.Sprintf("%s (%s)", f.Path, f.Encoding))
	facts.add("known", Number(f.Known.Count())+"  "+share(f.Known.Count(), positions)+"  indices "+strings.Join(ranges, ", "))
}
