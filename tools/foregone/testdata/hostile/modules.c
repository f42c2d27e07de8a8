// A game of counting down from 300 by 1, 2 or 5, which misbehaves in the way that HOW names. build.sh compiles it once
// for each way. Harm is done at the key 7, or in the function that the way names.
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name("foregone_" #name)))
enum { GOES_ON = 0, LOST = 1, WON = 2, DRAWN = 4 };
static uint32_t head(uint32_t standing, uint32_t successors) { return standing | successors << 16; }
static uint32_t length(const char *text) { uint32_t n = 0; while (text[n]) n++; return n; }

#define WAYS(X) \
	X(endless_loop) X(long_rounds) X(deep_calls_in_time) X(fills_memory_again) X(start_loops) X(describe_loops) X(initialize_loops) \
	X(canonical_loops) X(weights_loops) X(numbers_loops) X(rank_loops) X(unrank_loops) X(text_loops) X(parse_loops) X(asks_host) X(waits) \
	X(grows_by_nothing) X(slow) X(jumps) X(divides) \
	X(bomb) X(deep_stack) X(huge_memory) X(huge_description) X(description_outside) X(buffer_outside) X(buffer_odd) X(leaks) X(writes_outside) \
	X(many_positions) X(endless_layers) X(huge_rank) X(wide_tree) \
	X(drops_moves) X(drops_moves_at_once) X(turns_values) X(alternates) X(another_start) X(sum_of_heads) X(negative) X(bad_standing) X(finished_moves) \
	X(won_in_byte) X(score_in_byte) X(too_many) X(canonical_twice) X(weightless) X(numbers_fall) X(rank_outside) X(rank_twice) X(start_outside) \
	X(no_start) X(no_buffer) X(no_expand) X(wrong_type) X(no_text) X(not_json) X(other_protocol) X(bad_name) X(no_bound) X(imports_print) X(text_too_long) \
	X(text_of_control) X(deletes) X(opens) X(exits) X(floods) X(asks_much) X(divides_by_zero) X(wrong_call) X(import_memory)
#define X(name) name,
enum way { honest, WAYS(X) };

#if defined IS_canonical_loops || defined IS_weights_loops || defined IS_canonical_twice || defined IS_weightless
#define PARTS "\"canonical\""
#elif defined IS_numbers_loops || defined IS_endless_layers || defined IS_numbers_fall
#define PARTS "\"layers\""
#elif defined IS_rank_loops || defined IS_unrank_loops || defined IS_huge_rank || defined IS_rank_outside || defined IS_rank_twice || defined IS_start_outside
#define PARTS "\"rank\""
#elif defined IS_text_loops || defined IS_parse_loops || defined IS_no_text || defined IS_text_too_long || defined IS_text_of_control
#define PARTS "\"text\""
#else
#define PARTS ""
#endif
#define DESCRIPTION(protocol, name, bound) "{\"protocol\":" protocol ",\"name\":\"" name "\",\"max_successors\":" bound ",\"parts\":[" PARTS "]}"

static volatile uint32_t sink, asked;
static volatile uint64_t wide_sink;
static uint64_t loop(void) { for (;;) sink++; }

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name))) int32_t name
#if defined IS_asks_host || defined IS_asks_much || defined IS_another_start
WASI(random_get)(void *out, uint32_t size);
WASI(clock_time_get)(uint32_t clock, uint64_t precision, uint64_t *out);
#endif
#ifdef IS_waits
WASI(poll_oneoff)(const void *in, void *out, uint32_t count, uint32_t *events);
#endif
#ifdef IS_deletes
WASI(path_unlink_file)(uint32_t folder, const char *path, uint32_t size);
#endif
#ifdef IS_opens
WASI(path_open)(uint32_t folder, uint32_t flags, const char *path, uint32_t size, uint32_t open, uint64_t rights, uint64_t inherited, uint32_t more, uint32_t *out);
#endif
#if defined IS_exits || defined IS_floods
WASI(fd_write)(uint32_t file, const void *parts, uint32_t count, uint32_t *written);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit"))) void proc_exit(uint32_t status);
#endif
#ifdef IS_imports_print
__attribute__((import_module("env"), import_name("print"))) void print(uint32_t n);
#endif

