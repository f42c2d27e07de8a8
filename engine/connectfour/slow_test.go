//go:build long

package connectfour

// With the tag "long" the tests take half a minute more.
const slow = true
