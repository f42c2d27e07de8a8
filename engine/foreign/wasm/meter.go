package wasm

import (
	"cmp"
	"encoding/binary"
	"fmt"
)

// stepsName is the export name of the step counter.
const stepsName = "foregone steps"

// mostTable is the maximum number of entries of a table.
const mostTable = 1 << 16

// hostName is the module, and moreName its only function, that metered modules import. The function
// gets the counter when it has fallen below 0, and returns the next value of the counter.
const hostName, moreName = "foregone meter", "more"

// meter rewrites a module.
type meter struct {
	params    []uint32 // by type: the number of parameters
	functions []uint32 // by function of the module: its type
	imports   uint32   // the number of functions that the module itself imports
	steps     uint32   // the counter's index among the globals
	quota     int64    // the counter's first value
	written   [globalSection + 1]bool
	out       []byte
}

// metered returns the module with a step counter, which starts at steps, and with the import of the
// function that is called when the counter falls below 0. It refuses features that games may not
// use.
func metered(module []byte, steps int64) ([]byte, error) {
	r := &decoder{data: module}
	if string(r.take(8)) != "\x00asm\x01\x00\x00\x00" {
		return nil, fmt.Errorf("it is not a WebAssembly module of version 1")
	}
	m := &meter{out: append([]byte{}, module[:8]...), quota: steps}
	for !r.done() {
		id := r.byte()
		content := r.take(r.unsigned())
		if r.err != nil {
			break
		}
		if id == 0 { // custom section: compilers' names and notes
			continue
		}
		m.addMissing(id)
		if err := m.section(id, content); err != nil {
			return nil, err
		}
	}
	m.addMissing(exportSection)
	return m.out, r.err
}

// addMissing adds the sections that the module lacks and that come before section id.
func (m *meter) addMissing(id byte) {
	for _, own := range []byte{typeSection, importSection, globalSection} {
		if id > own && id != 12 && !m.written[own] {
			m.section(own, []byte{0}) // an empty section has no error
		}
	}
}

// section rewrites a section.
func (m *meter) section(id byte, content []byte) error {
	r := &decoder{data: content}
	if own := id <= globalSection; own && m.written[id] {
		return fmt.Errorf("it has two sections of number %d", id)
	} else if own {
		m.written[id] = true
	}
	switch id {
	case typeSection:
		content = m.addTypes(r)
	case importSection:
		content = m.addImports(r)
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
			} else if r.err != nil {
				return r.err // the count may be 2^32
			}
		}
	case globalSection:
		content = m.addGlobals(r)
	case exportSection:
		content = m.addExports(r)
	case startSection:
		content = binary.AppendUvarint(nil, uint64(m.shifted(r.unsigned())))
	case elementSection:
		content = m.elements(r)
	case codeSection:
		var err error
		if content, err = m.code(r); err != nil {
			return err
		}
	}
	m.out = append(binary.AppendUvarint(append(m.out, id), uint64(len(content))), content...)
	return r.err
}

// shifted returns the index of a function in the module that is written.
func (m *meter) shifted(function uint32) uint32 {
	if function < m.imports {
		return function
	}
	return function + 1
}

// addTypes appends the type of the host's function.
func (m *meter) addTypes(r *decoder) []byte {
	count := r.unsigned()
	first := r.at
	for range count {
		if form := r.byte(); form != 0x60 {
			r.fail(fmt.Errorf("it has a type %#x that is not a function's", form))
		}
		params := r.unsigned()
		r.take(params)
		r.take(r.unsigned())
		if m.params = append(m.params, params); r.err != nil {
			return nil
		}
	}
	out := append(binary.AppendUvarint(nil, uint64(count)+1), r.data[first:r.at]...)
	return append(out, 0x60, 1, 0x7e, 1, 0x7e) // from i64 to i64
}

// addImports appends the host's function, whose index follows those of all other imports.
func (m *meter) addImports(r *decoder) []byte {
	m.imports = r.unsigned()
	first := r.at
	for range m.imports {
		module, name := r.name(), r.name()
		if kind := r.byte(); kind != 0 && r.err == nil {
			r.fail(fmt.Errorf("it imports %s.%s, which is not a function", module, name))
		}
		r.unsigned()
		if module == hostName {
			r.fail(fmt.Errorf("it imports the module %s, which is the host's own", hostName))
		}
		if r.err != nil {
			return nil
		}
	}
	out := append(binary.AppendUvarint(nil, uint64(m.imports)+1), r.data[first:r.at]...)
	for _, name := range []string{hostName, moreName} {
		out = append(binary.AppendUvarint(out, uint64(len(name))), name...)
	}
	return binary.AppendUvarint(append(out, 0), uint64(len(m.params)))
}

