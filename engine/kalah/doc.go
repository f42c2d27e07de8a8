// Package kalah is kalah: two players sow seeds round a board of pits, and the difference of
// what comes into their stores is the score.
//
// # Rules
//
// Each player has a row of pits and a store at its right end. A turn: take all seeds of an
// own pit and sow them one by one to the right, into the own store, the opponent's pits and
// the own ones again; the opponent's store is left out, the emptied pit is not. Who sows the
// last seed into the own store moves again. Who sows it into an own pit that was empty
// stores it, together with the seeds in the pit opposite. The game is over when a player has
// no seed in his pits, whoever is to move. Then each stores the seeds in his own pits.
//
// # What is counted
//
// G. Irving, J. Donkers and J. Uiterwijk ("Solving Kalah", ICGA Journal 23, 2000) count
// 4,604,996 positions of 4 pits with 3 seeds each. Of the readings of the rules this one
// gives that number: positions with what is in the stores and with the player to move,
// whoever he is; those before a further move of a turn among them; the last seed is stored
// even where the pit opposite is empty; and the game is over, too, when a store has more
// than half of the seeds. The parameters have the other readings: without the last rule
// there are 4,646,746 positions, and where the pit opposite must not be empty 5,195,901.
//
// Such an early end leaves the winner as he is, and not the margin. Margins as they are
// played out are those of majority=false. The margin from a position on depends on the pits
// alone: with stores=false positions are told apart by these and the player to move, and
// values are the margin of what is stored from there on.
//
// They found, too, that 6 pits are won by 10 with 4 seeds each, and by 12 with 5, played out. A
// search finds the same (TestPublishedStart, with -tags long).
//
// # Layers
//
// No position comes again: a turn stores a seed or moves seeds nearer to the store of their
// owner. A layer is a weighted sum of both, and who is to move.
package kalah
