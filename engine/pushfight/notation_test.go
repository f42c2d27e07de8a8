package pushfight

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.Open(f, Definition(), "pushfight"),
		".OX.....oxX.....Oox...OY..", ".XO.....xoP....Xxo.....XO.", ".OX.....oxX.....Oox...OX..",
		"  .OX..\n...oxX..\n..Oox...\n ..OX.\n", "4   .OX..  4\n3 ...oxX.. 3\n2 ..Oox... 2\n1  ..OY.   1\n",
		"194131625612", "+8401495373", "-8401495373", "", "+", "999999999999999999999", "é")
}
