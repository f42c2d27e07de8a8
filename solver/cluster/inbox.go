package cluster

import (
	"slices"
	"sync"

	"github.com/foregone-db/foregone/solver/internal/party"
)

// inbox owns the units that wait for this machine, all of one stage. It also wakes the machine up
// when there is news. It is safe for concurrent use.
type inbox struct {
	mu    sync.Mutex
	stage string
	units []party.Unit
	wake  chan struct{} // closed and made anew when there is news
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{})} }

// wakeUp wakes the goroutines that wait for news.
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

// accept adds units of a stage, and forgets those of other stages.
func (b *inbox) accept(stage string, units []party.Unit) {
	b.mu.Lock()
	if b.stage != stage && len(units) > 0 {
		b.stage, b.units = stage, nil
	}
	b.units = append(b.units, units...)
	b.mu.Unlock()
	b.wakeUp()
}

// drop forgets units that other machines do now.
func (b *inbox) drop(names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.units = slices.DeleteFunc(b.units, func(u party.Unit) bool { return slices.Contains(names, u.String()) })
}

// next takes the next unit of a stage out of the inbox; nil: there is none.
func (b *inbox) next(stage string) *party.Unit {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.units) == 0 || b.stage != stage {
		return nil
	}
	u := b.units[0]
	b.units = b.units[1:]
	return &u
}
