// Package pool distributes work among goroutines: numbered units ([Each]), pieces with results in order
// ([InOrder]), and a stream of pieces ([Line]).
//
// It is on the lowest floor because all rooms use it. It imports none of them.
package pool
