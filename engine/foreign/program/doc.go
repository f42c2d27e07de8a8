// Package program runs games that are separate programs, one process for each worker. It runs
// Python scripts, and any program that implements the protocol on its standard input and output.
//
// [Programs] has the families of such files, and ends all processes when it is closed. The protocol
// has two languages: frames, and lines for a process that begins with a line of JSON. A process and
// its children are killed when it answers wrongly, takes too long, or is no longer needed. On Linux
// they also end when this program is killed.
//
// # Trust
//
// A program runs with the rights of its user. So it runs only if the user has typed its path. A
// database holds the hash of its program, never its code. For a database this package runs only a
// program with that hash which the same user has run before, from the same path, or which the
// environment variable FOREGONE_PROGRAMS lists.
package program
