package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine/foreign"
)

const mostBatch = 1024 // keys

var le = binary.LittleEndian

// exports are the functions of a module that answer questions, by question.
var exports = [...]struct {
	name   string
	parts  []foreign.Part // a game with any of them needs the function; nil: every game does
	params []valueType
}{
	foreign.AskExpand:          {"foregone_expand", nil, values(i32, i32, i32, i32)},
	foreign.AskExpandCanonical: {"foregone_expand_canonical", parts(foreign.Canonical), values(i32, i32, i32, i32)}, // optional
	foreign.AskCanonical:       {"foregone_canonical", parts(foreign.Canonical), values(i32, i32)},
	foreign.AskWeights:         {"foregone_weights", parts(foreign.Canonical), values(i32, i32, i32)},
	foreign.AskNumbers:         {"foregone_numbers", parts(foreign.Layers, foreign.Slices), values(i32, i32, i32)},
	foreign.AskRanks:           {"foregone_rank", parts(foreign.Rank), values(i32, i32, i32)},
	foreign.AskKeys:            {"foregone_unrank", parts(foreign.Rank), values(i32, i32, i32)},
	foreign.AskText:            {"foregone_text", parts(foreign.Text), values(i64, i32, i32)},
	foreign.AskParse:           {"foregone_parse", parts(foreign.Text), values(i32, i32, i32)},
	foreign.AskMove:            {"foregone_move", parts(foreign.Moves), values(i64, i64, i32, i32)},
	foreign.AskBoard:           {"foregone_board", parts(foreign.Board), values(i64, i32, i32)},
}

func parts(list ...foreign.Part) []foreign.Part { return list }

// valueType is the type of a parameter or a result, as modules code it.
type valueType = byte

const (
	i32 valueType = 0x7f
	i64 valueType = 0x7e
)

func values(types ...valueType) []valueType { return types }

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
	for q, e := range exports {
		if e.name == "" || e.parts != nil && !slices.ContainsFunc(e.parts, d.Has) {
			continue
		}
		f := i.export(e.name)
		if f == nil && foreign.Question(q) == foreign.AskExpandCanonical {
			continue
		}
		if err := shape(e.name, f, e.params, i32); err != nil {
			return err
		}
		i.functions[q] = f
	}
	i.most, i.form = d.MaxSuccessors, d.Form()
	if err := i.findBuffer(); err != nil {
		return err
	}
	if len(params) > 0 {
		if err := i.setParams(params); err != nil {
			return err
		}
	}
	if i.form.Placed() {
		return nil
	}
	var err error
	if i.Start, err = i.call("foregone_start", i64, nil); err == nil && d.Has(foreign.Rank) {
		i.Size, err = i.call("foregone_size", i64, nil)
	}
	return err
}

// findBuffer asks the module for the buffer.
func (i *instance) findBuffer() error {
	each := i.form.Bytes()*(i.most+1) + 8 // bytes for a position, its successors and its head
	i.Batch = min(max(bufferBytes/each, 1), mostBatch)
	i.buffer.size = uint32(max(i.Batch*each+16, 2*foreign.MaxText+64))
	at, err := i.call("foregone_buffer", i32, values(i32), uint64(i.buffer.size))
	if err != nil {
		return err
	}
	i.buffer.at = uint32(at)
	if _, ok := i.buffer.memory.Read(i.buffer.at, i.buffer.size); !ok || i.buffer.at%8 != 0 || i.buffer.at == 0 {
		return fmt.Errorf("its buffer of %d bytes is at %#x: want a multiple of 8 above 0 inside its memory of %d bytes", i.buffer.size, i.buffer.at, i.buffer.memory.Size())
	}
	i.buffer.bind()
	return nil
}

// setParams passes the parameters' values to the instance.
func (i *instance) setParams(params []int64) error {
	list := make([]uint64, len(params))
	for n, p := range params {
		list[n] = uint64(p)
	}
	i.write(foreign.Form{}, list)
	answer, err := i.call("foregone_open", i32, values(i32, i32), uint64(i.buffer.at), uint64(len(params)))
	if err == nil && uint32(answer) != 0 {
		return &foreign.Refusal{Reason: "these values of its parameters do not fit together"}
	}
	return err
}

// write writes positions to the start of the buffer.
func (i *instance) write(form foreign.Form, keys []uint64) {
	form.Append(i.buffer.view(0, uint32(form.Bytes()*len(keys)))[:0], keys)
}

// view returns a part of the buffer. It is always inside the memory, which never shrinks.
func (b *buffer) view(offset, size uint32) []byte {
	bytes, ok := b.memory.Read(b.at+offset, size)
	if !ok {
		panic("wasm: a part of the buffer is outside the memory")
	}
	return bytes
}

// description returns a copy of the description of the game, unparsed.
func (i *instance) description() ([]byte, error) {
	packed, err := i.call("foregone_describe", i64, nil)
	if err != nil {
		return nil, err
	}
	at, size := uint32(packed>>32), uint32(packed)
	if size > foreign.MaxDescription {
		return nil, fmt.Errorf("its description has %d bytes: want at most %d", size, foreign.MaxDescription)
	}
	text, ok := i.buffer.memory.Read(at, size)
	if !ok {
		return nil, fmt.Errorf("its description is declared as %d bytes at %#x, outside its memory", size, at)
	}
	return append([]byte{}, text...), nil
}
