package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
)

// machines returns the names of the machines that do units, ascending.
func (s *step) machines() (names []string) {
	for _, m := range s.leader.roster.present() {
		if m.ready {
			names = append(names, m.beat.Worker)
		}
	}
	if !s.leader.idle {
		names = append(names, s.self.name)
	}
	slices.Sort(names)
	return names
}

// assign gives units to machines: those that no machine has, or none from which the coordinator
// heard lately, and some of the list of a busy machine if another one is idle.
func (s *step) assign() {
	machines := s.machines()
	lists := map[string][]*openUnit{}
	load := s.loads(machines)
	for _, u := range s.units {
		if u.chosen != nil {
			continue
		}
		for machine, h := range u.held {
			silent := machine != s.self.name && time.Since(h.heard) > s.self.timing.lost
			if silent || !slices.Contains(machines, machine) {
				s.takeBack(machine, []*openUnit{u})
			}
		}
		for _, most := u.votes(); most+len(u.held) < u.want; {
			machine := s.choose(u, machines, load)
			if machine == "" {
				break
			}
			load[machine] += s.paces.expected(u, machine)
			lists[machine] = append(lists[machine], u)
			u.held[machine] = &hold{heard: time.Now()}
		}
	}
	for machine, list := range lists {
		s.give(machine, list)
	}
	s.relieve(machines)
}

// loads returns how many seconds each machine is likely to need for its units.
func (s *step) loads(machines []string) map[string]float64 {
	load := map[string]float64{}
	for _, machine := range machines {
		load[machine] = s.paces.remaining(machine, s.atWork(machine), s.waiting(machine))
	}
	return load
}

// choose returns the machine that is likely to finish a unit first, after its other units, among
// those that neither have the unit nor did it. Machines at which the unit failed come last. It
// returns "" if there is none.
func (s *step) choose(u *openUnit, machines []string, load map[string]float64) string {
	best := ""
	for _, machine := range machines {
		if _, done := u.results[machine]; done || u.held[machine] != nil {
			continue
		}
		if best == "" || cmp.Or(
			cmp.Compare(u.failed[machine], u.failed[best]),
			cmp.Compare(load[machine]+s.paces.expected(u, machine), load[best]+s.paces.expected(u, best)),
		) < 0 {
			best = machine
		}
	}
	return best
}

// give sends units to a machine, which does them in the order of the list, the longest first.
func (s *step) give(machine string, list []*openUnit) {
	slices.SortStableFunc(list, func(a, b *openUnit) int {
		return cmp.Compare(s.paces.expected(b, machine), s.paces.expected(a, machine))
	})
	units := make([]party.Unit, 0, len(list))
	for _, u := range list {
		s.given++
		u.held[machine] = &hold{rank: s.given, heard: time.Now()}
		if u.given++; u.given > u.want {
			s.leader.note(func(b *Status) { b.Retries++ })
		}
		units = append(units, u.Unit)
	}
	if machine == s.self.name {
		s.self.inbox.accept(s.stage.Name, units)
		return
	}
	some := 1 // such units fit in a message; servers accept 1 MiB
	if text, err := json.Marshal(units[0]); err == nil {
		some += 1 << 18 / len(text)
	}
	for part := range slices.Chunk(units, some) {
		s.leader.tell(news{To: machine, Stage: s.stage.Name, Given: part})
	}
}

// takeBack takes units from a machine.
func (s *step) takeBack(machine string, list []*openUnit) {
	var names []string
	for _, u := range list {
		delete(u.held, machine)
		names = append(names, u.name)
	}
	if machine == s.self.name {
		s.self.inbox.drop(names)
	} else {
		s.leader.tell(news{To: machine, Taken: names})
	}
}

// waiting returns the units that a machine has and has not begun, in the order in which it does
// them.
func (s *step) waiting(machine string) (list []*openUnit) {
	for _, u := range s.units {
		if h := u.held[machine]; h != nil && u.chosen == nil && h.begun.IsZero() {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b *openUnit) int { return a.held[machine].rank - b.held[machine].rank })
	return list
}

// atWork returns the unit that a machine is doing, or nil.
func (s *step) atWork(machine string) *openUnit {
	for _, u := range s.units {
		if h := u.held[machine]; h != nil && u.chosen == nil && !h.begun.IsZero() {
			return u
		}
	}
	return nil
}

// isIdle reports whether a machine has nothing to do.
func (s *step) isIdle(machine string) bool {
	return s.atWork(machine) == nil && len(s.waiting(machine)) == 0
}

// relieve moves units from the machine that needs longest to an idle one, as many as that makes
// finish sooner.
func (s *step) relieve(machines []string) {
	for _, idle := range machines {
		if !s.isIdle(idle) {
			continue
		}
		worker, busy := "", 0.0
		for other, load := range s.loads(machines) {
			if len(s.movable(other, idle)) > 0 && (load > busy || worker == "") {
				worker, busy = other, load
			}
		}
		if worker == "" {
			continue
		}
		list := s.movable(worker, idle)
		moved := list[s.paces.spare(list, worker, busy, idle):]
		if len(moved) > 0 {
			s.takeBack(worker, moved)
			s.give(idle, moved)
		}
	}
}

// movable returns the units that a machine has and an idle one could do: those not begun, unless
// the message that the first one was begun may be under way.
func (s *step) movable(machine, idle string) []*openUnit {
	list := s.waiting(machine)
	if len(list) > 0 && s.atWork(machine) == nil && time.Since(list[0].held[machine].heard) < s.self.timing.beat {
		list = list[1:]
	}
	return slices.DeleteFunc(list, func(u *openUnit) bool {
		_, done := u.results[idle]
		return done || u.held[idle] != nil
	})
}

// double gives stragglers to idle machines, too.
func (s *step) double(now time.Time) {
	usual := 0.0 // seconds of a chunk
	if len(s.took) > 2 {
		usual = slices.Sorted(slices.Values(s.took))[len(s.took)/2]
	}
	for _, machine := range s.machines() {
		if !s.isIdle(machine) {
			continue
		}
		for _, u := range s.units {
			slow := max(s.self.timing.straggle, time.Duration(max(3*usual*float64(u.To-u.From), s.paces.expected(u, machine))*float64(time.Second)))
			at := u.since()
			if _, done := u.results[machine]; !done && u.chosen == nil && !at.IsZero() && now.Sub(at) > slow && u.given < u.want+2 {
				s.self.log.Warn("a unit takes long, and another machine does it, too", "unit", u.name, "seconds", now.Sub(at).Seconds())
				s.give(machine, []*openUnit{u})
				break
			}
		}
	}
}

// since returns when the unit was last begun, or zero if no machine is at it.
func (u *openUnit) since() (at time.Time) {
	for _, h := range u.held {
		if h.begun.After(at) {
			at = h.begun
		}
	}
	return at
}
