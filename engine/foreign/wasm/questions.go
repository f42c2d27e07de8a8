package wasm

import (
	"fmt"

	"github.com/foregone-db/foregone/engine/foreign"
)

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
		if err := i.makeCanonical(listAt, uint32(total)); err != nil {
			return heads, successors, err
		}
	}
	successors, err = i.form.Read(successors, i.buffer.view(listAt, size*uint32(total)))
	return heads, successors, err
}

// makeCanonical replaces n keys in the buffer with canonical keys.
func (i *instance) makeCanonical(offset, n uint32) error {
	i.stack[0], i.stack[1] = uint64(i.buffer.at+offset), uint64(n)
	answer, err := i.run(i.functions[foreign.AskCanonical])
	return done(answer, err)
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
