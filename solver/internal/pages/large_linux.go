package pages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePages asks for large pages where they fit into an array. It is advice, which the
// system may not take, and comes too late for pages that the runtime has used before. It
// stays with the addresses: smaller objects that come there later may take more memory
// than they need, which is why arrays of a few megabytes do without.
func largePages[T any](a []T) {
	const page, enough = 2 << 20, 8 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(a)))
	size := uintptr(len(a)) * unsafe.Sizeof(*new(T))
	if size < enough {
		return
	}
	skip := -start & (page - 1)
	all := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(a))), size)
	_ = unix.Madvise(all[skip:skip+(size-skip)&^(page-1)], unix.MADV_HUGEPAGE)
}
