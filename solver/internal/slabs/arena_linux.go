package slabs

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// newArena returns n zero words, on large pages, if huge is set and the system has them; words on small pages take no room until
// they are written. They lie outside the heap of the garbage collector; freeArena frees them.
func newArena(n uint64, huge bool) ([]uint64, error) {
	if n == 0 {
		return nil, nil
	}
	pages, err := unix.Mmap(-1, 0, int(n*8), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("take %d MiB of memory: %w", n>>17, err)
	}
	advice := unix.MADV_NOHUGEPAGE
	if huge {
		advice = unix.MADV_HUGEPAGE
	}
	_ = unix.Madvise(pages, advice) // a hint
	return unsafe.Slice((*uint64)(unsafe.Pointer(&pages[0])), n), nil
}

// freeArena returns an arena to the system.
func freeArena(words []uint64) {
	if len(words) > 0 {
		_ = unix.Munmap(bytesOf(words)) // fails only for addresses that are not mapped
	}
}

// clearArena returns the memory behind an arena to the system and loses the content.
func clearArena(words []uint64) {
	if len(words) > 0 {
		_ = unix.Madvise(bytesOf(words), unix.MADV_DONTNEED) // a hint
	}
}
