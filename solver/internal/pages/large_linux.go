package pages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	page   = 2 << 20 // bytes of a large page
	enough = 8 << 20
)

// largePages asks for the large pages that fit into an array. The system may ignore the advice, and
// pages that the runtime used before keep their size. The advice stays with the addresses until
// [GiveBack]: smaller objects placed there later may take more memory than they need. So arrays
// below 8 MiB do not use large pages.
func largePages[T any](a []T) {
	size := uintptr(len(a)) * unsafe.Sizeof(*new(T))
	if size < enough {
		return
	}
	first := (*byte)(unsafe.Pointer(unsafe.SliceData(a)))
	skip := -uintptr(unsafe.Pointer(first)) & (page - 1)
	advised.add(newArray(first, skip, (size-skip)&^(page-1)))
}

// advise asks for large pages at the addresses of the array, which may be freed, or takes that
// back.
func (a *array) advise(large bool) {
	advice := unix.MADV_HUGEPAGE
	if !large {
		advice = unix.MADV_NOHUGEPAGE
	}
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, a.from, a.size, uintptr(advice)) // by address, because the array may be freed
}
