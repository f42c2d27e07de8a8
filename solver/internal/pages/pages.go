// Package pages makes the large arrays of a solve, which are read and written at random, and
// asks the system to map them by large pages.
package pages

import (
	"runtime/debug"
	"slices"
	"sync"
	"unsafe"
	"weak"

	"github.com/foregone-db/foregone/engine/fast"
)

// New makes an array of zeros for random access. For an array of 8 MiB or more it asks the
// system for large pages, because the processor caches the addresses of few pages and looks up
// the others in memory.
func New[T any](n uint64) []T {
	a := make([]T, n)
	largePages(a)
	return a
}

// NewSet is [fast.NewSet] with such an array.
func NewSet(first, n uint64) *fast.Set {
	s := fast.NewSet(first, n)
	largePages(s.Words())
	return s
}

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
