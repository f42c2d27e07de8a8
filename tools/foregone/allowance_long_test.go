//go:build long

package main

// allowance is 1: the long run checks the bars themselves.
const allowance = 1
