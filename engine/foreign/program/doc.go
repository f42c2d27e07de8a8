// Package program runs games that are programs of their own, a process for each worker:
// scripts of Python, and whatever speaks the protocol over its standard input and output.
//
// [Programs] has the families of such files, and ends all processes when it is closed. A
// process is asked in frames or, where it begins with a line of JSON, in lines. It is ended
// with all that it started when it answers wrongly, takes too long, or is not needed any
// more; on Linux also when this program is killed.
//
// # Trust
//
// A program runs with the rights of its user. So it is run only where its path was typed:
// a database holds the hash of its program, never its code, and opening a database runs
// what the same user has run before under that hash, from the same path, or what the
// environment variable FOREGONE_PROGRAMS names.
package program
