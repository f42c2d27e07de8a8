//go:build long

package serve_test

import "testing"

func TestPageLinksLong(t *testing.T) { checkLinks(t, 2000) }
