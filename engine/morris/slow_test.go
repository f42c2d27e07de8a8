//go:build long

package morris

// With the tag "long" the tests take minutes more.
const slow = true
