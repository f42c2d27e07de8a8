package slabs

import "golang.org/x/sys/unix"

func adviseLarge(pages []byte) { _ = unix.Madvise(pages, unix.MADV_HUGEPAGE) }
