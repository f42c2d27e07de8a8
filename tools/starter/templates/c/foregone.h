// What a game in C needs of the protocol: names of exports, heads, and memory for the
// buffer. A game that includes this file has foregone_buffer and foregone_describe.
#ifndef FOREGONE_H
#define FOREGONE_H

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name("foregone_" #name)))

// How the game stands at a position.
enum { GOES_ON = 0, LOST = 1, WON = 2, DRAWN = 4, WINS_NOW = 8, DRAWS_NOW = 16, LOSES_NOW = 32 };

// head makes the head of a position: how it stands, and how many successors it has.
static inline uint32_t head(uint32_t standing, uint32_t successors) {
	return standing | successors << 16;
}

// A game of chance stores words in place of successors: for each roll its word, then for each of its
// moves two words, what it does and its key. The number in the head counts words.
static inline uint64_t roll(uint32_t weight, uint32_t moves) { return weight | (uint64_t)moves << 32; }

// does says what a move does: the points that it earns, whether the same player moves next, and WINS_NOW,
// DRAWS_NOW or LOSES_NOW if it ends the game, else 0. A move that ends the game has any key.
static inline uint64_t does(int32_t gain, int keeps, uint32_t end) {
	return (uint32_t)gain | (uint64_t)end << 32 | (uint64_t)(keeps != 0) << 40;
}

static inline uint32_t length(const char *text) {
	uint32_t n = 0;
	while (text[n]) n++;
	return n;
}

// DESCRIBE makes the export that returns the description, a JSON object.
#define DESCRIBE(text) \
	static const char description[] = text; \
	EXPORT(describe) uint64_t describe(void) { \
		return (uint64_t)(uintptr_t)description << 32 | (sizeof description - 1); \
	}

// The compiler calls these functions for arrays that are cleared or copied. There is no libc.
__attribute__((weak, no_builtin)) void *memset(void *to, int byte, unsigned long n) {
	unsigned char *p = to;
	while (n--) *p++ = (unsigned char)byte;
	return to;
}

__attribute__((weak, no_builtin)) void *memcpy(void *restrict to, const void *restrict from, unsigned long n) {
	unsigned char *p = to;
	const unsigned char *q = from;
	while (n--) *p++ = *q++;
	return to;
}

__attribute__((weak, no_builtin)) void *memmove(void *to, const void *from, unsigned long n) {
	unsigned char *p = to;
	const unsigned char *q = from;
	if (p <= q)
		while (n--) *p++ = *q++;
	else
		while (n--) p[n] = q[n];
	return to;
}

__attribute__((weak, no_builtin)) int memcmp(const void *a, const void *b, unsigned long n) {
	const unsigned char *p = a, *q = b;
	for (; n--; p++, q++)
		if (*p != *q) return *p - *q;
	return 0;
}

extern unsigned char __heap_base;

// buffer returns memory for keys and answers. It is called once.
EXPORT(buffer) uint32_t buffer(uint32_t bytes) {
	uint32_t at = ((uint32_t)(uintptr_t)&__heap_base + 15) & ~15u;
	uint32_t have = (uint32_t)__builtin_wasm_memory_size(0) << 16;
	if (at + bytes > have && __builtin_wasm_memory_grow(0, (at + bytes - have + 65535) >> 16) == (unsigned long)-1)
		return 0;
	return at;
}

#endif
