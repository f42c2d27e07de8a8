package drawing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Looks are looks by symbol. As JSON they are an object with a member of one character for each.
type Looks map[rune]Look

// MarshalJSON implements [json.Marshaler].
func (l Looks) MarshalJSON() ([]byte, error) {
	named := map[string]Look{}
	for symbol, look := range l {
		named[string(symbol)] = look
	}
	return json.Marshal(named)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *Looks) UnmarshalJSON(text []byte) error {
	var named map[string]Look
	if err := json.Unmarshal(text, &named); err != nil {
		return err
	}
	*l = Looks{}
	for name, look := range named {
		symbol := []rune(name)
		if len(symbol) != 1 {
			return fmt.Errorf("looks has %q: want one character", name)
		}
		(*l)[symbol[0]] = look
	}
	return nil
}

// Of returns the look of a symbol, in a position after ply turns. The sides are those of the first
// position.
func (d *Depiction) Of(symbol rune, ply int) Look {
	look := d.Look(symbol)
	if ply%2 != 0 && d.Relative && look.IsOwned() {
		look.Second = !look.Second
	}
	if player := d.Players[side(look.Second)]; look.IsOwned() {
		if look.Color == "" {
			look.Color = player.Color
		}
		if look.Figure == "" && look.Label == "" {
			look.Figure = player.Figure
		}
	}
	return look
}

// side is 1 for the second player.
func side(second bool) int {
	if second {
		return 1
	}
	return 0
}

// Look returns the look of a symbol itself.
func (d *Depiction) Look(symbol rune) Look {
	if look, ok := d.Looks[symbol]; ok {
		return look
	}
	switch symbol {
	case '.':
		return Look{}
	case '#':
		return Look{Shape: Hole}
	}
	return Look{Shape: Disc, Label: string(unicode.ToUpper(symbol)), Second: unicode.IsLower(symbol)}
}

// Balance returns how many more pieces the first player has than the second among the symbols of a
// board.
func (d *Depiction) Balance(symbols []rune) (more int) {
	for _, symbol := range symbols {
		switch l := d.Look(symbol); {
		case symbol == 0 || !l.IsOwned():
		case l.Second:
			more--
		default:
			more++
		}
	}
	return more
}

// Name returns a player's name in words, 0 or 1.
func (d *Depiction) Name(player int) string {
	if name := d.Players[player].Name; name != "" {
		return name
	}
	return [2]string{"Light", "Dark"}[player]
}

// Is reports whether the game says anything about its pictures.
func (d *Depiction) Is() bool {
	return d.Looks != nil || d.Relative || d.Turned || d.Mirrored || d.Railings || d.Ground != Squares
}

// Check returns the first fault of a depiction, as an error for its author.
func (d *Depiction) Check() error {
	if !slices.Contains([]Ground{Squares, Chequered, Points, Pits, Plain}, d.Ground) {
		return fmt.Errorf("ground is %q: want chequered, points, pits, plain or nothing", d.Ground)
	}
	if strings.Trim(d.Owners, "12") != "" {
		return fmt.Errorf("owners is %q: want 1 or 2 for each row from the top", d.Owners)
	}
	colors, figures := []string{d.Color}, []string{""}
	for symbol, l := range d.Looks {
		if !slices.Contains([]Shape{NoShape, Hole, Disc, Block, Wedge, Man, Stones, Wall}, l.Shape) {
			return fmt.Errorf("looks has the shape %q of %q: want hole, disc, block, wedge, man, stones, wall or nothing", l.Shape, symbol)
		}
		if strings.Trim(l.Joins, "lrud") != "" {
			return fmt.Errorf("looks has the joins %q of %q: want some of l, r, u and d", l.Joins, symbol)
		}
		colors, figures = append(colors, l.Color), append(figures, l.Figure)
	}
	for _, p := range d.Players {
		colors, figures = append(colors, p.Color), append(figures, p.Figure)
	}
	for _, figure := range d.Marks {
		figures = append(figures, figure)
	}
	for _, c := range colors {
		if len(c) != 0 && (len(c) != 7 || c[0] != '#' || strings.Trim(c[1:], "0123456789abcdef") != "") {
			return fmt.Errorf("a color is %q: want #rrggbb, in small letters", c)
		}
	}
	for _, name := range figures {
		if _, ok := Figures()[name]; !ok && name != "" && name[0] != '=' {
			return fmt.Errorf("a figure is %q: want one of %s", name, strings.Join(FigureNames(), ", "))
		}
	}
	for _, h := range d.Heaps {
		if _, err := h.pattern(); err != nil {
			return err
		}
	}
	return nil
}
