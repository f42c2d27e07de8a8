// Package pool distributes work among goroutines. [Each] runs numbered units, [InOrder] returns
// results in the order of their inputs, and [Line] processes a stream of pieces.
//
// Every other package may import pool. Pool imports none of them.
package pool
