//go:build long

package teeko

// With the tag "long" the tests take minutes more.
const slow = true
