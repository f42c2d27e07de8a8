//go:build !long

package main

// allowance is how many times its bar a timed run may take beside other tests.
const allowance = 4
