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

// state is the part of an instance that all hosts share. run of an instance calls an export with the words of stack.
type state struct {
	foreign.Variant
	functions [len(exports)]function // by question
	stack     [6]uint64

	most   int // successors of a position
	form   foreign.Form
	buffer buffer
}

// buffer is the part of a module's memory that holds keys and answers.
type buffer struct {
	memory memory
	at     uint32
	size   uint32 // bytes
}

// Describe returns the description of the game, unparsed.
func (m *Module) Describe() ([]byte, error) {
	i, err := m.instance()
	if err != nil {
		return nil, err
	}
	defer i.Close()
	return i.description()
}

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

// call calls an export, which has a result, with arguments.
func (i *instance) call(name string, result valueType, params []valueType, arguments ...uint64) (uint64, error) {
	f := i.export(name)
	if err := shape(name, f, params, result); err != nil {
		return 0, err
	}
	copy(i.stack[:], arguments)
	return i.run(f)
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

// Expand implements [foreign.Instance]. The buffer holds the keys, then the heads, then the
// successors.
func (i *instance) Expand(heads []foreign.Head, successors []uint64, keys []uint64, canonical bool) ([]foreign.Head, []uint64, error) {
	n, size := uint32(len(keys)), uint32(i.form.Bytes())
	headsAt := (size*n + 7) &^ 7
	listAt := (headsAt + 4*n + 7) &^ 7
	i.write(i.form, keys)
	f, whole := i.functions[foreign.AskExpand], !canonical
	if own := i.functions[foreign.AskExpandCanonical]; canonical && own != nil {
		f, whole = own, true
	}
	i.stack[0], i.stack[1], i.stack[2], i.stack[3] = uint64(i.buffer.at), uint64(n), uint64(i.buffer.at+headsAt), uint64(i.buffer.at+listAt)
	answer, err := i.run(f)
	if err != nil {
		return heads, successors, err
	}
	total := uint64(0)
	for list := i.buffer.view(headsAt, 4*n); len(list) > 0; list = list[4:] {
		head := le.Uint32(list)
		total += uint64(head >> 16)
		heads = append(heads, foreign.Head(head))
	}
	switch {
	case int32(answer) < 0 || uint64(uint32(answer)) != total:
		return heads, successors, fmt.Errorf("it returned %d, and its heads have %d successors together", int32(answer), total)
	case total > uint64(n)*uint64(i.most):
		return heads, successors, fmt.Errorf("it has %d successors of %d positions, and max_successors in its description is %d", total, n, i.most)
	}
	if !whole {
		i.stack[0], i.stack[1] = uint64(i.buffer.at+listAt), total
		if err := done(i.run(i.functions[foreign.AskCanonical])); err != nil {
			return heads, successors, err
		}
	}
	successors, err = i.form.Read(successors, i.buffer.view(listAt, size*uint32(total)))
	return heads, successors, err
}

// done returns an error if the answer is not 0.
func done(answer uint64, err error) error {
	if err == nil && uint32(answer) != 0 {
		err = fmt.Errorf("it returned %d: want 0", int32(answer))
	}
	return err
}

// part returns how many keys fit into the buffer together with answers of 8 bytes.
func (b *buffer) part() int { return int(b.size / 16) }

// answerBytes is the size of an answer to each question for numbers. Size 0 means that the answers
// replace the keys.
var answerBytes = map[foreign.Question]uint32{
	foreign.AskCanonical: 0, foreign.AskWeights: 4, foreign.AskNumbers: 2, foreign.AskRanks: 8, foreign.AskKeys: 8,
}

// Numbers implements [foreign.Instance].
func (i *instance) Numbers(q foreign.Question, dst, keys []uint64) error {
	for from := 0; from < len(keys); {
		part := keys[from:min(from+i.buffer.part(), len(keys))]
		i.write(foreign.Form{}, part)
		at, size := 8*uint32(len(part)), answerBytes[q]
		if size == 0 {
			at, size = 0, 8
		}
		i.stack[0], i.stack[1], i.stack[2] = uint64(i.buffer.at), uint64(len(part)), uint64(i.buffer.at+at)
		if err := done(i.run(i.functions[q])); err != nil {
			return err
		}
		list := i.buffer.view(at, size*uint32(len(part)))
		for n := range part {
			var number [8]byte
			copy(number[:], list[uint32(n)*size:][:size])
			dst[from+n] = le.Uint64(number[:])
		}
		from += len(part)
	}
	return nil
}

// Words implements [foreign.Instance]. The game writes the text at the start of the buffer.
func (i *instance) Words(q foreign.Question, keys ...uint64) (string, error) {
	n := copy(i.stack[:], keys)
	i.stack[n], i.stack[n+1] = uint64(i.buffer.at), foreign.MaxText
	answer, err := i.run(i.functions[q])
	if err != nil {
		return "", err
	}
	if size := int32(answer); size < 0 || size > foreign.MaxText {
		return "", fmt.Errorf("it wrote a text of %d bytes: want at most %d", size, foreign.MaxText)
	}
	return string(i.buffer.view(0, uint32(answer))), nil
}

// Parse implements [foreign.Instance].
func (i *instance) Parse(text string) (uint64, error) {
	const out = foreign.MaxText + 8
	copy(i.buffer.view(0, uint32(len(text))), text)
	i.stack[0], i.stack[1], i.stack[2] = uint64(i.buffer.at), uint64(len(text)), uint64(i.buffer.at+out)
	answer, err := i.run(i.functions[foreign.AskParse])
	switch {
	case err != nil:
		return 0, err
	case uint32(answer) == 0:
		return 0, &foreign.Refusal{}
	case uint32(answer) != 1:
		return 0, fmt.Errorf("it returned %d for a text: want 1 for a position and 0 for none", int32(answer))
	}
	return le.Uint64(i.buffer.view(out, 8)), nil
}
