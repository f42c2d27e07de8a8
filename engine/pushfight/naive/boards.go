package naive

// Solved is a small variant and its solution.
type Solved struct {
	Name            string
	About           string
	Text            string
	Movers, Pushers int
	// Counts is the number of stored positions by value byte, drawn ones first.
	Counts []int
	// Quiet is how many of the positions of value W1 have no turn that drops a
	// piece: they win by leaving the opponent without a push.
	Quiet int
}

// Boards are small variants that have both draws and wins or losses of remoteness
// 15 plies or more. They were found by drawing boards at random (TestSearch) and
// their counts agree with a second throw-away solver. Where the board is
// symmetric without a centre, the stored positions are the half whose anchor
// stands on the first half of the squares, else all reachable ones.
var Boards = []Solved{
	{
		Name:  "step",
		About: "symmetric, no centre; anchors with both axes, one or none",
		Text: "" +
			".   \n" +
			"....\n" +
			"....\n" +
			"   .\n",
		Movers: 1, Pushers: 2,
		Counts: []int{108, 98, 10083, 938, 606, 260, 181, 90, 39, 63, 22, 13, 24, 15, 14, 39, 6, 1},
		Quiet:  3,
	},
	{
		Name:  "strip",
		About: "symmetric, no centre; railing on every square, no anchor pushed vertically",
		Text: "" +
			"......\n" +
			"......\n",
		Movers: 2, Pushers: 1,
		Counts: []int{3886, 962, 13636, 2126, 4022, 1770, 1918, 428, 472, 382, 124, 66, 22, 50, 76, 10, 22, 36, 128, 36, 68},
		Quiet:  470,
	},
	{
		Name:  "cross",
		About: "a square in the centre, movers=0",
		Text: "" +
			"  ...\n" +
			".......\n" +
			"  ...\n",
		Movers: 0, Pushers: 3,
		Counts: []int{1444, 28, 22884, 1330, 2836, 650, 1156, 470, 598, 272, 378, 214, 672, 938, 190, 396, 416, 372, 36},
		Quiet:  386,
	},
	{
		Name:  "windmill",
		About: "a square in the centre, a single pusher, many stuck positions",
		Text: "" +
			"   .\n" +
			".. .\n" +
			" ...\n" +
			" . ..\n" +
			" .\n",
		Movers: 2, Pushers: 1,
		Counts: []int{1822, 5736, 8680, 2792, 1108, 378, 214, 16, 62, 28, 20, 26, 46, 38, 8, 14, 12},
		Quiet:  1230,
	},
	{
		Name:  "ring",
		About: "no symmetry, a hole, no stuck position",
		Text: "" +
			"...\n" +
			"...\n" +
			". .\n" +
			"...\n",
		Movers: 0, Pushers: 3,
		Counts: []int{804, 0, 7198, 176, 526, 66, 156, 12, 54, 20, 176, 96, 118, 152, 112, 114, 18, 2},
		Quiet:  0,
	},
	{
		Name:  "ring with movers",
		About: "the same board with movers",
		Text: "" +
			"...\n" +
			"...\n" +
			". .\n" +
			"...\n",
		Movers: 1, Pushers: 2,
		Counts: []int{4548, 216, 40584, 2464, 4378, 1986, 1202, 630, 438, 152, 316, 398, 286, 336, 198, 244, 108, 38, 38, 66, 44, 82, 48},
		Quiet:  976,
	},
	{
		Name:  "tower",
		About: "no symmetry, high and narrow, no movers",
		Text: "" +
			"..\n" +
			"..\n" +
			"..\n" +
			"..\n" +
			".\n" +
			"..\n",
		Movers: 0, Pushers: 4,
		Counts: []int{19, 4, 10699, 389, 229, 149, 40, 27, 40, 31, 15, 21, 19, 47, 12, 18, 1},
		Quiet:  11,
	},
	{
		Name:  "key",
		About: "no symmetry; two in five W1 win only by leaving the opponent stuck",
		Text: "" +
			".....\n" +
			". . .\n" +
			"... .\n",
		Movers: 2, Pushers: 1,
		Counts: []int{6270, 8156, 24942, 6319, 3560, 1629, 1047, 480, 368, 42, 9, 5, 25, 26, 19, 6, 9, 8},
		Quiet:  10579,
	},
}

// FullOneOne is the full board with one mover and one pusher a side. It takes about
// a minute to solve here.
var FullOneOne = Solved{
	Name:   "full board, movers=1,pushers=1",
	Text:   FullText,
	Movers: 1, Pushers: 1,
	Counts: []int{16823, 46, 18074, 161, 4880},
	Quiet:  4806,
}
