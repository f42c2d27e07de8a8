package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// receipt tells the source of a unit, the queue or the coordinator, what became of it.
type receipt interface {
	Ack() error
	Nak() error
	NakWithDelay(time.Duration) error
	Term() error
	InProgress() error
}

var _ receipt = jetstream.Msg(nil)

// given is the receipt of a unit that the coordinator gave to this machine.
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

// give divides the open units among the machines that do units. A unit goes to the worker that
// did the same chunks before, because that one knows which successors to watch; the others go
// round. A worker does its units without asking, the longest first. Its remaining units go to
// the queue when another machine is idle, and when the worker leaves, returns them, or falls
// silent. Units that several workers must do go through the queue.
func (s *step) give() {
	machines := s.machines()
	if len(machines) == 0 {
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
		if !slices.Contains(machines, worker) {
			worker = machines[turn%len(machines)]
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

// fit returns how many units like m fit in a message. Servers accept 1 MiB.
func fit(m unitMessage) int {
	text, err := json.Marshal(m)
	if err != nil {
		return 1
	}
	return 1 + 1<<18/len(text)
}

// machines returns the names of the machines that do units, ascending.
func (s *step) machines() (names []string) {
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
// in which it does them. Units in the queue are under "".
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

// atWork returns the unit that a worker is doing, or nil.
func atWork(units []*openUnit, worker string) *openUnit {
	for _, u := range units {
		if u.chosen == nil && u.by == worker && !u.working.IsZero() && u.results[worker].Name == "" {
			return u
		}
	}
	return nil
}

// relieve moves units from the worker that needs longest to the queue if another machine is
// idle, as many as that makes finish sooner.
func (s *step) relieve() {
	left := notBegun(s.units)
	if len(left[""]) > 0 || len(left) == 0 {
		return
	}
	for _, idle := range s.machines() {
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

// lookAfter moves units of workers that are gone or slow to the queue.
func (s *step) lookAfter() {
	machines := s.machines()
	for worker, list := range notBegun(s.units) {
		if worker != "" && !slices.Contains(machines, worker) {
			s.takeBack(worker, list)
		}
	}
	s.relieve()
}

// heed notes a sign of life of a worker for all units that it was given.
func (s *step) heed(worker string) {
	for _, u := range s.units {
		if u.given == worker && u.chosen == nil {
			u.heard = s.moved
		}
	}
}
