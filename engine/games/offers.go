package games

import (
	"github.com/foregone-db/foregone/engine"
)

// Offer describes an optional part of a game to users.
type Offer struct {
	Name    string `json:"name"`
	Offered bool   `json:"offered"`
	Gain    string `json:"gain"` // what the game gains by the part
}

// Offers returns the optional parts that are useful to a game, whether it has them or not.
func Offers(g engine.Game) []Offer {
	s, p := g.NewScratch(), g.Parts()
	layers, others := false, false // slices without and with moves inside the slice; the evaluator solves closed runs as it does layers
	for _, sl := range g.Slices() {
		layers, others = layers || sl.Layer || p.Closed != nil, others || !sl.Layer && p.Closed == nil
	}
	if g.Kind().Uncertain() {
		layers, others = false, false // games of chance have none of these parts
	}
	var list []Offer
	for _, o := range []struct {
		useful bool
		Offer
	}{
		{others, Offer{"predecessors", s.Unmover != nil,
			"no lists of predecessors have to be made, and less memory does"}},
		{others && s.Unmover != nil && g.Kind() != engine.Score, Offer{"open predecessors", s.OpenUnmover != nil,
			"positions that win at once are not updated again"}},
		{others && g.Kind() != engine.Score, Offer{"scan for wins", s.WinScanner != nil,
			"immediate wins are found without listing moves"}},
		{others && s.WinScanner != nil, Offer{"seeds", s.Seeder != nil,
			"the scan lists only moves that leave the slice"}},
		{others && g.Kind() != engine.Score, Offer{"search", s.Searcher != nil,
			"a test for a loss ends with the first move that saves"}},
		{others, Offer{"bound of successors", p.MaxSuccessors > 0,
			"below 255 they are counted in one byte a position, not two"}},
		{p.Slabs != nil, Offer{"slabs", true, // useful only to games whose turns consist of steps, and these have it
			"turns made of steps are never listed: a step acts on many positions at once"}},
		{p.Sweeps != nil, Offer{"sweeps", true,
			"what leads into a set of positions is found for whole bitmaps"}},
		{p.Spreads != nil, Offer{"spreads", true,
			"neighbours are found for whole bitmaps: --strategy bitmaps takes one bit a position"}},
		{layers, Offer{"layers at a time", s.LayerEvaluator != nil,
			"many positions of a layer, or of a class that play can stay in, are solved together"}},
		{p.Order != nil, Offer{"order", true,
			"a site reads few runs of blocks for all moves of a position"}},
		{true, Offer{"depiction", p.Depiction.Is(),
			"pictures show pieces in their shapes and colours"}},
	} {
		if o.useful {
			list = append(list, o.Offer)
		}
	}
	return list
}
