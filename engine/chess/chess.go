package chess

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// mostMen is the largest number of men, kings included.
const mostMen = 5

const allPieces = "all"

const (
	toMate       = "mate"
	toConversion = "conversion"
)

func canonicalMetric(text string) (string, error) {
	if text != toMate && text != toConversion {
		return "", engine.InputErrorf("%q is not a metric: want %s or %s", text, toMate, toConversion)
	}
	return text, nil
}

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "chess",
		Title:   "Chess",
		Variant: variantName,
		Summary: "chess endings of up to five men: the moves to mate",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "pieces=KQvKR",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "men", Type: engine.IntParam, Default: "3", Min: 2, Max: mostMen, Help: "how many men, the kings included"},
			{Name: "metric", Type: engine.WordParam, Default: toMate, Help: "what values count: the plies to mate, or to conversion: a capture, a promotion or mate", Canonical: canonicalMetric},
			{Name: "pieces", Type: engine.WordParam, Default: allPieces, Help: "the men of either side, such as KQvKR, with all that captures and promotions lead to", Canonical: canonicalPieces},
		},
		Settle: settle,
		New: func(spec engine.Spec) (engine.Game, error) {
			if spec.Word("pieces") == allPieces {
				return newVariant(spec, materialsOf(spec.Int("men"))), nil
			}
			c, err := parseCounts(spec.Word("pieces"))
			if err != nil {
				return nil, err
			}
			list := map[counts]bool{}
			closure(list, c)
			return newVariant(spec, list), nil
		},
	}
}

// variantName returns the everyday name of a variant.
func variantName(s engine.Spec) string {
	name := "endings from " + s.Word("pieces") + " on"
	if s.Word("pieces") == allPieces {
		name = fmt.Sprintf("endings of %d men", s.Int("men"))
	}
	if s.Word("metric") == toConversion {
		name += ", to conversion"
	}
	return name
}

// canonicalPieces returns the canonical name of a material: its pieces in a fixed order.
func canonicalPieces(text string) (string, error) {
	if text == allPieces {
		return text, nil
	}
	c, err := parseCounts(text)
	if err == nil && c.men() > mostMen {
		err = engine.InputErrorf("%s has %d men: want at most %d", text, c.men(), mostMen)
	}
	return c.name(), err
}

// settle sets the number of men to that of the pieces, if the pieces are given.
func settle(values map[string]string, given func(param string) bool) error {
	if values["pieces"] == allPieces {
		return nil
	}
	c, err := parseCounts(values["pieces"])
	if err != nil {
		return err
	}
	men := strconv.Itoa(c.men())
	if given("men") && values["men"] != men {
		return engine.InputErrorf("chess:men=%s,pieces=%s: %[2]s has %s men: want one of the two parameters", values["men"], values["pieces"], men)
	}
	values["men"] = men
	return nil
}
