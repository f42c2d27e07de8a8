// Package child runs programs as processes that are asked over their standard input and
// output. A process has so long for an answer and so much memory, and ends with all that it
// started when it is closed, takes too long, or this program ends.
package child
