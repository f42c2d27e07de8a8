package foreign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
)

// Game is a variant of a foreign game. It gets the rules from instances. It is safe for concurrent
// use.
type Game struct {
	name     string // for messages
	d        *Description
	kind     engine.Kind
	params   []int64
	source   Source
	opened   Variant // every instance must report the same
	absent   error   // the reason why no instance can run, or nil
	recalled recall
	batches  atomic.Uint64 // batches seen, counted to about firstSampled
	early    atomic.Uint64 // positions seen, counted to about earlySampled
	asked    atomic.Uint64 // positions seen after these
	given    atomic.Uint64 // instances given back
	checked  atomic.Int64  // time of the last batch that was checked after these

	running chan struct{} // holds one for each instance
	idle    chan Instance // instances that are not in use
}

// New makes the variant with the given values of the parameters. name is the name of the game in
// messages. If the source reports [Absent], New makes a game without a start, and every operation
// that needs the source fails.
func New(name string, d *Description, source Source, params []int64) (*Game, error) {
	kind, err := engine.ParseKind(d.Kind)
	if err != nil {
		return nil, err
	}
	g := &Game{name: name, d: d, kind: kind, params: params, source: source}
	g.running, g.idle = make(chan struct{}, runtime.GOMAXPROCS(0)), make(chan Instance, runtime.GOMAXPROCS(0))
	first, err := g.open()
	switch {
	case errors.As(err, new(*Absent)):
		g.absent = fmt.Errorf("%s cannot be asked: %w", name, err)
		return g, nil
	case refused(err):
		return nil, engine.InputErrorf("%s: %v", name, err)
	case err != nil:
		return nil, g.breach(err)
	}
	g.opened = first.Opened()
	g.running <- struct{}{}
	g.idle <- first
	return g, nil
}

// Close closes all idle instances. Callers must not use the game during or after Close.
func (g *Game) Close() (err error) {
	for {
		select {
		case i := <-g.idle:
			err = cmp.Or(err, i.Close())
			<-g.running
		default:
			return err
		}
	}
}

// open makes a new instance.
func (g *Game) open() (Instance, error) {
	i, err := g.source.Open(g.d, g.params)
	if err == nil && g.d.placed != nil {
		i = settled{i, g.d.placed.keys}
	}
	return i, err
}

// take hands out an idle instance, or a new one. It waits while as many instances are in use as
// there are cores.
func (g *Game) take() (Instance, error) {
	if g.absent != nil {
		return nil, g.absent
	}
	select {
	case i := <-g.idle:
		return i, nil
	default:
	}
	select {
	case i := <-g.idle:
		return i, nil
	case g.running <- struct{}{}:
	}
	i, err := g.open()
	if err == nil && i.Opened() != g.opened {
		i.Close()
		err = fmt.Errorf("it starts from key %#x now, and started from %#x before", i.Opened().Start, g.opened.Start)
	}
	if err != nil {
		<-g.running
		return nil, g.breach(err)
	}
	return i, nil
}

// give returns an instance to the game. It closes the instance after an error other than a refusal,
// and from time to time, so that answers that depend on the instance are found.
func (g *Game) give(i Instance, err error) {
	n := g.given.Add(1)
	if err != nil && !refused(err) || n >= firstRenewed && n&(n-1) == 0 {
		i.Close()
		<-g.running
		return
	}
	g.idle <- i
}

// breach wraps an instance's error.
func (g *Game) breach(err error) error {
	return &Breach{Game: g.name, Rule: err.Error(), Err: err}
}

// at names a position in messages.
func (g *Game) at(key uint64) string {
	if g.d.placed != nil {
		return fmt.Sprintf("position %q", g.d.Form().Append(nil, []uint64{key}))
	}
	return fmt.Sprintf("key %#x", key)
}

// breachAt returns a breach at a key.
func (g *Game) breachAt(key uint64, format string, args ...any) error {
	return &Breach{Game: g.name, At: g.at(key), Rule: fmt.Sprintf(format, args...)}
}

