package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// receipt is how one says what became of a unit to where it came from.
type receipt interface {
	Ack() error
	Nak() error
	NakWithDelay(time.Duration) error
	Term() error
	InProgress() error
}

var _ receipt = jetstream.Msg(nil)

// given is the receipt of a unit that a machine was given.
type given struct {
	replica *replica
	stage   string
	message *unitMessage
}

func (g *given) Ack() error                       { return nil }
func (g *given) Term() error                      { return nil }
func (g *given) InProgress() error                { return nil }
func (g *given) NakWithDelay(time.Duration) error { return g.Nak() }

// Nak hands the unit back.
func (g *given) Nak() error {
	u, err := g.message.unit()
	if err == nil {
		g.replica.say(say{What: sayBack, Stage: g.stage, Unit: u.String()})
	}
	return err
}

// give gives the units that are not done to the workers that are there: to those that did
// the same chunks before, which know what successors to watch, and else in turn. A worker
// does them without asking, those that take long first. What is left goes to the queue when
// somebody else is idle, and when its worker leaves, hands it back, or is not heard of any
// more. Units that several must do are left to the queue.
func (s *step) give() {
	there := s.there()
	if len(there) == 0 {
		return
	}
	lists, turn := map[string][]*openUnit{}, 0
	for _, u := range s.units {
		if u.chosen != nil || u.want > 1 {
			continue
		}
		worker := ""
		if s.paces.watch {
			worker = s.leader.owners[u.place()].worker
		}
		if !slices.Contains(there, worker) {
			worker = there[turn%len(there)]
			turn++
		}
		u.given, u.attempts, u.heard = worker, 1, time.Now()
		lists[worker] = append(lists[worker], u)
	}
	for worker, units := range lists {
		slices.SortStableFunc(units, func(a, b *openUnit) int { return cmp.Compare(s.paces.expected(b, worker), s.paces.expected(a, worker)) })
		var list []unitMessage
		for rank, u := range units {
			u.rank = rank
			list = append(list, s.message(u))
		}
		if worker == s.self.name {
			s.self.inbox.accept(list)
			continue
		}
		for part := range slices.Chunk(list, fit(list[0])) {
			s.leader.tell(news{To: worker, Given: part})
		}
	}
}

// fit returns how many units like m fit in a message: servers take a MiB.
func fit(m unitMessage) int {
	text, err := json.Marshal(m)
	if err != nil {
		return 1
	}
	return 1 + 1<<18/len(text)
}

// there returns the names of those who do units.
func (s *step) there() (names []string) {
	for _, b := range s.leader.roster.present() {
		names = append(names, b.Worker)
	}
	if !s.leader.idle {
		names = append(names, s.self.name)
	}
	slices.Sort(names)
	return names
}

// notBegun returns, by worker, the units that it was given and has not begun, in the order
// in which it does them. Those of the queue are under "".
func notBegun(units []*openUnit) map[string][]*openUnit {
	list := map[string][]*openUnit{}
	for _, u := range units {
		if u.chosen == nil && u.working.IsZero() {
			list[u.given] = append(list[u.given], u)
		}
	}
	for _, own := range list {
		slices.SortStableFunc(own, func(a, b *openUnit) int { return a.rank - b.rank })
	}
	return list
}

// atWork returns the unit that a worker is at, or nil.
func atWork(units []*openUnit, worker string) *openUnit {
	for _, u := range units {
		if u.chosen == nil && u.by == worker && !u.working.IsZero() && u.results[worker].Name == "" {
			return u
		}
	}
	return nil
}

// relieve takes units from workers that will be at work longest, where somebody has
// nothing to do, and as far as they will be done sooner then.
func (s *step) relieve() {
	left := notBegun(s.units)
	if len(left[""]) > 0 || len(left) == 0 {
		return
	}
	for _, idle := range s.there() {
		if len(left[idle]) > 0 || atWork(s.units, idle) != nil {
			continue
		}
		worker, busy := "", 0.0
		for other, list := range left {
			if t := s.paces.remaining(other, atWork(s.units, other), list); t > busy || worker == "" {
				worker, busy = other, t
			}
		}
		if n := s.paces.spare(left[worker], worker, busy, idle); n < len(left[worker]) {
			s.takeBack(worker, left[worker][n:])
			return
		}
	}
}

// takeBack takes units from a worker, and publishes them.
func (s *step) takeBack(worker string, list []*openUnit) {
	var names []string
	for _, u := range list {
		names = append(names, u.name)
	}
	if worker == s.self.name {
		s.self.inbox.drop(names)
	} else {
		s.leader.tell(news{To: worker, Taken: names})
	}
	s.publish(func(u *openUnit) bool { return slices.Contains(list, u) })
}

// lookAfter sees to what workers were given, which are at work, idle or not there any more.
func (s *step) lookAfter() {
	there := s.there()
	for worker, list := range notBegun(s.units) {
		if worker != "" && !slices.Contains(there, worker) {
			s.takeBack(worker, list)
		}
	}
	s.relieve()
}

// heed notes that a worker is at work: what else it was given it will do.
func (s *step) heed(worker string) {
	for _, u := range s.units {
		if u.given == worker && u.chosen == nil {
			u.heard = s.moved
		}
	}
}
