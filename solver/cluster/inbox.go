package cluster

import (
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// inbox owns the units that wait for this machine: those that the coordinator gave it, all of
// one stage, and the one that it fetches from the queue. It also wakes the machine up when
// there is news.
type inbox struct {
	asking   bool // a unit is being fetched
	incoming chan jetstream.Msg
	gone     chan struct{} // closed when the machine leaves

	mu    sync.Mutex // guards what follows
	given []unitMessage
	wake  chan struct{} // closed and made anew when there is news
}

func newInbox() *inbox {
	return &inbox{incoming: make(chan jetstream.Msg, 1), gone: make(chan struct{}), wake: make(chan struct{})}
}

// wakeUp wakes those who wait.
func (b *inbox) wakeUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.wake)
	b.wake = make(chan struct{})
}

// awake returns a channel that is closed with the next news.
func (b *inbox) awake() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wake
}

// accept adds units of one stage, and forgets those of other stages.
func (b *inbox) accept(list []unitMessage) {
	b.mu.Lock()
	b.given = slices.DeleteFunc(b.given, func(m unitMessage) bool { return m.Stage != list[0].Stage })
	b.given = append(b.given, list...)
	b.mu.Unlock()
	b.wakeUp()
}

// drop forgets units that other machines do now.
func (b *inbox) drop(names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.given = slices.DeleteFunc(b.given, func(m unitMessage) bool {
		u, err := m.unit()
		return err != nil || slices.Contains(names, u.String())
	})
}

// has reports whether units of a stage wait.
func (b *inbox) has(stage string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.given) > 0 && b.given[0].Stage == stage
}

// next takes the next of the given units of a stage out of the inbox; nil: there is none.
func (b *inbox) next(stage string) *unitMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.given) == 0 || b.given[0].Stage != stage {
		return nil
	}
	m := b.given[0]
	b.given = b.given[1:]
	return &m
}