// ask sends a question about one key.
func ask[T any](g *Game, key uint64, question func(Instance) (T, error)) (T, error) {
	i, err := g.take()
	if err != nil {
		var none T
		return none, err
	}
	answer, err := question(i)
	g.give(i, err)
	if err != nil && !refused(err) {
		err = &Breach{Game: g.name, At: g.at(key), Rule: err.Error(), Err: err}
	}
	return answer, err
}

// askAll sends a question about keys, one batch at a time.
func (g *Game) askAll(keys []uint64, question func(i Instance, from, to int) error) error {
	for from := 0; from < len(keys); {
		i, err := g.take()
		if err != nil {
			return err
		}
		to := min(from+i.Opened().Batch, len(keys))
		err = question(i, from, to)
		g.give(i, err)
		if err != nil {
			return g.blame(keys[from:to], err, func(i Instance, n int) error { return question(i, from+n, from+n+1) })
		}
		from = to
	}
	return nil
}

// numbers gets a number for each key and stores the answers in dst, which may be keys.
func (g *Game) numbers(q Question, dst, keys []uint64) error {
	return g.askAll(keys, func(i Instance, from, to int) error { return i.Numbers(q, dst[from:to], keys[from:to]) })
}

// blame finds the key that made a batch fail. It repeats the question for each key alone, unless
// that could take long.
func (g *Game) blame(keys []uint64, failure error, question func(i Instance, n int) error) error {
	if errors.Is(failure, context.Canceled) {
		return g.breach(failure)
	}
	if len(keys) == 1 {
		return g.breachAt(keys[0], "%v", failure)
	}
	if errors.As(failure, new(*Late)) { // each repetition could take as long
		return g.breachAt(keys[0], "%v, when asked about it and %d others together", failure, len(keys)-1)
	}
	for n, key := range keys {
		i, err := g.take()
		if err != nil {
			break
		}
		err = question(i, n)
		g.give(i, err)
		if err != nil {
			return g.breachAt(key, "%v", err)
		}
	}
	return g.breachAt(keys[0], "%v, when asked about it and %d others together", failure, len(keys)-1)
}

// text checks a text from a game.
func (g *Game) text(key uint64, what, text string, lines bool) (string, error) {
	switch bad := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && !(lines && r == '\n') }); {
	case len(text) > MaxText:
		return "", g.breachAt(key, "its %s has %d bytes: want at most %d", what, len(text), MaxText)
	case !utf8.ValidString(text):
		return "", g.breachAt(key, "its %s is not UTF-8", what)
	case bad >= 0:
		return "", g.breachAt(key, "its %s has a control character, %q", what, text[bad])
	case text == "":
		return "", g.breachAt(key, "its %s is empty", what)
	}
	return text, nil
}

const (
	firstSampled = 64              // batches
	earlySampled = 1 << 12         // positions
	thenSampled  = 1 << 14         // positions
	firstRenewed = 1 << 7          // questions, then at twice as many each
	sampledEvery = time.Second / 4 // between two checks of a slow game
)

// sampled reports whether to check a batch of n positions thoroughly: each of the first batches or
// positions, and later one in thenSampled positions or one every sampledEvery.
func (g *Game) sampled(n int) bool {
	if g.batches.Load() < firstSampled && g.batches.Add(1) <= firstSampled {
		return true
	}
	if g.early.Load() < earlySampled && g.early.Add(uint64(n)) <= earlySampled {
		return true
	}
	asked := g.asked.Add(uint64(n))
	last, now := g.checked.Load(), time.Now().UnixNano()
	if asked/thenSampled == (asked-uint64(n))/thenSampled && now-last < int64(sampledEvery) {
		return false
	}
	return g.checked.CompareAndSwap(last, now)
}

// sorted returns the keys in ascending order.
func sorted(keys []uint64) []uint64 {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return keys
}
