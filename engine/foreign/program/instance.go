package program

import (
	"fmt"

	"github.com/foregone-db/foregone/engine/foreign"
)

const (
	batchBytes = 1 << 20 // of keys and answers, about
	mostBatch  = 256     // keys
)

// instance implements [foreign.Instance] on a process.
type instance struct {
	*process
	most     int // successors of a position
	batch    int
	start    uint64
	ranks    uint64
	question question
	answer   answer
}

// open makes an instance of a process that was not asked anything yet.
func (i *instance) open(d *foreign.Description, params []int64) error {
	i.most = d.MaxSuccessors
	i.batch = min(max(batchBytes/(8*i.most+16), 1), mostBatch)
	list := make([]uint64, len(params))
	for n, p := range params {
		list[n] = uint64(p)
	}
	if err := i.put(opOpen, list); err != nil {
		return err
	}
	i.start, i.ranks = i.answer.keys[0], i.answer.keys[1]
	return nil
}

// put asks about keys.
func (i *instance) put(operation operation, keys []uint64) error {
	i.question = question{operation: operation, keys: keys}
	return i.ask(&i.question, &i.answer, len(keys)*i.most)
}

// Start implements [foreign.Instance].
func (i *instance) Start() uint64 { return i.start }

// Size implements [foreign.Instance].
func (i *instance) Size() uint64 { return i.ranks }

// Batch implements [foreign.Instance].
func (i *instance) Batch() int { return i.batch }

// Expand implements [foreign.Instance].
func (i *instance) Expand(heads []foreign.Head, successors []uint64, keys []uint64, canonical bool) ([]foreign.Head, []uint64, error) {
	operation := opExpand
	if canonical {
		operation = opExpandCanonical
	}
	if err := i.put(operation, keys); err != nil {
		return heads, successors, err
	}
	total := 0
	for _, head := range i.answer.heads {
		total += int(head >> 16)
	}
	if have := len(i.answer.keys); have != total {
		return heads, successors, fmt.Errorf("it answered with %d successors, and its heads have %d together", have, total)
	}
	return append(heads, i.answer.heads...), append(successors, i.answer.keys...), nil
}

// each asks about keys and stores a number for each.
func (i *instance) each(operation operation, dst, keys []uint64) error {
	err := i.put(operation, keys)
	if err == nil {
		copy(dst, i.answer.keys)
	}
	return err
}

// Canonical implements [foreign.Instance].
func (i *instance) Canonical(keys []uint64) error { return i.each(opCanonical, keys, keys) }

// Weights implements [foreign.Instance].
func (i *instance) Weights(dst []uint64, keys []uint64) error { return i.each(opWeights, dst, keys) }

// Ranks implements [foreign.Instance].
func (i *instance) Ranks(dst []uint64, keys []uint64) error { return i.each(opRanks, dst, keys) }

// Keys implements [foreign.Instance].
func (i *instance) Keys(dst []uint64, ranks []uint64) error { return i.each(opKeys, dst, ranks) }

// Numbers implements [foreign.Instance].
func (i *instance) Numbers(dst []int, keys []uint64) error {
	if err := i.put(opNumbers, keys); err != nil {
		return err
	}
	for n, number := range i.answer.keys {
		if number >= 1<<16 {
			return fmt.Errorf("its number of key %#x is %d: want 0 to 65535", keys[n], number)
		}
		dst[n] = int(number)
	}
	return nil
}

// Text implements [foreign.Instance].
func (i *instance) Text(key uint64) (string, error) {
	err := i.put(opText, []uint64{key})
	return i.answer.text, err
}

// Move implements [foreign.Instance].
func (i *instance) Move(from, to uint64) (string, error) {
	err := i.put(opMove, []uint64{from, to})
	return i.answer.text, err
}

// Board implements [foreign.Instance].
func (i *instance) Board(key uint64) (string, error) {
	err := i.put(opBoard, []uint64{key})
	return i.answer.text, err
}

// Parse implements [foreign.Instance].
func (i *instance) Parse(text string) (uint64, error) {
	i.question = question{operation: opParse, text: text}
	if err := i.ask(&i.question, &i.answer, 0); err != nil {
		return 0, err
	}
	return i.answer.keys[0], nil
}
