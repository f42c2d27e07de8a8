package wasm

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/foregone-db/foregone/engine/foreign"
)

const (
	bufferBytes = 1 << 20 // approximate size of keys and answers
	mostBatch   = 1024    // keys
)

var le = binary.LittleEndian

// instance implements [foreign.Instance].
type instance struct {
	ctx     context.Context
	module  api.Module
	steps   api.MutableGlobal
	session session
	limit   int64 // steps

	functions [functionCount]api.Function
	stack     [6]uint64

	most   int // successors of a position
	batch  int
	buffer buffer
	start  uint64
	ranks  uint64
}

// buffer is the part of a module's memory that holds keys and answers.
type buffer struct {
	memory api.Memory
	at     uint32
	size   uint32 // bytes
}

// Numbers of the functions that are called often.
const (
	expandFunction = iota
	expandCanonicalFunction
	canonicalFunction
	weightsFunction
	numbersFunction
	rankFunction
	unrankFunction
	textFunction
	parseFunction
	moveFunction
	boardFunction
	functionCount
)

// exports are the functions of a module, with the parts that need them.
var exports = []struct {
	name     string
	number   int
	parts    []foreign.Part // a game with any of them needs the function; nil: every game does
	params   []api.ValueType
	optional bool
}{
	{"foregone_expand", expandFunction, nil, values(i32, i32, i32, i32), false},
	{"foregone_expand_canonical", expandCanonicalFunction, []foreign.Part{foreign.Canonical}, values(i32, i32, i32, i32), true},
	{"foregone_canonical", canonicalFunction, []foreign.Part{foreign.Canonical}, values(i32, i32), false},
	{"foregone_weights", weightsFunction, []foreign.Part{foreign.Canonical}, values(i32, i32, i32), false},
	{"foregone_numbers", numbersFunction, []foreign.Part{foreign.Layers, foreign.Slices}, values(i32, i32, i32), false},
	{"foregone_rank", rankFunction, []foreign.Part{foreign.Rank}, values(i32, i32, i32), false},
	{"foregone_unrank", unrankFunction, []foreign.Part{foreign.Rank}, values(i32, i32, i32), false},
	{"foregone_text", textFunction, []foreign.Part{foreign.Text}, values(i64, i32, i32), false},
	{"foregone_parse", parseFunction, []foreign.Part{foreign.Text}, values(i32, i32, i32), false},
	{"foregone_move", moveFunction, []foreign.Part{foreign.Moves}, values(i64, i64, i32, i32), false},
	{"foregone_board", boardFunction, []foreign.Part{foreign.Board}, values(i64, i32, i32), false},
}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

func values(types ...api.ValueType) []api.ValueType { return types }

