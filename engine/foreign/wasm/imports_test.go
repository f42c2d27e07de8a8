package wasm

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	wasi "github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/foregone-db/foregone/engine/foreign"
)

// leb appends an unsigned number as WebAssembly writes it.
func leb(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }

// part appends a section.
func part(dst []byte, id byte, content []byte) []byte {
	return append(leb(append(dst, id), len(content)), content...)
}

// caller returns a module that imports functions and has a function f0, f1, … for each, which
// passes its parameters on; and a memory of one page.
func caller(functions []api.FunctionDefinition) []byte {
	count := slices.Clip(leb(nil, len(functions)))
	types, imports, inner, exports, code := count, count, count, leb(nil, len(functions)+1), count
	exports = append(exports, append(append([]byte{6}, "memory"...), 2, 0)...)
	for n, f := range functions {
		types = append(leb(append(types, 0x60), len(f.ParamTypes())), f.ParamTypes()...)
		types = append(leb(types, len(f.ResultTypes())), f.ResultTypes()...)
		imports = append(leb(imports, len(wasi.ModuleName)), wasi.ModuleName...)
		imports = leb(append(append(leb(imports, len(f.Name())), f.Name()...), 0), n)
		inner = leb(inner, n)
		name := []byte{'f', 'A' + byte(n/26), 'a' + byte(n%26)}
		exports = leb(append(append(append(exports, 3), name...), 0), len(functions)+n)
		body := []byte{0}
		for p := range f.ParamTypes() {
			body = leb(append(body, 0x20), p)
		}
		body = append(leb(append(body, 0x10), n), 0x0b)
		code = append(leb(code, len(body)), body...)
	}
	module := part([]byte("\x00asm\x01\x00\x00\x00"), 1, types)
	module = part(part(module, 2, imports), 3, inner)
	module = part(module, 5, []byte{1, 0, 1})
	return part(part(module, 7, exports), 10, code)
}

// FuzzImports calls each function that a module may import with arbitrary parameters and memory.
// The host may refuse; it may not break, wait, or write outside the memory.
func FuzzImports(f *testing.F) {
	ctx := context.WithValue(context.Background(), sessionKey{}, &session{})
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	host, err := wasi.NewBuilder(runtime).Compile(ctx)
	if err != nil {
		f.Fatal(err)
	}
	var functions []api.FunctionDefinition
	for _, d := range host.ExportedFunctions() {
		functions = append(functions, d)
	}
	// The names decide the order, so that an input means the same function in every run.
	slices.SortFunc(functions, func(a, b api.FunctionDefinition) int { return strings.Compare(a.Name(), b.Name()) })
	code, err := runtime.CompileModule(ctx, caller(functions))
	if err != nil {
		f.Fatal(err)
	}
	if err := addHost(ctx, runtime, code); err != nil {
		f.Fatal(err)
	}
	for n := range functions {
		f.Add(byte(n), uint64(1), uint64(8), uint64(1), uint64(64), []byte("\x10\x00\x00\x00\x04\x00\x00\x00"))
		f.Add(byte(n), uint64(0), uint64(1)<<63, uint64(1)<<31, uint64(0xfffffff8), []byte{})
	}
	instance, left := api.Module(nil), 0
	f.Fuzz(func(t *testing.T, n byte, a, b, c, d uint64, memory []byte) {
		if left--; left < 0 || instance.IsClosed() {
			if instance != nil {
				instance.Close(ctx)
			}
			if instance, err = runtime.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions()); err != nil {
				t.Fatal(err)
			}
			left = 10000
		}
		instance.Memory().Write(0, memory[:min(len(memory), 1<<16)])
		k := int(n) % len(functions)
		params, given := make([]uint64, len(functions[k].ParamTypes())), [...]uint64{a, b, c, d}
		for i, kind := range functions[k].ParamTypes() {
			if params[i] = given[i%4]; kind == api.ValueTypeI32 {
				params[i] = uint64(uint32(params[i]))
			}
		}
		s := &session{}
		_, _ = instance.ExportedFunction("f"+string([]byte{'A' + byte(k/26), 'a' + byte(k%26)})).Call(context.WithValue(ctx, sessionKey{}, s), params...)
		if len(s.complaint) > mostComplaint || s.calls != 1 {
			t.Errorf("%s: %d calls, and %d bytes of output kept", functions[k].Name(), s.calls, len(s.complaint))
		}
	})
}

// answering is an export of a module that answers with a number, and with bytes in its memory.
type answering struct {
	api.Function
	memory []byte
	answer uint64
	bytes  []byte
}

func (a *answering) CallWithStack(_ context.Context, stack []uint64) error {
	copy(a.memory[8:], a.bytes)
	stack[0] = a.answer
	return nil
}

// flat is a memory of a module, and counter its steps.
type flat struct {
	api.Memory
	bytes []byte
}

func (m flat) Size() uint32 { return uint32(len(m.bytes)) }

func (m flat) Read(at, size uint32) ([]byte, bool) {
	if uint64(at)+uint64(size) > uint64(len(m.bytes)) {
		return nil, false
	}
	return m.bytes[at:][:size:size], true
}

type counter struct{ api.MutableGlobal }

func (counter) Set(uint64) {}

// FuzzAnswers gives arbitrary answers to the questions to a module. What is accepted has the lengths that
// the question wants.
func FuzzAnswers(f *testing.F) {
	for n := range byte(12) {
		f.Add(n, uint64(0), []byte{})
		f.Add(n, uint64(2), []byte("\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00abcdefghabcdefgh"))
		f.Add(n, uint64(1)<<32-1, []byte("\x00\x00\xff\xff\x00\x00\xff\xff"))
	}
	const most = 4
	memory := make([]byte, 2*foreign.MaxText) // a buffer has more
	f.Fuzz(func(t *testing.T, n byte, answer uint64, bytes []byte) {
		a := &answering{memory: memory, answer: answer, bytes: bytes[:min(len(bytes), 1<<12)]}
		i := &instance{steps: counter{}, state: state{most: most, buffer: buffer{flat{bytes: memory}, 8, 1 << 12}}}
		for q := range i.functions {
			i.functions[q] = a
		}
		keys := []uint64{3, 4}
		switch q := foreign.AskExpand + foreign.Question(n%byte(len(exports)-int(foreign.AskExpand))); q {
		case foreign.AskExpand, foreign.AskExpandCanonical:
			heads, successors, err := i.Expand(nil, nil, keys, q == foreign.AskExpandCanonical)
			if err == nil && (len(heads) != len(keys) || len(successors) > most*len(keys)) {
				t.Errorf("%d heads and %d successors", len(heads), len(successors))
			}
		case foreign.AskText, foreign.AskBoard, foreign.AskMove:
			if text, err := i.Words(q, 3); err == nil && len(text) > foreign.MaxText {
				t.Errorf("a text of %d bytes", len(text))
			}
		case foreign.AskParse:
			_, _ = i.Parse("a")
		default:
			_ = i.Numbers(q, keys, keys)
		}
	})
}
