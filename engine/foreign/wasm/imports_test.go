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
