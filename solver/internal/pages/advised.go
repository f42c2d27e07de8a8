package pages

import (
	"runtime/debug"
	"slices"
	"sync"
	"unsafe"
	"weak"
)

// array is an array for which the solve asked for large pages.
type array struct {
	first      weak.Pointer[byte]
	from, size uintptr // of the large pages that fit
}

func newArray(first *byte, skip, size uintptr) array {
	return array{weak.Make(first), uintptr(unsafe.Pointer(first)) + skip, size}
}

// list holds the arrays that may still be in use.
type list struct {
	mu     sync.Mutex
	arrays []array
	many   int // length at which add looks for freed arrays
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

// settle takes back the advice for the memory of freed arrays.
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
		l.arrays[n].advise(true) // it may overlap memory of a freed one
	}
}

// GiveBack returns the memory of freed arrays to the system and takes back the advice for large pages there. Call it
// between a step that used much memory and one that uses little: it scans the whole heap, and the system clears memory that
// it hands out again. It is safe for concurrent use.
func GiveBack() {
	advised.mu.Lock()
	defer advised.mu.Unlock()
	if len(advised.arrays) > 0 {
		debug.FreeOSMemory()
		advised.settle()
	}
}
