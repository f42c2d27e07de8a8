package pages

import (
	"runtime/debug"
	"slices"
	"sync"
	"unsafe"
	"weak"
)

// array is an array for which large pages were asked.
type array struct {
	first      weak.Pointer[byte]
	from, size uintptr // of the large pages that fit
}

func newArray(first *byte, skip, size uintptr) array {
	return array{weak.Make(first), uintptr(unsafe.Pointer(first)) + skip, size}
}

// list is the arrays that may be there still.
type list struct {
	mu     sync.Mutex
	arrays []array
	many   int // of arrays: time to look for those that are gone
}

var advised = list{many: 64}

// add asks for large pages.
func (l *list) add(a array) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.advise(true)
	if l.arrays = append(l.arrays, a); len(l.arrays) >= l.many {
		l.settle()
		l.many = 2*len(l.arrays) + 64
	}
}

// settle takes the advice back where arrays were that are gone.
func (l *list) settle() {
	gone := false
	l.arrays = slices.DeleteFunc(l.arrays, func(a array) bool {
		if a.first.Value() != nil {
			return false
		}
		a.advise(false)
		gone = true
		return true
	})
	for n := 0; gone && n < len(l.arrays); n++ {
		l.arrays[n].advise(true) // it may be where another was
	}
}

// GiveBack gives the memory of arrays that are gone back to the system, and no longer asks for large pages where they
// were. It is for the moment after a step that had much of the memory, when the next has little: it looks
// at the whole heap, and what comes back has to be cleared. It is safe for concurrent use.
func GiveBack() {
	advised.mu.Lock()
	defer advised.mu.Unlock()
	if len(advised.arrays) > 0 {
		debug.FreeOSMemory()
		advised.settle()
	}
}