EXPORT(describe) uint64_t describe(void) {
	if (HOW == describe_loops) loop();
	if (HOW == huge_description) return 0xffffffff;
	if (HOW == description_outside) return 0xfffffff0ull << 32 | 100;
	const char *text = HOW == not_json ? "hello" : HOW == other_protocol ? DESCRIPTION("99", "hostile", "5")
		: HOW == bad_name ? DESCRIPTION("1", "../\\u001b[2J", "5") : HOW == no_bound ? DESCRIPTION("1", "hostile", "0") : DESCRIPTION("1", "hostile", "5");
	return (uint64_t)(uintptr_t)text << 32 | length(text);
}

#ifndef IS_no_buffer
EXPORT(buffer) uint32_t buffer(uint32_t bytes) {
	if (HOW == buffer_outside) return 0xffff0000;
	__builtin_wasm_memory_grow(0, (bytes >> 16) + 2);
	return 0x20000 + (HOW == buffer_odd);
}
#endif

#ifdef IS_initialize_loops
__attribute__((export_name("_initialize"))) void initialize(void) { loop(); }
#endif

#ifndef IS_no_start
EXPORT(start) uint64_t start(void) {
	if (HOW == start_loops) loop();
#ifdef IS_another_start
	uint32_t chance;
	random_get(&chance, sizeof chance);
	return 100 + chance % 100 + asked++;
#endif
	return HOW == many_positions || HOW == wide_tree ? 1 : HOW == start_outside ? 500 : HOW == slow ? 100000 : 300;
}
#endif

static __attribute__((noinline)) uint32_t deep(uint32_t n) { return n + deep(n + 1) + sink; }
static __attribute__((noinline)) uint32_t twice(uint32_t n) { return n == 0 ? sink : twice(n - 1) + twice(n - 1); }
static void nothing(void) {}
static void (*volatile called_well)(void) = nothing;
#define called(n) ((int32_t (*)(int64_t))called_well)(n)

// harm answers about the key 7 alone. It returns the number of successors, which it adds at next.
static int32_t harm(uint32_t *first, uint64_t *next) {
	*first = head(GOES_ON, 0);
	switch (HOW) {
	case endless_loop: loop();
	case long_rounds: for (;;) {
#define TEN(x) x x x x x x x x x x
		TEN(TEN(wide_sink = 0x123456789abcdefull / (wide_sink | 1);))
	}
	case deep_calls_in_time: return twice(60);
	case fills_memory_again: for (;;) __builtin_memset((void *)0x30000, asked++, 1 << 15);
	case grows_by_nothing: for (;;) __builtin_wasm_memory_grow(0, 0);
	case jumps: for (uint32_t n = 0;; n++) switch (sink & 7) { case 0: sink += 3; break; case 3: sink += n; break; case 5: sink ^= n; break; default: sink++; }
	case divides: for (uint64_t n = ~0ull;; n--) wide_sink = n / (wide_sink | 1);
	case bomb: while (__builtin_wasm_memory_grow(0, 16) != (unsigned long)-1) {} __builtin_trap();
	case deep_stack: return deep(0);
	case writes_outside: *(volatile uint64_t *)0xfffffff0 = 1; return 0;
	case sum_of_heads: *first = head(GOES_ON, 1); return 2;
	case negative: return -1;
	case bad_standing: *first = head(64, 0); return 0;
	case finished_moves: *first = head(LOST, 1); *next = 3; return 1;
	case won_in_byte: *first = head(WON, 0); return 0;
	case score_in_byte: *first = head(LOST, 0) | 7 << 8; return 0;
	case too_many: *first = head(GOES_ON, 65535); return 65535;
	case alternates: *first = head(GOES_ON, 1); *next = asked++ & 1 ? 2 : 3; return 1;
	case divides_by_zero: return 1000000 / sink;
	case wrong_call: called(3); return 0;
#ifdef IS_imports_print
	case imports_print: print(7); return 0;
#endif
#ifdef IS_asks_host
	case asks_host: for (;;) random_get((void *)0x30000, 1);
#endif
#ifdef IS_asks_much
	case asks_much: random_get((void *)0x30000, 1 << 20); return 0;
#endif
#ifdef IS_waits
	case waits: for (;;) { // an hour each
		uint64_t hour[6] = {0, 0, 0, 3600000000000, 0, 0}, event[4];
		poll_oneoff(hour, event, 1, (uint32_t *)&sink);
	}
#endif
#ifdef IS_deletes
	case deletes: path_unlink_file(3, "expected.txt", 12); return 0;
#endif
#ifdef IS_opens
	case opens: path_open(3, 0, "/etc/passwd", 11, 0, ~0ull, ~0ull, 0, (uint32_t *)&sink); return 0;
#endif
#if defined IS_exits || defined IS_floods
	case exits: case floods: {
		const char *text = "\033[2J oh dear\n";
		uint32_t part[2] = {(uint32_t)(uintptr_t)text, 13};
		do fd_write(1 + (asked++ & 1), part, 1, (uint32_t *)&sink); while (HOW == floods);
		proc_exit(0);
	}
#endif
	}
	return 0;
}

