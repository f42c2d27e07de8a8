package web

import (
	"strconv"
	"strings"
	"sync"
	"syscall/js"
)

// In a browser the disk cache is a Cache for each file, which has checked bytes under the URL of the
// file with their offset and length.
const (
	cachePrefix = "foregone blocks "
	cacheFiles  = 32 // files with bytes; those opened first go first
	cacheWrites = 16 // in progress at a time
)

// disk is the caches of the page's origin, if the browser has any: it has none for pages by http from
// other machines.
type disk struct{ most int64 }

func openDisk(_ string, most int64) (*disk, error) {
	if js.Global().Get("caches").IsUndefined() {
		return nil, nil
	}
	return &disk{most}, nil
}

// keep is the cached bytes of one file. A nil keep has none.
type keep struct {
	disk   *disk
	url    string
	name   string
	cache  js.Value
	writes chan struct{}

	mu     sync.Mutex
	places map[int64]int // lengths by offset
	size   int64
}

// open returns what the cache has of a file, or nil if that cannot be known.
func (d *disk) open(url string, _ int64, _ stamp) *keep {
	k := &keep{disk: d, url: url, name: cachePrefix + url, writes: make(chan struct{}, cacheWrites), places: map[int64]int{}}
	caches := js.Global().Get("caches")
	go func() {
		names, err := await(caches.Call("keys"))
		if err != nil {
			return
		}
		var own []string
		for i := range names.Length() {
			if name := names.Index(i).String(); strings.HasPrefix(name, cachePrefix) && name != k.name {
				own = append(own, name)
			}
		}
		for ; len(own) >= cacheFiles; own = own[1:] {
			await(caches.Call("delete", own[0]))
		}
	}()
	var err error
	if k.cache, err = await(caches.Call("open", k.name)); err != nil {
		return nil
	}
	keys, err := await(k.cache.Call("keys"))
	if err != nil {
		return nil
	}
	for i := range keys.Length() {
		_, query, _ := strings.Cut(keys.Index(i).Get("url").String(), "?at=")
		at, n, _ := strings.Cut(query, "&n=")
		offset, err := strconv.ParseInt(at, 10, 64)
		length, err2 := strconv.Atoi(n)
		if err == nil && err2 == nil {
			k.places[offset] = length
			k.size += int64(length)
		}
	}
	return k
}

// key returns the URL of bytes in the cache.
func (k *keep) key(at int64, n int) string {
	return k.url + "?at=" + strconv.FormatInt(at, 10) + "&n=" + strconv.Itoa(n)
}

// has reports whether the cache has the bytes of a span.
func (k *keep) has(at int64, n int) bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.places[at] == n && n > 0
}

// read fills dst from the cache, and reports whether it has the bytes.
func (k *keep) read(dst []byte, at int64) bool {
	if !k.has(at, len(dst)) {
		return false
	}
	found, err := await(k.cache.Call("match", k.key(at, len(dst))))
	if err == nil && found.Truthy() {
		var buffer js.Value
		if buffer, err = await(found.Call("arrayBuffer")); err == nil {
			view := js.Global().Get("Uint8Array").New(buffer)
			if view.Length() == len(dst) {
				js.CopyBytesToGo(dst, view)
				return true
			}
		}
	}
	k.drop(at)
	return false
}

// write adds bytes to the cache, unless it has them. It does not wait for the browser, unless many
// writes are in progress. A full cache begins anew.
func (k *keep) write(at int64, b []byte) {
	if k == nil || len(b) == 0 || k.has(at, len(b)) || int64(len(b)) > k.disk.most {
		return
	}
	k.mu.Lock()
	full := k.size+int64(len(b)) > k.disk.most
	if full {
		k.places, k.size = map[int64]int{}, 0
	}
	k.places[at] = len(b)
	k.size += int64(len(b))
	k.mu.Unlock()
	view := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(view, b)
	k.writes <- struct{}{}
	go func() {
		defer func() { <-k.writes }()
		caches := js.Global().Get("caches")
		if full {
			await(caches.Call("delete", k.name))
			if cache, err := await(caches.Call("open", k.name)); err == nil {
				k.cache = cache
			}
		}
		if _, err := await(k.cache.Call("put", k.key(at, len(b)), js.Global().Get("Response").New(view))); err != nil {
			k.drop(at) // the browser has no room
		}
	}()
}

// drop forgets the bytes at an offset.
func (k *keep) drop(at int64) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.size -= int64(k.places[at])
	delete(k.places, at)
}

func (k *keep) close() error { return nil }
