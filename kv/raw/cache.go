package raw

import (
	"container/list"
	"sync"
)

// cache keeps the most recently used decoded blocks, up to a number of bytes but at least one. Decoding a
// block takes a thousand times as long as a cache hit, so goroutines that need the same block wait
// for the first of them. It is safe for concurrent use.
type cache struct {
	limit int64 // bytes

	mu    sync.Mutex
	bytes int64                 // bytes of the blocks in where
	where map[int]*list.Element // by number
	order *list.List            // of *cached, the last used first
}

// cached is a block, being decoded until ready is closed.
type cached struct {
	number int
	size   int64
	ready  chan struct{}
	values []byte
	err    error
}

func newCache(limit int64) *cache {
	return &cache{limit: limit, where: map[int]*list.Element{}, order: list.New()}
}

// get returns the values of a block, which must not be changed. It calls load on a cache miss. It does not
// keep errors.
func (c *cache) get(number int, size int64, load func() ([]byte, error)) ([]byte, error) {
	c.mu.Lock()
	if e, ok := c.where[number]; ok {
		c.order.MoveToFront(e)
		c.mu.Unlock()
		b := e.Value.(*cached)
		<-b.ready
		return b.values, b.err
	}
	b := &cached{number: number, size: size, ready: make(chan struct{})}
	e := c.order.PushFront(b)
	c.where[number] = e
	c.bytes += size
	for c.bytes > c.limit && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
	c.mu.Unlock()

	b.values, b.err = load()
	close(b.ready)
	if b.err != nil {
		c.mu.Lock()
		if c.where[number] == e {
			c.remove(e)
		}
		c.mu.Unlock()
	}
	return b.values, b.err
}

// remove evicts a block; waiting goroutines still get it.
func (c *cache) remove(e *list.Element) {
	b := c.order.Remove(e).(*cached)
	delete(c.where, b.number)
	c.bytes -= b.size
}
