#!/bin/sh
# Builds the fixtures from their sources, with clang and wasm-ld.
set -eu
cd "$(dirname "$0")"
clang=${CLANG:-clang}
for game in tictactoe quixo connectfour dodgem hostile; do
	"$clang" --target=wasm32 -O2 -mbulk-memory -Wall -Wno-infinite-recursion -nostdlib -Wl,--no-entry -Wl,--strip-all -o "${OUT:-.}/$game.wasm" "$game.c"
	chmod a-x "${OUT:-.}/$game.wasm"
done
