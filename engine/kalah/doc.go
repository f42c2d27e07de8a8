// Package kalah is kalah. Two players sow seeds round a board of pits. The score is the difference
// of the seeds in their stores.
//
// # Rules
//
// Each player has a row of pits and a store at its right end. In a turn the mover takes all seeds
// of one of his pits and sows them one by one to the right: into his store, the opponent's pits and
// his own pits again. He skips the opponent's store, but not the emptied pit. If the last seed
// falls into his store, he moves again. If it falls into an empty pit of his own, he stores it
// together with the seeds in the opposite pit. The game is over when either player, to move or not,
// has no seed in his pits. Then each player stores the seeds in his own pits.
//
// # Counts
//
// G. Irving, J. Donkers and J. Uiterwijk ("Solving Kalah", ICGA Journal 23, 2000) count 4,604,996
// positions of 4 pits with 3 seeds each. The default parameters give that number. They read the
// rules as follows:
//
//	a position includes the stores and the player to move
//	each move of a turn with several moves leads to a position of its own
//	the last seed is stored even if the opposite pit is empty
//	the game is also over when a store has more than half of the seeds
//
// The parameters select the other readings. Without the last rule there are 4,646,746 positions. If
// the opposite pit must not be empty, there are 5,195,901.
//
// An early end keeps the winner but not the margin. majority=false gives the margins of games
// played to the end. The margin from a position on depends only on its pits and the player to move.
// With stores=false these alone make a position, and values are the margin of the seeds stored from
// there on.
//
// The same authors found that 6 pits are a win by 10 with 4 seeds each and by 12 with 5, played to
// the end. A search confirms both (TestPublishedStart, with -tags long).
//
// # Layers
//
// No position repeats: a turn stores a seed or moves seeds nearer to their owner's store. A layer
// is a weighted sum of both, combined with the player to move.
package kalah
