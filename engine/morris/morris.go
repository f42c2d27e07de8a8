package morris

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// mostMen is the largest number of men a side, by rings. The men never fill the board.
var mostMen = [...]int{1: 4, 2: 7, 3: 11}

// usual is the usual number of men a side, by rings.
var usual = [...]int{1: 3, 2: 6, 3: 9}

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:      "morris",
		Title:     "Men's morris",
		Variant:   variantName,
		Summary:   "three, six and nine men's morris: close mills, take men",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Kind:      engine.Byte,
		Bench:     "men=5",
		Positions: 1545778,
		Params: []engine.Param{
			{Name: "rings", Type: engine.IntParam, Default: "2", Min: 1, Max: len(mostMen) - 1, Help: "square rings; 2, or what suits the men"},
			{Name: "men", Type: engine.IntParam, Default: "6", Min: fewest, Max: mostMen[3], Help: "men a side; 3, 6 or 9, as suits the rings"},
			{Name: "flying", Type: engine.BoolParam, Default: "false", Help: "three men may move to any empty point"},
			{Name: "diagonals", Type: engine.BoolParam, Default: "false", Help: "corners are joined, too"},
			{Name: "placed", Type: engine.BoolParam, Default: "false", Late: true, Help: "without placing: all positions with none in hand"},
		},
		Settle: settle,
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			if spec.Int("rings") == 3 || spec.Bool("placed") {
				return nil, nil // New numbers these by arithmetic
			}
			return rulesOf(spec).contract(), nil
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newRanked(spec, rulesOf(spec)) },
	}
}

func rulesOf(spec engine.Spec) *rules {
	r := newRules(spec.Int("rings"), spec.Int("men"), spec.Bool("flying"), spec.Bool("diagonals"))
	r.placed = spec.Bool("placed")
	return r
}

// settle derives the rings from the men, or the men from the rings.
func settle(values map[string]string, given func(param string) bool) error {
	rings, _ := strconv.Atoi(values["rings"])
	men, _ := strconv.Atoi(values["men"])
	switch {
	case given("rings") && !given("men"):
		men = usual[rings]
	case given("men") && !given("rings"):
		for rings = 1; men > (usual[rings] + 1); rings++ {
		}
	}
	if men > mostMen[rings] {
		return engine.InputErrorf("morris:rings=%d,men=%d: %[2]d men a side have no room: want at most %d", rings, men, mostMen[rings])
	}
	values["rings"], values["men"] = strconv.Itoa(rings), strconv.Itoa(men)
	return nil
}

// variantName returns the everyday name of a variant.
func variantName(s engine.Spec) string {
	count := [...]string{3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten", 11: "Eleven", 12: "Twelve"}
	name := count[s.Int("men")] + " men's morris"
	if s.Int("rings") != 2 || s.Int("men") != usual[2] {
		name += fmt.Sprintf(", %d rings", s.Int("rings"))
	}
	if s.Bool("diagonals") {
		name += ", diagonals"
	}
	if s.Bool("flying") {
		name += ", flying"
	}
	if s.Bool("placed") {
		name += ", placed"
	}
	return name
}

// section is all positions with the same number of men placed and on the board.
type section struct{ placed, own, opponent int }

// allSections returns the sections of all slices. During placing, a slice is divided by the men
// taken. Otherwise slices would be large, and a layer loads into memory all slices that its moves
// lead to.
func (r *rules) allSections() (all [][]section) {
	for placed := range 2 * r.men {
		if r.placed {
			break
		}
		lists := make([][]section, placed+1) // by men taken
		own, opponent := r.hands(position{placed: placed})
		for a := max(r.fewestOf(placed/2, (placed+1)/2), fewest-1-own); a <= placed/2; a++ {
			for b := max(r.fewestOf((placed+1)/2, placed/2), fewest-opponent); b <= (placed+1)/2; b++ {
				taken := placed - a - b
				lists[taken] = append(lists[taken], section{placed, a, b})
			}
		}
		for _, list := range lists {
			if len(list) > 0 {
				all = append(all, list)
			}
		}
	}
	for sum := 2 * r.men; sum >= 2*fewest-1; sum-- {
		for more := (sum + 1) / 2; more <= min(r.men, sum-fewest+1); more++ {
			list := []section{{2 * r.men, sum - more, more}}
			if less := sum - more; less != more && less >= fewest { // otherwise the opponent took a man and play is over
				list = append(list, section{2 * r.men, more, less})
			}
			all = append(all, list)
		}
	}
	return all
}
