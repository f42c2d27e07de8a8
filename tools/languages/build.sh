#!/bin/sh
# Builds the modules that the language bench compares, as far as the compilers are here. Their header is the
# template of the command new. Debian's rustc does not find its linker by itself.
set -eu
cd "$(dirname "$0")/games"
out=${OUT:-.}
c="clang --target=wasm32 -O2 -mbulk-memory -Wall -nostdlib -I../../starter/templates/c -Wl,--no-entry -Wl,--strip-all"
rust="rustc --target wasm32-unknown-unknown -O -C panic=abort -C linker=wasm-ld -C link-arg=--strip-all"
assemblyscript="asc -O3 --noAssert --runtime stub"
! command -v clang >/dev/null || $c -o "$out/quixo.c.wasm" quixo.c || echo "clang cannot build it here"
! command -v rustc >/dev/null || PATH=/usr/bin:$PATH $rust -o "$out/quixo.rs.wasm" quixo.rs || echo "rustc cannot build it here"
! command -v asc >/dev/null || $assemblyscript -o "$out/quixo.ts.wasm" quixo.ts || echo "asc cannot build it here"
chmod -f a-x "$out"/quixo.*.wasm
