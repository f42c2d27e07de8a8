// Package child runs programs as processes that answer questions on their standard input and
// output. A process has limits on time and memory. It is killed with its children when it is
// closed, when it takes too long, or when this program ends.
package child
