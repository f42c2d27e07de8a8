package wasm

import (
	"encoding/binary"
	"fmt"
)

// stepsName is the export name of the step counter.
const stepsName = "foregone steps"

// mostTable is the maximum number of entries of a table.
const mostTable = 1 << 16

// imported is a function that a module imports.
type imported struct{ module, name string }

// meter rewrites a module.
type meter struct {
	params    []uint32 // by type: the number of parameters
	functions []uint32 // by function of the module: its type
	imports   []imported
	steps     uint32 // the counter's index among the globals
	globals   bool   // the global section is written
	out       []byte
}

// metered returns the module with a step counter that starts at steps, and the functions it
// imports. It refuses features that games may not use.
func metered(module []byte, steps int64) ([]byte, []imported, error) {
	r := &decoder{data: module}
	if string(r.take(8)) != "\x00asm\x01\x00\x00\x00" {
		return nil, nil, fmt.Errorf("it is not a WebAssembly module of version 1")
	}
	m := &meter{out: append([]byte{}, module[:8]...)}
	for !r.done() {
		id := r.byte()
		content := r.take(r.unsigned())
		if r.err != nil {
			break
		}
		if id == 0 { // custom section: compilers' names and notes
			continue
		}
		if id > globalSection && id != 12 && !m.globals {
			m.addGlobals(nil, steps)
		}
		if err := m.section(id, content, steps); err != nil {
			return nil, nil, err
		}
	}
	return m.out, m.imports, r.err
}

// section rewrites a section.
func (m *meter) section(id byte, content []byte, steps int64) error {
	r := &decoder{data: content}
	switch id {
	case typeSection:
		for range r.unsigned() {
			if m.addType(r); r.err != nil {
				return r.err
			}
		}
	case importSection:
		for range r.unsigned() {
			if m.addImport(r); r.err != nil {
				return r.err
			}
		}
	case functionSection:
		for range r.unsigned() {
			if m.functions = append(m.functions, r.unsigned()); r.err != nil {
				return r.err
			}
		}
	case tableSection:
		for range r.unsigned() {
			r.byte()
			if least := r.limits(); least > mostTable {
				return fmt.Errorf("it has a table of %d entries: want at most %d", least, mostTable)
			}
		}
	case globalSection:
		m.addGlobals(content, steps)
		return nil
	case exportSection:
		m.addExport(r)
		return r.err
	case codeSection:
		return m.addCode(r)
	}
	m.out = appendSection(m.out, id, content)
	return r.err
}

func (m *meter) addType(r *decoder) {
	if form := r.byte(); form != 0x60 {
		r.fail(fmt.Errorf("it has a type %#x that is not a function's", form))
	}
	params := r.unsigned()
	r.take(params)
	r.take(r.unsigned())
	m.params = append(m.params, params)
}

func (m *meter) addImport(r *decoder) {
	i := imported{r.name(), r.name()}
	if kind := r.byte(); kind != 0 && r.err == nil {
		r.fail(fmt.Errorf("it imports %s.%s, which is not a function", i.module, i.name))
	}
	r.unsigned()
	m.imports = append(m.imports, i)
}

// addGlobals writes the global section and appends the counter.
func (m *meter) addGlobals(content []byte, steps int64) {
	rest := []byte{}
	if content != nil {
		r := &decoder{data: content}
		m.steps = r.unsigned()
		rest = content[r.at:]
	}
	m.globals = true
	section := binary.AppendUvarint(nil, uint64(m.steps)+1)
	section = append(section, rest...)
	section = append(section, 0x7e, 1, 0x42) // i64, mutable, i64.const
	section = append(appendSigned(section, steps), 0x0b)
	m.out = appendSection(m.out, globalSection, section)
}

func (m *meter) addExport(r *decoder) {
	count := r.unsigned()
	section := binary.AppendUvarint(nil, uint64(count)+1)
	section = append(section, r.data[r.at:]...)
	section = binary.AppendUvarint(section, uint64(len(stepsName)))
	section = append(append(section, stepsName...), 3)
	m.out = appendSection(m.out, exportSection, binary.AppendUvarint(section, uint64(m.steps)))
}

func (m *meter) addCode(r *decoder) error {
	count := r.unsigned()
	if r.err == nil && uint64(count) != uint64(len(m.functions)) {
		return fmt.Errorf("it has %d functions and %d bodies of functions", len(m.functions), count)
	}
	section := binary.AppendUvarint(nil, uint64(count))
	for n := range count {
		body := r.take(r.unsigned())
		if r.err != nil {
			return r.err
		}
		kind := m.functions[n]
		if uint64(kind) >= uint64(len(m.params)) {
			return fmt.Errorf("function %d has a type that is not there", n)
		}
		written, err := m.body(body, m.params[kind])
		if err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		section = binary.AppendUvarint(section, uint64(len(written)))
		section = append(section, written...)
	}
	m.out = appendSection(m.out, codeSection, section)
	return r.err
}

// body rewrites the body of a function with params parameters.
func (m *meter) body(body []byte, params uint32) ([]byte, error) {
	r := &decoder{data: body}
	groups := r.unsigned()
	first := r.at
	locals := uint64(params)
	for range groups {
		locals += uint64(r.unsigned())
		if r.byte(); r.err != nil {
			return nil, r.err
		}
	}
	if locals > 50_000 {
		return nil, fmt.Errorf("it has %d local variables", locals)
	}
	w := &writer{steps: m.steps, left: uint32(locals), length: uint32(locals) + 1}
	w.out = binary.AppendUvarint(nil, uint64(groups)+2)
	w.out = append(w.out, body[first:r.at]...)
	w.out = append(w.out, 1, 0x7e, 1, 0x7f) // one more i64 and one more i32
	head := len(w.out)
	for !r.done() {
		if err := w.instruction(r); err != nil {
			return nil, err
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	if w.calls {
		rest := append([]byte{}, w.out[head:]...)
		w.out = w.out[:head]
		w.count()
		w.out = append(w.out, rest...)
	}
	return w.out, nil
}
