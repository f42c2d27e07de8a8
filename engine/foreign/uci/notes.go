package uci

import (
	"fmt"
	"slices"
	"strings"
)

// These rules depend on more than a position and a move. The tables of variants have the names of
// built-in variants, the tables of options those in files of variants. The package refuses games
// with a refused rule, because such a rule decides games. Games omit noted rules, and their rules
// text names them.
var (
	refusedVariants = map[string]string{
		"bughouse": partners, "koedem": partners, "supply": partners,
		"janggi": passes, "janggitraditional": passes, "janggicasual": passes, "janggimodern": passes,
	}
	refusedOptions = map[string]string{
		"twoBoards": partners, "kingPass": passes, "kingPassOnStalemate": passes, "bikjangRule": passes,
		"pass": passes, "passWhite": passes, "passBlack": passes,
		"passOnStalemate": passes, "passOnStalemateWhite": passes, "passOnStalemateBlack": passes,
	}
	notedVariants = map[string]string{
		"makruk": counting, "makpong": counting, "cambodian": counting, "karouk": counting, "asean": counting, "ai-wok": counting,
		"sittuyin": counting + "; " + promotions, "shatar": shaks,
	}
	notedOptions = map[string]string{"countingRule": counting, "sittuyinPromotion": promotions, "shatarMateRule": shaks}
)

const (
	partners   = "it is played on two boards, which feed each other"
	passes     = "two passes in a row end it, which a position does not tell"
	counting   = "the count of moves that are left to win"
	promotions = "the draw of a player who can only promote"
	shaks      = "the checks before a mate: a position counts as if there were none"
	repetition = "repetition, whatever the variant makes of it, and the count of moves without captures or the like"
)

// notes returns the rules that a variant's game leaves out. It returns an error if the game has a
// refused rule. sections are the parts of the file that define the variant.
func notes(name string, sections []section) ([]string, error) {
	list := []string{repetition}
	base := name
	if len(sections) > 0 {
		base = sections[0].template
	}
	if why, ok := refusedVariants[base]; ok {
		return nil, fmt.Errorf("%s cannot be solved from positions alone: %s", name, why)
	}
	if note, ok := notedVariants[base]; ok {
		list = append(list, note)
	}
	for _, s := range sections {
		for option, value := range s.values {
			if why, ok := refusedOptions[option]; ok && !off(value) {
				return nil, fmt.Errorf("%s cannot be solved from positions alone: %s (%s in its rules)", name, why, option)
			}
		}
		for _, option := range []string{"countingRule", "sittuyinPromotion", "shatarMateRule"} {
			value, note := s.values[option], notedOptions[option]
			if value != "" && !off(value) && !slices.Contains(list, note) {
				list = append(list, note)
			}
		}
	}
	return list, nil
}

// off reports whether the value of an option switches its rule off.
func off(value string) bool { return value == "false" || value == "none" }

// leftOut returns the notes as a sentence.
func leftOut(notes []string) string {
	return "Left out, for a position does not tell it: " + strings.Join(notes, "; ") + ". Play without end is a draw."
}
