// Package lookup looks up many values of a table at once.
//
// A look-up at random decodes a block of thousands of values for one of them. A [Batch]
// gathers look-ups, puts them in order of their indices, and decodes each block that is
// asked for once.
package lookup
