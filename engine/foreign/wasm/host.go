package wasm

import (
	"context"
	"fmt"
	"unicode/utf16"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

const (
	wasi = "wasi_snapshot_preview1"

	// mostCalls is the maximum number of host calls during one question.
	mostCalls = 1 << 16
	// mostComplaint is the maximum size of a game's output that the host keeps, in bytes.
	mostComplaint = 512

	// WASI error numbers.
	errBadFile  = 8
	errFault    = 21
	errNotThere = 52
)

// session is the host's state of an instance during a call.
type session struct {
	calls     int
	complaint []byte // the game's output, which explains a crash
	random    uint64
	clock     uint64
}

type sessionKey struct{}

// hostFunction is a host function that modules call.
type hostFunction func(s *session, memory api.Memory, stack []uint64)

// functions are the WASI functions that the host implements, with the numbers of their parameters.
// Files, arguments and environment do not exist. All other functions return errNotThere.
var functions = map[string]struct {
	params int
	do     hostFunction
}{
	"args_sizes_get":      {2, twoZeros},
	"environ_sizes_get":   {2, twoZeros},
	"args_get":            {2, succeed},
	"environ_get":         {2, succeed},
	"sched_yield":         {0, succeed},
	"fd_close":            {1, badFile},
	"fd_prestat_get":      {2, badFile},
	"fd_read":             {4, badFile},
	"fd_fdstat_get":       {2, badFile},
	"fd_fdstat_set_flags": {2, badFile},
	"fd_write":            {4, writeFile},
	"clock_time_get":      {3, readClock},
	"random_get":          {2, fillRandom},
	"poll_oneoff":         {4, poll},
	"proc_exit": {1, func(_ *session, _ api.Memory, stack []uint64) {
		panic(fmt.Errorf("it left with exit status %d", uint32(stack[0])))
	}},
}

func succeed(_ *session, _ api.Memory, stack []uint64) { stack[0] = 0 }

func badFile(_ *session, _ api.Memory, stack []uint64) { stack[0] = errBadFile }

func result(stack []uint64, ok bool) {
	stack[0] = 0
	if !ok {
		stack[0] = errFault
	}
}

func twoZeros(_ *session, m api.Memory, stack []uint64) {
	first := m.WriteUint32Le(uint32(stack[0]), 0)
	result(stack, m.WriteUint32Le(uint32(stack[1]), 0) && first)
}

// writeFile keeps the start of the output to any file.
func writeFile(s *session, m api.Memory, stack []uint64) {
	parts, count, total := uint32(stack[1]), uint32(stack[2]), uint32(0)
	ok := count <= 64
	for n := uint32(0); ok && n < count; n++ {
		at, first := m.ReadUint32Le(parts + 8*n)
		size, second := m.ReadUint32Le(parts + 8*n + 4)
		text, third := m.Read(at, size)
		if ok = first && second && third; ok {
			total += size
			s.complaint = append(s.complaint, text[:min(len(text), mostComplaint-len(s.complaint))]...)
		}
	}
	result(stack, ok && m.WriteUint32Le(uint32(stack[3]), total))
}

// readClock returns a reproducible time. It advances by a millisecond each call.
func readClock(s *session, m api.Memory, stack []uint64) {
	s.clock += 1e6
	result(stack, m.WriteUint64Le(uint32(stack[2]), s.clock))
}

// fillRandom returns reproducible random numbers.
func fillRandom(s *session, m api.Memory, stack []uint64) {
	bytes, ok := m.Read(uint32(stack[0]), uint32(stack[1]))
	if ok = ok && len(bytes) <= 1<<12; ok {
		for n := range bytes {
			s.random = s.random*6364136223846793005 + 1442695040888963407
			bytes[n] = byte(s.random >> 56)
		}
	}
	result(stack, ok)
}

// poll reports every awaited event as ready.
func poll(_ *session, m api.Memory, stack []uint64) {
	in, out, count := uint32(stack[0]), uint32(stack[1]), uint32(stack[2])
	ok := count <= 64
	for n := uint32(0); ok && n < count; n++ {
		user, first := m.ReadUint64Le(in + 48*n)
		kind, second := m.ReadByte(in + 48*n + 8)
		ok = first && second && m.WriteUint64Le(out+32*n, user) && m.WriteUint64Le(out+32*n+8, uint64(kind)<<16) &&
			m.WriteUint64Le(out+32*n+16, 0) && m.WriteUint64Le(out+32*n+24, 0)
	}
	result(stack, ok && m.WriteUint32Le(uint32(stack[3]), count))
}

// abort is the function that AssemblyScript calls when it fails, with a message, a file, a line and
// a column.
func abort(_ *session, m api.Memory, stack []uint64) {
	panic(fmt.Errorf("it aborted: %s, in line %d of %s", scriptText(m, uint32(stack[0])), uint32(stack[2]), scriptText(m, uint32(stack[1]))))
}

// scriptText reads an AssemblyScript string.
func scriptText(m api.Memory, at uint32) string {
	size, ok := m.ReadUint32Le(at - 4)
	text, there := m.Read(at, min(size, 2*mostComplaint))
	if at == 0 || !ok || !there {
		return "without a reason"
	}
	var units []uint16
	for ; len(text) > 1; text = text[2:] {
		units = append(units, uint16(text[0])|uint16(text[1])<<8)
	}
	return string(utf16.Decode(units))
}

// addHost provides the imports of a module, or refuses an import.
func addHost(ctx context.Context, runtime wazero.Runtime, code wazero.CompiledModule) error {
	builders := map[string]wazero.HostModuleBuilder{}
	done := map[imported]bool{}
	for _, f := range code.ImportedFunctions() {
		module, name, _ := f.Import()
		if done[imported{module, name}] {
			continue
		}
		done[imported{module, name}] = true
		var do hostFunction
		switch {
		case module == wasi:
			do = functions[name].do
		case module == "env" && name == "abort" && len(f.ParamTypes()) == 4 && len(f.ResultTypes()) == 0:
			do = abort
		default:
			return fmt.Errorf("it imports the function %s.%s: games may import nothing but functions of %s, and env.abort", module, name, wasi)
		}
		if builders[module] == nil {
			builders[module] = runtime.NewHostModuleBuilder(module)
		}
		call, err := counted(f, do)
		if err != nil {
			return err
		}
		builders[module].NewFunctionBuilder().WithGoModuleFunction(call, f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, b := range builders {
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// counted wraps a function to count its calls, so that a game cannot stay in the host.
func counted(f api.FunctionDefinition, do hostFunction) (api.GoModuleFunction, error) {
	module, name, _ := f.Import()
	results := len(f.ResultTypes())
	if known, ok := functions[name]; module == wasi && (results > 1 || ok && len(f.ParamTypes()) != known.params || name != "proc_exit" && results == 0) {
		return nil, fmt.Errorf("it imports the function %s.%s in another shape than WASI has it", module, name)
	}
	return api.GoModuleFunc(func(ctx context.Context, mod api.Module, stack []uint64) {
		s := ctx.Value(sessionKey{}).(*session)
		if s.calls++; s.calls > mostCalls {
			panic(fmt.Errorf("it called the host more than %d times", mostCalls))
		}
		if do == nil {
			stack[0] = errNotThere
			return
		}
		do(s, mod.Memory(), stack)
	}), nil
}
