package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// writer copies the instructions of a function and inserts step counting.
type writer struct {
	meter        *meter
	left, length uint32 // local variables that the writer adds
	out          []byte
}

// Opcodes that the writer emits.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opElse      = 0x05
	opEnd       = 0x0b
	opCall      = 0x10
	opCallTable = 0x11
	opLocalGet  = 0x20
	opLocalTee  = 0x22
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opI32Const  = 0x41
	opI64Const  = 0x42
	opGrow      = 0x40
	opI64Less   = 0x53
	opI32Shift  = 0x76
	opI64Sub    = 0x7d
	opExtend    = 0xad
	opRefFunc   = 0xd2
)

func (w *writer) op(op byte, n uint32) {
	w.out = binary.AppendUvarint(append(w.out, op), uint64(n))
}

// count subtracts steps, and asks the host for more when none are left.
func (w *writer) count(steps int64) {
	w.op(opGlobalGet, w.meter.steps)
	w.out = appendSigned(append(w.out, opI64Const), steps)
	w.take()
}

// take subtracts the top of the stack from the counter's value below it.
func (w *writer) take() {
	w.out = append(w.out, opI64Sub)
	w.op(opLocalTee, w.left)
	w.op(opGlobalSet, w.meter.steps)
	w.op(opLocalGet, w.left)
	w.out = append(w.out, opI64Const, 0, opI64Less, opIf, 0x40)
	w.op(opLocalGet, w.left)
	w.op(opCall, w.meter.imports)
	w.op(opGlobalSet, w.meter.steps)
	w.out = append(w.out, opEnd)
}

// instruction copies an instruction and inserts the counting that it needs.
func (w *writer) instruction(r *decoder) error {
	from := r.at
	op := r.byte()
	if op == opCall || op == opRefFunc {
		w.op(op, w.meter.shifted(r.unsigned()))
		return r.err
	}
	_, long, err := stepsOf(r, op)
	if err != nil {
		return err
	}
	if op == opGrow {
		w.count(growSteps)
	}
	if long { // a 16th of the length on top of the stack, where it stays
		w.op(opLocalTee, w.length)
		w.op(opGlobalGet, w.meter.steps)
		w.op(opLocalGet, w.length)
		w.out = append(w.out, opI32Const, 4, opI32Shift, opExtend)
		w.take()
	}
	if r.err != nil {
		return r.err
	}
	w.out = append(w.out, r.data[from:r.at]...)
	return nil
}

// immediates skips the immediates of an instruction. It returns false for an unknown opcode.
func immediates(r *decoder, op byte) bool {
	switch {
	case op == opBlock, op == opLoop, op == opIf, op == opI32Const, op == opI64Const, op == 0xd0: // block, constants, ref.null
		r.skipSigned()
	case op == 0x0c, op == 0x0d, op == opCall, op >= 0x20 && op <= 0x26, op == opRefFunc: // br, call, variables, tables, ref.func
		r.unsigned()
	case op == 0x0e: // br_table
		for range r.unsigned() {
			if r.unsigned(); r.err != nil {
				return true
			}
		}
		r.unsigned()
	case op == opCallTable:
		r.unsigned()
		r.unsigned()
	case op == 0x1c: // select with types
		r.take(r.unsigned())
	case op >= 0x28 && op <= 0x3e:
		memoryArgument(r)
	case op == 0x3f, op == opGrow:
		r.byte()
	case op == 0x43:
		r.take(4)
	case op == 0x44:
		r.take(8)
	case op <= 0x01, op == opElse, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4, op == 0xd1:
	default:
		return false
	}
	return true
}

func memoryArgument(r *decoder) {
	if align := r.unsigned(); align >= 64 {
		r.fail(fmt.Errorf("it has more than one memory"))
	}
	r.unsigned()
}

// bulk skips a bulk instruction. It reports whether its time depends on the length on top of the
// stack.
func bulk(r *decoder) (long bool, err error) {
	switch op := r.unsigned(); op {
	case 0, 1, 2, 3, 4, 5, 6, 7:
	case 8: // memory.init
		r.unsigned()
		r.byte()
		return true, nil
	case 10: // memory.copy
		r.take(2)
		return true, nil
	case 11: // memory.fill
		r.byte()
		return true, nil
	case 9, 13, 16: // data.drop, elem.drop, table.size
		r.unsigned()
	default:
		return false, fmt.Errorf("it has the instruction 0xfc %#x, which games may not have", op)
	}
	return false, nil
}

// vector skips a vector instruction.
func vector(r *decoder) error {
	switch op := r.unsigned(); {
	case op <= 11, op == 92, op == 93:
		memoryArgument(r)
	case op == 12, op == 13:
		r.take(16)
	case op >= 21 && op <= 34:
		r.byte()
	case op >= 84 && op <= 91:
		memoryArgument(r)
		r.byte()
	case op > 275:
		return fmt.Errorf("it has the instruction 0xfd %#x, which games may not have", op)
	}
	return nil
}

// errShort reports a truncated module.
var errShort = errors.New("the module ends too early")

// Section numbers of a module.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
)

// decoder reads a module or a part of it. After an error every read returns zero.
type decoder struct {
	data []byte
	at   int
	err  error
}

func (r *decoder) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.at = len(r.data)
}

func (r *decoder) done() bool { return r.at >= len(r.data) }

func (r *decoder) byte() byte {
	if r.at >= len(r.data) {
		r.fail(errShort)
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *decoder) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.data)-r.at) {
		r.fail(errShort)
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// unsigned reads a LEB128 number of at most 32 bits.
func (r *decoder) unsigned() uint32 {
	n, size := binary.Uvarint(r.data[r.at:])
	if size <= 0 || size > 5 || n >= 1<<32 {
		r.fail(errShort)
		return 0
	}
	r.at += size
	return uint32(n)
}

func (r *decoder) skipSigned() {
	for n := 0; r.byte()&0x80 != 0; n++ {
		if n == 10 {
			r.fail(errors.New("a number has more than 64 bits"))
		}
	}
}

func (r *decoder) name() string { return string(r.take(r.unsigned())) }

// limits returns the least size of a table and skips the greatest, which is optional.
func (r *decoder) limits() (least uint32) {
	flags := r.byte()
	least = r.unsigned()
	if flags&1 != 0 {
		r.unsigned()
	}
	if flags > 1 {
		r.fail(errors.New("it has a shared or a 64-bit memory"))
	}
	return least
}

// appendSigned appends in LEB128. Package binary has only the zigzag encoding of signed numbers.
func appendSigned(dst []byte, n int64) []byte {
	for {
		low := byte(n & 0x7f)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(dst, low)
		}
		dst = append(dst, low|0x80)
	}
}