// addGlobals appends the counter.
func (m *meter) addGlobals(r *decoder) []byte {
	m.steps = r.unsigned()
	out := binary.AppendUvarint(nil, uint64(m.steps)+1)
	for range m.steps {
		if out = append(out, r.take(2)...); r.err != nil {
			return nil
		}
		out = m.constant(out, r)
	}
	out = append(out, 0x7e, 1, opI64Const) // i64, mutable
	return append(appendSigned(out, m.quota), opEnd)
}

// constant copies a constant expression.
func (m *meter) constant(out []byte, r *decoder) []byte {
	for r.err == nil {
		from := r.at
		switch op := r.byte(); {
		case op == opRefFunc:
			out = binary.AppendUvarint(append(out, op), uint64(m.shifted(r.unsigned())))
			continue
		case op == 0xfd:
			r.fail(cmp.Or(vector(r), r.err))
		case !immediates(r, op):
			r.fail(fmt.Errorf("it has the instruction %#x in a constant", op))
		case op == opEnd:
			return append(out, op)
		}
		out = append(out, r.data[from:r.at]...)
	}
	return out
}

// addExports appends the export of the counter.
func (m *meter) addExports(r *decoder) []byte {
	count := r.unsigned()
	out := binary.AppendUvarint(nil, uint64(count)+1)
	for range count {
		from := r.at
		r.name()
		kind := r.byte()
		out = append(out, r.data[from:r.at]...)
		index := r.unsigned()
		if kind == 0 {
			index = m.shifted(index)
		}
		if out = binary.AppendUvarint(out, uint64(index)); r.err != nil {
			return nil
		}
	}
	out = append(binary.AppendUvarint(out, uint64(len(stepsName))), stepsName...)
	return binary.AppendUvarint(append(out, 3), uint64(m.steps))
}

// elements copies the contents of tables. The flags of each list say where it goes, in bits 0 and
// 1, and whether it has expressions or indices, in bit 2.
func (m *meter) elements(r *decoder) []byte {
	count := r.unsigned()
	out := binary.AppendUvarint(nil, uint64(count))
	for range count {
		flags := r.unsigned()
		out = binary.AppendUvarint(out, uint64(flags))
		if flags > 7 {
			r.fail(fmt.Errorf("it has elements of kind %d", flags))
		}
		if flags&3 == 2 { // the table
			out = binary.AppendUvarint(out, uint64(r.unsigned()))
		}
		if flags&1 == 0 { // the place in the table
			out = m.constant(out, r)
		}
		if flags&3 != 0 { // the kind or the type
			out = append(out, r.byte())
		}
		n := r.unsigned()
		if out = binary.AppendUvarint(out, uint64(n)); r.err != nil {
			return nil // the count may be 2^32
		}
		for range n {
			if flags&4 != 0 {
				out = m.constant(out, r)
			} else {
				out = binary.AppendUvarint(out, uint64(m.shifted(r.unsigned())))
			}
			if r.err != nil {
				return nil
			}
		}
	}
	return out
}

// code rewrites the bodies of functions.
func (m *meter) code(r *decoder) ([]byte, error) {
	count := r.unsigned()
	if r.err == nil && uint64(count) != uint64(len(m.functions)) {
		return nil, fmt.Errorf("it has %d functions and %d bodies of functions", len(m.functions), count)
	}
	section := binary.AppendUvarint(nil, uint64(count))
	for n := range count {
		body := r.take(r.unsigned())
		if r.err != nil {
			return nil, r.err
		}
		kind := m.functions[n]
		if uint64(kind) >= uint64(len(m.params)) {
			return nil, fmt.Errorf("function %d has a type that is not there", n)
		}
		written, err := m.body(body, m.params[kind])
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", n, err)
		}
		section = binary.AppendUvarint(section, uint64(len(written)))
		section = append(section, written...)
	}
	return section, nil
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
	charges, err := chargesOf(&decoder{data: body, at: r.at})
	if err != nil {
		return nil, err
	}
	w := &writer{meter: m, left: uint32(locals), length: uint32(locals) + 1}
	w.out = binary.AppendUvarint(nil, uint64(groups)+2)
	w.out = append(w.out, body[first:r.at]...)
	w.out = append(w.out, 1, 0x7e, 1, 0x7f) // one more i64 and one more i32
	for !r.done() {
		if len(charges) > 0 && charges[0].at == r.at {
			w.count(charges[0].steps)
			charges = charges[1:]
		}
		if err := w.instruction(r); err != nil {
			return nil, err
		}
	}
	return w.out, r.err
}