// moves adds the moves of a key, those that a faithful game has or those of a large one.
static uint64_t *moves(uint64_t key, uint64_t *next) {
	switch (HOW) {
	case many_positions: case wide_tree: // a tree whose positions have no end
		if (key >> 62 == 0) *next++ = 2 * key, *next++ = 2 * key + 1;
		return next;
	case endless_layers:
		*next++ = key + 1;
		return next;
	case slow: // honest, and takes a long time in all
		for (uint32_t n = 0; n < 1 << 16; n++) sink++;
		break;
	case leaks:
		if (__builtin_wasm_memory_grow(0, 1) == (unsigned long)-1) __builtin_trap();
		break;
	}
	if (key > 0) *next++ = key - 1;
	if (key > 1) *next++ = key - 2;
	if (key > 4 && !(HOW == drops_moves && asked > 700 && key % 3 == 0) && !(HOW == drops_moves_at_once && asked++ & 1 && key % 7 == 0)) *next++ = key - 5;
	return next;
}

#ifndef IS_no_expand
#ifdef IS_wrong_type
EXPORT(expand) int64_t expand(const uint64_t *keys, uint64_t n, uint32_t *heads, uint64_t *successors) {
#else
EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
#endif
	uint64_t *next = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t *first = next;
		asked += HOW == drops_moves || HOW == turns_values;
		if (keys[i] == 7 && HOW > 0 && HOW != drops_moves && HOW != drops_moves_at_once && HOW != turns_values && HOW != slow && HOW != leaks) {
			uint32_t before = asked;
			int32_t more = harm(heads + i, next);
			if (more < 0 || more > 5 || heads[i] != head(GOES_ON, 0) || asked != before) {
				next += more;
				continue;
			}
		}
		next = moves(keys[i], next);
		heads[i] = head(HOW == turns_values && asked > 700 && keys[i] == 0 ? DRAWN : GOES_ON, next - first);
	}
	return next - successors;
}
#endif

EXPORT(canonical) int32_t canonical(uint64_t *keys, uint32_t n) {
	if (HOW == canonical_loops) loop();
	for (uint32_t i = 0; HOW == canonical_twice && i < n; i++) if (keys[i] % 10 == 7) keys[i] -= 10 * (keys[i] > 10);
	return 0;
}

EXPORT(weights) int32_t weights(const uint64_t *keys, uint32_t n, uint32_t *out) {
	if (HOW == weights_loops) loop();
	for (uint32_t i = 0; i < n; i++) out[i] = HOW != weightless;
	return 0;
}

EXPORT(numbers) int32_t numbers(const uint64_t *keys, uint32_t n, uint16_t *out) {
	if (HOW == numbers_loops) loop();
	for (uint32_t i = 0; i < n; i++) out[i] = HOW == numbers_fall && keys[i] == 7 ? 0 : HOW == endless_layers ? (keys[i] - 300) * 64 : 300 - keys[i];
	return 0;
}

EXPORT(size) uint64_t size(void) { return HOW == huge_rank ? 1ull << 60 : 301; }

EXPORT(rank) int32_t rank(const uint64_t *keys, uint32_t n, uint64_t *out) {
	if (HOW == rank_loops) loop();
	for (uint32_t i = 0; i < n; i++) out[i] = HOW == rank_outside && keys[i] == 7 ? 1 << 20 : HOW == rank_twice && keys[i] == 7 ? 8 : keys[i] > 300 ? ~0ull : keys[i];
	return 0;
}

EXPORT(unrank) int32_t unrank(const uint64_t *ranks, uint32_t n, uint64_t *out) {
	if (HOW == unrank_loops) loop();
	for (uint32_t i = 0; i < n; i++) out[i] = ranks[i];
	return 0;
}

#ifndef IS_no_text
EXPORT(text) int32_t text(uint64_t key, char *out, uint32_t size) {
	if (HOW == text_loops) loop();
	if (HOW == text_too_long) return 1 << 24;
	out[0] = HOW == text_of_control ? '\033' : 'a' + key % 26;
	return 1;
}
#endif

EXPORT(parse) int32_t parse(const char *in, uint32_t size, uint64_t *key) {
	if (HOW == parse_loops) loop();
	*key = size;
	return 1;
}
