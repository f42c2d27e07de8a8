#!/bin/sh
# Builds the fixtures from their sources, with clang and wasm-ld. Tic-tac-toe and the header are the template of the
# command new.
set -eu
cd "$(dirname "$0")"
clang=${CLANG:-clang}
template=../../../../tools/starter/templates/c
for source in "$template/game.c" connectfour.c dodgem.c pig.c ponghauki.c hostile.c; do
	game=$(basename "$source" .c)
	[ "$game" != game ] || game=tictactoe
	"$clang" --target=wasm32 -O2 -mbulk-memory -Wall -Wno-infinite-recursion -nostdlib -I"$template" -Wl,--no-entry -Wl,--strip-all -o "${OUT:-.}/$game.wasm" "$source"
	chmod a-x "${OUT:-.}/$game.wasm"
done