// Open implements [foreign.Source].
func (m *Module) Open(d *foreign.Description, params []int64) (foreign.Instance, error) {
	i, err := m.instance()
	if err != nil {
		return nil, err
	}
	if err := i.open(d, params); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// open binds the instance to a variant.
func (i *instance) open(d *foreign.Description, params []int64) error {
	for _, e := range exports {
		wanted := e.parts == nil
		for _, part := range e.parts {
			wanted = wanted || d.Has(part)
		}
		if !wanted {
			continue
		}
		f := i.module.ExportedFunction(e.name)
		if f == nil && e.optional {
			continue
		}
		if err := shape(e.name, f, e.params, i32); err != nil {
			return err
		}
		i.functions[e.number] = f
	}
	if err := i.findBuffer(d.MaxSuccessors); err != nil {
		return err
	}
	if len(params) > 0 {
		if err := i.setParams(params); err != nil {
			return err
		}
	}
	var err error
	if i.start, err = i.call("foregone_start"); err == nil && d.Has(foreign.Rank) {
		i.ranks, err = i.call("foregone_size")
	}
	return err
}

// shape checks the parameters and the result of an export.
func shape(name string, f api.Function, params []api.ValueType, result api.ValueType) error {
	if f == nil {
		return fmt.Errorf("it has no export %s", name)
	}
	have := f.Definition()
	if string(have.ParamTypes()) != string(params) || string(have.ResultTypes()) != string([]api.ValueType{result}) {
		return fmt.Errorf("its export %s is a function of %s: want one of %s", name, signature(have.ParamTypes(), have.ResultTypes()), signature(params, []api.ValueType{result}))
	}
	return nil
}

// signature formats the types of parameters and results.
func signature(params, results []api.ValueType) string {
	list := func(types []api.ValueType) string {
		var names []string
		for _, t := range types {
			names = append(names, api.ValueTypeName(t))
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	return list(params) + " to " + list(results)
}

// findBuffer asks the module for the buffer.
func (i *instance) findBuffer(most int) error {
	i.most = most
	i.batch = min(max(bufferBytes/(8*most+16), 1), mostBatch)
	i.buffer.size = uint32(max(i.batch*(8*most+16), 2*foreign.MaxText+64))
	f := i.module.ExportedFunction("foregone_buffer")
	if err := shape("foregone_buffer", f, values(i32), i32); err != nil {
		return err
	}
	i.stack[0] = uint64(i.buffer.size)
	at, err := i.run(f)
	if err != nil {
		return err
	}
	i.buffer.at = uint32(at)
	if _, ok := i.buffer.memory.Read(i.buffer.at, i.buffer.size); !ok || i.buffer.at%8 != 0 || i.buffer.at == 0 {
		return fmt.Errorf("its buffer of %d bytes is at %#x: want a multiple of 8 above 0 inside its memory of %d bytes", i.buffer.size, i.buffer.at, i.buffer.memory.Size())
	}
	return nil
}

// setParams passes the parameters' values to the instance.
func (i *instance) setParams(params []int64) error {
	f := i.module.ExportedFunction("foregone_open")
	if err := shape("foregone_open", f, values(i32, i32), i32); err != nil {
		return err
	}
	list := make([]uint64, len(params))
	for n, p := range params {
		list[n] = uint64(p)
	}
	i.buffer.write(0, list)
	i.stack[0], i.stack[1] = uint64(i.buffer.at), uint64(len(params))
	answer, err := i.run(f)
	if err == nil && uint32(answer) != 0 {
		return &foreign.Refusal{Reason: "these values of its parameters do not fit together"}
	}
	return err
}

// call calls an export without parameters, which returns an i64 or nothing.
func (i *instance) call(name string) (uint64, error) {
	f := i.module.ExportedFunction(name)
	if name != "_initialize" {
		if err := shape(name, f, nil, i64); err != nil {
			return 0, err
		}
	} else if d := f.Definition(); len(d.ParamTypes())+len(d.ResultTypes()) > 0 {
		return 0, fmt.Errorf("its export %s has parameters or results", name)
	}
	return i.run(f)
}

// run calls a function whose parameters are on the stack.
func (i *instance) run(f api.Function) (uint64, error) {
	i.session = session{random: i.session.random, clock: i.session.clock, complaint: i.session.complaint[:0]}
	i.steps.Set(uint64(i.limit))
	if err := f.CallWithStack(i.ctx, i.stack[:]); err != nil {
		return 0, failure(i, err)
	}
	return i.stack[0], nil
}

// failure explains the error of a call.
func failure(i *instance, err error) error {
	if i.steps != nil && int64(i.steps.Get()) < 0 {
		return fmt.Errorf("it took more than %d steps to answer", i.limit)
	}
	text, _, _ := strings.Cut(err.Error(), "\nwasm stack trace")
	text = strings.TrimPrefix(line(text), "wasm error: ")
	text = strings.TrimSuffix(text, " (recovered by wazero)")
	if complaint := line(string(i.session.complaint)); complaint != "" {
		text += ", after it wrote " + fmt.Sprintf("%q", complaint)
	}
	return fmt.Errorf("it stopped: %s", text)
}

// write writes keys into the buffer.
func (b *buffer) write(offset uint32, keys []uint64) {
	bytes := b.view(offset, 8*uint32(len(keys)))
	for n, key := range keys {
		le.PutUint64(bytes[8*n:], key)
	}
}

// view returns a part of the buffer. It is always inside the memory, which never shrinks.
func (b *buffer) view(offset, size uint32) []byte {
	bytes, ok := b.memory.Read(b.at+offset, size)
	if !ok {
		panic("wasm: a part of the buffer is outside the memory")
	}
	return bytes
}

// Start implements [foreign.Instance].
func (i *instance) Start() uint64 { return i.start }

// Size implements [foreign.Instance].
func (i *instance) Size() uint64 { return i.ranks }

// Batch implements [foreign.Instance].
func (i *instance) Batch() int { return i.batch }

// Close implements [foreign.Instance].
func (i *instance) Close() error { return i.module.Close(i.ctx) }
