package pages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	page   = 2 << 20 // bytes of a large page
	enough = 8 << 20
)

// largePages asks for large pages where they fit into an array. It is advice, which the
// system may not take, and comes too late for pages that the runtime has used before. It
// stays with the addresses: smaller objects that come there later may take more memory
// than they need, until [GiveBack]. That is why arrays of a few megabytes do without.
func largePages[T any](a []T) {
	size := uintptr(len(a)) * unsafe.Sizeof(*new(T))
	if size < enough {
		return
	}
	first := (*byte)(unsafe.Pointer(unsafe.SliceData(a)))
	skip := -uintptr(unsafe.Pointer(first)) & (page - 1)
	advised.add(newArray(first, skip, (size-skip)&^(page-1)))
}

// advise asks for large pages where the array is, or was, or asks for them no more.
func (a *array) advise(large bool) {
	advice := unix.MADV_HUGEPAGE
	if !large {
		advice = unix.MADV_NOHUGEPAGE
	}
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, a.from, a.size, uintptr(advice)) // an address, for nothing may be there any more
}
