package wasm

import (
	"fmt"
	"syscall/js"
)

// bufferBytes is the approximate size of keys and answers. Each call copies the buffer.
const bufferBytes = 1 << 14

// Module is a module that the browser runs: the function foregoneGuest, which the worker of a site
// defines, makes an instance. It implements [foreign.Source].
type Module struct {
	code   js.Value // the metered module
	limits limits
}

func newModule(module []byte, l limits) (*Module, error) {
	counted, err := metered(module, l.quota())
	if err != nil {
		return nil, err
	}
	code := js.Global().Get("Uint8Array").New(len(counted))
	js.CopyBytesToJS(code, counted)
	return &Module{code, l}, nil
}

// Close does nothing: the browser frees the module.
func (m *Module) Close() error { return nil }

// instance implements [foreign.Instance].
type instance struct {
	state
	guest js.Value
}

// function is an export of an instance.
type function = *export

type export struct {
	name   string
	params []valueType
}

// memory is the memory of an instance. Go cannot see it, so mirror has a copy of the buffer, which calls
// carry over and back.
type memory = *mirrored

type mirrored struct {
	guest  js.Value
	at     uint32
	mirror []byte
}

// instance makes a fresh instance.
func (m *Module) instance() (i *instance, err error) {
	defer func() {
		if fault, ok := recover().(error); ok {
			i, err = nil, fmt.Errorf("it cannot run: %v", fault)
		}
	}()
	i = &instance{guest: js.Global().Call("foregoneGuest", m.code, float64(m.limits.steps), float64(m.limits.quota()))}
	i.buffer.memory = &mirrored{guest: i.guest}
	if i.export("_initialize") != nil {
		_, err = i.run(&export{name: "_initialize"})
	}
	return i, err
}

// export returns an export, or nil.
func (i *instance) export(name string) function {
	if !i.guest.Call("has", name).Bool() {
		return nil
	}
	return &export{name: name}
}

// shape sets the parameters of an export. The solve that made the table has checked them.
func shape(name string, f function, params []valueType, _ valueType) error {
	if f == nil {
		return fmt.Errorf("it has no export %s", name)
	}
	f.params = params
	return nil
}

// run calls a function whose parameters are on the stack.
func (i *instance) run(f function) (uint64, error) {
	kinds, words := make([]byte, len(f.params)), make([]any, 2*len(f.params))
	for n, p := range f.params {
		kinds[n] = 'i'
		if p == i64 {
			kinds[n] = 'I'
		}
		words[2*n], words[2*n+1] = uint32(i.stack[n]), uint32(i.stack[n]>>32)
	}
	m := i.buffer.memory
	if m.mirror != nil {
		js.CopyBytesToJS(m.view(m.at, uint32(len(m.mirror))), m.mirror)
	}
	answer := i.guest.Call("call", f.name, string(kinds), words)
	if answer.Type() == js.TypeString {
		return 0, fmt.Errorf("it stopped: %s", answer.String())
	}
	if m.mirror != nil {
		js.CopyBytesToGo(m.mirror, m.view(m.at, uint32(len(m.mirror))))
	}
	i.stack[0] = uint64(answer.Index(0).Float()) | uint64(answer.Index(1).Float())<<32
	return i.stack[0], nil
}

// bind makes the mirror of the buffer, whose place is known.
func (b *buffer) bind() {
	b.memory.at, b.memory.mirror = b.at, make([]byte, b.size)
}

// view returns bytes of the memory.
func (m memory) view(at, size uint32) js.Value {
	return m.guest.Call("memory").Call("subarray", at, at+size)
}

// Size returns the bytes of the memory.
func (m memory) Size() uint32 { return uint32(m.guest.Call("memory").Length()) }

// Read returns a part of the mirror, or a copy of another part of the memory, and whether the memory has it.
func (m memory) Read(at, size uint32) ([]byte, bool) {
	if at >= m.at && uint64(at)+uint64(size) <= uint64(m.at)+uint64(len(m.mirror)) {
		return m.mirror[at-m.at : at-m.at+size], true
	}
	if uint64(at)+uint64(size) > uint64(m.Size()) {
		return nil, false
	}
	part := make([]byte, size)
	js.CopyBytesToGo(part, m.view(at, size))
	return part, true
}

// Close implements [foreign.Instance].
func (i *instance) Close() error { return nil }
