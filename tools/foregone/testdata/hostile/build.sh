#!/bin/sh
# Builds the hostile modules from modules.c, with clang and wasm-ld, and damages some.
set -eu
cd "$(dirname "$0")"
out=${OUT:-modules}
sed -n 's/\t*X(\(.*\)) *\\*$/\1/p' modules.c | sed 's/) X(/\n/g' | while read -r way; do
	set --
	case $way in
	huge_memory) set -- -Wl,--initial-memory=1073741824 ;;
	import_memory) set -- -Wl,--import-memory ;;
	esac
	${CLANG:-clang} --target=wasm32 -Oz -mbulk-memory -w -nostdlib "-DHOW=$way" "-DIS_$way" -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections "$@" -o "$out/$way.wasm" modules.c
	chmod a-x "$out/$way.wasm"
done
# Not modules at all, or not to their end.
head -c 200 "$out/slow.wasm" >"$out/cut.wasm"
: >"$out/empty.wasm"
{ printf 'MZ'; tail -c +3 "$out/slow.wasm"; } >"$out/other_magic.wasm"
# A table of 2^32-1 entries, and a start function that loops.
printf '\000asm\001\000\000\000\004\011\001\160\001\377\377\377\377\017\000' >"$out/huge_table.wasm"
printf '\000asm\001\000\000\000\001\004\001\140\000\000\003\002\001\000\005\003\001\000\001\007\012\001\006memory\002\000\010\001\000\012\011\001\007\000\003\100\014\000\013\013' >"$out/start_section_loops.wasm"
