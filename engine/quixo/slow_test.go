//go:build long

package quixo

// With the tag "long" the tests take minutes more.
const slow = true
