// Breaks the protocol in the way that its parameter says. What it does right is the game of
// counting down from 20 by 1 or 2.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"hostile\",\"version\":\"1.0\",\"kind\":\"byte\",\"max_successors\":4,"
	"\"parts\":[\"text\"],\"params\":[{\"name\":\"how\",\"default\":0,\"min\":0,\"max\":99}]}")

static int64_t how;
static volatile uint32_t sink, asked;

EXPORT(open) int32_t open(const int64_t *params, uint32_t count) {
	how = params[0];
	return how == 1;
}

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name))) int32_t name
WASI(random_get)(void *out, uint32_t size);
WASI(clock_time_get)(uint32_t clock, uint64_t precision, uint64_t *out);
WASI(fd_write)(uint32_t file, const void *parts, uint32_t count, uint32_t *written);
WASI(path_unlink_file)(uint32_t folder, const char *path, uint32_t size);
WASI(poll_oneoff)(const void *in, void *out, uint32_t count, uint32_t *events);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit"))) void proc_exit(uint32_t status);

EXPORT(start) uint64_t start(void) {
	while (how == 2) sink++;
	if (how == 40) {
		uint32_t chance;
		uint64_t now;
		random_get(&chance, sizeof chance);
		clock_time_get(0, 1, &now);
		return 21 + chance % 1000 + now % 7 + asked++;
	}
	return 20;
}

static __attribute__((noinline)) uint32_t deep(uint32_t n) { return n + deep(n + 1) + sink; }

static __attribute__((noinline)) uint32_t wide(uint32_t n) { return n == 0 ? sink : wide(n - 1) + wide(n - 1); }

static void bomb(void) {
	while (__builtin_wasm_memory_grow(0, 16) != (unsigned long)-1) {}
	__builtin_trap();
}

static int32_t harm(uint32_t *heads, uint64_t *successors, uint32_t n) {
	switch (how) {
	case 3: while (1) sink++;
	case 4: return deep(0);
	case 5: return wide(60);
	case 6: bomb();
	case 7: *(volatile uint64_t *)0xfffffff0 = 1; return 0;
	case 8: heads[0] = head(GOES_ON, 5); return 5;
	case 9: heads[0] = head(GOES_ON, 1); return 2;
	case 10: return -1;
	case 11: heads[0] = head(64, 0); return 0;
	case 12: return 1000000 / sink;
	case 13: heads[0] = head(LOST, 1); successors[0] = 3; return 1;
	case 14: heads[0] = head(WON, 0); return 0;
	case 15: heads[0] = head(GOES_ON, 1); successors[0] = asked++ & 1 ? 2 : 3; return 1;
	case 16: while (1) __builtin_memset((void *)0x10000, asked++, 1 << 15);
	case 17: heads[0] = head(LOST, 0) | 7 << 8; return 0;
	case 18: heads[0] = head(GOES_ON, 65535); return 65535;
	case 19: while (1) random_get((void *)0x10000, 1);
	case 20: random_get((void *)0x10000, 1 << 20); return 0;
	case 21: path_unlink_file(3, "a", 1); return 0;
	case 22: { // an hour
		uint64_t hour[6] = {0, 0, 0, 3600000000000, 0, 0}, event[4];
		poll_oneoff(hour, event, 1, (uint32_t *)&sink);
		__builtin_trap();
	}
	case 23: {
		const char *text = "oh dear";
		uint32_t part[2] = {(uint32_t)(uintptr_t)text, 7};
		fd_write(1 + asked++, part, 1, (uint32_t *)&sink);
		proc_exit(3);
	}
	}
	return 0;
}

// expand does harm at the key 7.
EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	uint64_t *next = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t key = keys[i], *first = next;
		if (key == 7 && how >= 3 && how < 30) return harm(heads + i, next, n - i) + (next - successors);
		if (key > 0) *next++ = key - 1;
		if (key > 1) *next++ = key - 2;
		heads[i] = head(GOES_ON, next - first);
	}
	return next - successors;
}

EXPORT(text) int32_t text(uint64_t key, char *out, uint32_t size) {
	switch (how) {
	case 30: return 1 << 20;
	case 31: return -1;
	case 32: out[0] = '\xff'; return 1;
	case 33: out[0] = '\n'; return 1;
	case 34: return 0;
	}
	out[0] = 'a' + key;
	return 1;
}

EXPORT(parse) int32_t parse(const char *in, uint32_t size, uint64_t *key) {
	if (how == 35) return 7;
	while (how == 36) sink++;
	if (size != 1 || *in < 'a' || *in > 'u') return 0;
	*key = *in - 'a';
	return 1;
}
