// Package evidence writes and checks evidence: one YAML file that says how a game was solved and
// what supports the result, so that others can check it.
//
// The file names the rules with a digest of their moves, the command with its cost, the counts by value and by
// section, the digest of the table, a Merkle root over its blocks, the checks that it passed,
// published figures with their sources, and a sample of positions. [Collect] makes it from a
// database. [Evidence.Check] checks it without the table: the counts add up, the rules are those of
// this program, and the positions of the sample have their indices. [Evidence.CheckTable]
// compares it with a table.
//
// # The Merkle tree
//
// The leaves are the blocks of the table, uncompressed, in order; evidence has the number of
// positions in a block. The hash of a leaf is SHA-256 of the byte 0 and the block's values, as
// the table's digest takes them. The hash of an inner node is SHA-256 of the byte 1 and the two
// hashes below it. A node of n > 1 leaves has the greatest power of two below n on its left, as in
// RFC 6962. Evidence has the root, and the hashes of runs of equally many blocks ([Tree.Runs]), the
// last run possibly shorter: to check a block, hash the blocks of its run.
//
// # Solved games
//
// The folder solved has evidence of games that GAMES.md lists. "make evidence" writes it, and its figures into
// GAMES.md; TestGames compares them. TestSolved checks the files; with -tags long it opens the games and
// checks their rules and samples as well.
package evidence
