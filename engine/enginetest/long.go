//go:build long

package enginetest

// Long reports whether tests run with the build tag "long", which adds larger variants.
const Long = true
