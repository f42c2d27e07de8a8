//go:build long

package serve_test

import "testing"

func TestPageLinksLong(t *testing.T) { checkLinks(t, 2000) }

func TestPagePlayLong(t *testing.T) { playAll(t, playedGames, 30, false) }

func TestPagePlayKeysLong(t *testing.T) { playAll(t, playedGames, 6, true) }
