package table

import "sync"

const (
	cacheShards  = 16
	slotOverhead = 96 // bytes, about: slot, map entry, slice header
)

// Cache keeps decoded blocks of one file, up to a fixed number of bytes. It is safe for concurrent
// use. A nil Cache keeps nothing.
type Cache struct {
	shards []shard
}

// shard holds the blocks whose numbers are congruent modulo the number of shards. It evicts by the
// clock (second chance) rule.
type shard struct {
	mu    sync.Mutex
	where map[uint64]int // block to slot
	slots []slot
	limit int // slots
	hand  int
	_     [64]byte // shards are locked by different cores
}

type slot struct {
	block  uint64
	used   bool // since the hand last passed
	values []byte
}

// NewCache returns a cache of about size bytes, or nil if not even one block fits. No block has
// more than blockBytes bytes.
func NewCache(size int64, blockBytes uint64) *Cache {
	if size <= 0 {
		return nil
	}
	slots := uint64(size) / (blockBytes + slotOverhead)
	if slots == 0 {
		return nil
	}
	c := &Cache{shards: make([]shard, min(slots, cacheShards))}
	for i := range c.shards {
		c.shards[i].where = map[uint64]int{}
		c.shards[i].limit = int(slots / uint64(len(c.shards)))
	}
	return c
}

func (c *Cache) shard(block uint64) *shard { return &c.shards[block%uint64(len(c.shards))] }

// Copy copies the bytes of a block from offset at on into dst, and reports
// whether the block was there.
func (c *Cache) Copy(dst []byte, block, at uint64) bool {
	if c == nil {
		return false
	}
	s := c.shard(block)
	s.mu.Lock()
	i, ok := s.where[block]
	if ok {
		s.slots[i].used = true
		copy(dst, s.slots[i].values[at:])
	}
	s.mu.Unlock()
	return ok
}

// Clear removes all blocks.
func (c *Cache) Clear() {
	if c == nil {
		return
	}
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		s.slots, s.hand = nil, 0
		clear(s.where)
		s.mu.Unlock()
	}
}

// Has reports whether a block is in the cache.
func (c *Cache) Has(block uint64) bool { return c.Copy(nil, block, 0) }

// Put keeps the values of a block. It takes ownership of the slice, and returns a slice that the
// caller may use instead, such as that of an evicted block, or nil.
func (c *Cache) Put(block uint64, values []byte) []byte {
	if c == nil {
		return values
	}
	s := c.shard(block)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.where[block]; ok {
		return values // another goroutine was faster
	}
	if len(s.slots) < s.limit {
		s.where[block] = len(s.slots)
		s.slots = append(s.slots, slot{block, false, values})
		return nil
	}
	for s.slots[s.hand].used {
		s.slots[s.hand].used = false
		s.hand = (s.hand + 1) % len(s.slots)
	}
	old := s.slots[s.hand]
	delete(s.where, old.block)
	s.where[block] = s.hand
	s.slots[s.hand] = slot{block, false, values}
	s.hand = (s.hand + 1) % len(s.slots)
	return old.values
}
