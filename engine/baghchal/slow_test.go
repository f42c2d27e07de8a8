//go:build long

package baghchal

// With the tag "long" the tests take some minutes more.
const slow = true
