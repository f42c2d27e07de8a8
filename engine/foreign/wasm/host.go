//go:build !js

package wasm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/assemblyscript"
	wasi "github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/foregone-db/foregone/engine/foreign"
)

const (
	// mostCalls is the maximum number of host calls during one question.
	mostCalls = 1 << 16
	// mostComplaint is the maximum size of a game's output that the host keeps, in bytes.
	mostComplaint = 512
)

// session is the host's state of an instance during a call.
type session struct {
	limits    limits
	left      int64     // steps, without those of the counter
	late      time.Time // the end of its time; zero before the first look at the clock
	over      error     // the limit that the call exceeded
	calls     int
	complaint []byte // the game's output, which explains a crash
}

// begin begins a call.
func (s *session) begin(l limits) {
	*s = session{limits: l, left: l.steps - l.quota(), complaint: s.complaint[:0]}
}

// more is called when the counter of steps has fallen below 0, to the given number. It returns the
// next value of the counter, or stops the call.
func more(ctx context.Context, counter int64) int64 {
	s := ctx.Value(sessionKey{}).(*session)
	now := time.Now()
	if s.late.IsZero() {
		s.late = now.Add(s.limits.patience)
	}
	s.left += counter
	next := min(s.left, quota)
	select {
	case <-s.limits.ended:
		s.over = fmt.Errorf("it was ended: %w", context.Canceled)
	default:
		if s.left <= 0 {
			s.over = &foreign.Late{Bound: fmt.Sprintf("it took more than %d steps to answer", s.limits.steps)}
		} else if now.After(s.late) {
			s.over = &foreign.Late{Bound: fmt.Sprintf("it did not answer within %v", s.limits.patience)}
		}
	}
	if s.over != nil {
		panic(s.over)
	}
	s.left -= next
	return next
}

type sessionKey struct{}

// Write keeps the start of the output. It implements [io.Writer].
func (s *session) Write(text []byte) (int, error) {
	s.complaint = append(s.complaint, text[:min(len(text), mostComplaint-len(s.complaint))]...)
	return len(text), nil
}

// addHost provides the imports of a module, or refuses an import. wazero's WASI has no files and no
// arguments, and without further settings its clock and its random numbers are the same in every
// run.
func addHost(ctx context.Context, runtime wazero.Runtime, code wazero.CompiledModule) error {
	for _, f := range code.ImportedFunctions() {
		if module, name, _ := f.Import(); module != hostName && module != wasi.ModuleName && (module != "env" || name != "abort") {
			return fmt.Errorf("it imports the function %s.%s: games may import nothing but functions of %s, and env.abort", module, name, wasi.ModuleName)
		}
	}
	ctx = experimental.WithFunctionListenerFactory(ctx, experimental.FunctionListenerFactoryFunc(func(f api.FunctionDefinition) experimental.FunctionListener {
		return experimental.FunctionListenerFunc(guard)
	}))
	if _, err := runtime.NewHostModuleBuilder(hostName).NewFunctionBuilder().WithFunc(more).Export(moreName).Instantiate(context.Background()); err != nil {
		return err
	}
	if _, err := wasi.Instantiate(ctx, runtime); err != nil {
		return err
	}
	_, err := assemblyscript.Instantiate(ctx, runtime)
	return err
}

// bounds are the largest values of parameters on which the time of a call of WASI depends.
var bounds = map[string]struct {
	param int
	most  uint32
}{
	"fd_read": {2, 64}, "fd_write": {2, 64}, "fd_pread": {2, 64}, "fd_pwrite": {2, 64}, // parts
	"poll_oneoff": {2, 64},      // events
	"random_get":  {1, 1 << 12}, // bytes
}

// guard runs before each host call. It stops a game that would stay in the host, or that looks for
// files.
func guard(ctx context.Context, _ api.Module, f api.FunctionDefinition, params []uint64, _ experimental.StackIterator) {
	s := ctx.Value(sessionKey{}).(*session)
	if s.calls++; s.calls > mostCalls {
		panic(fmt.Errorf("it called the host more than %d times", mostCalls))
	}
	if b, ok := bounds[f.Name()]; ok && uint32(params[b.param]) > b.most {
		panic(fmt.Errorf("it called %s for %d at once: want at most %d", f.Name(), uint32(params[b.param]), b.most))
	}
	if strings.HasPrefix(f.Name(), "path_") {
		panic(fmt.Errorf("it called %s: there are no files", f.Name()))
	}
}
