package program

import (
	"fmt"

	"github.com/foregone-db/foregone/engine/foreign"
)

const (
	batchBytes = 1 << 20 // approximate size of keys and answers
	mostBatch  = 256     // keys
)

// instance implements [foreign.Instance] on a process.
type instance struct {
	*process
	foreign.Variant
	most     int // successors of a position
	form     foreign.Form
	question question
	answer   answer
}

// open makes an instance of a fresh process.
func (i *instance) open(d *foreign.Description, params []int64) error {
	i.most = d.MaxSuccessors
	i.Batch = min(max(batchBytes/(d.Form().Bytes()*(i.most+1)+8), 1), mostBatch)
	list := make([]uint64, len(params))
	for n, p := range params {
		list[n] = uint64(p)
	}
	if err := i.put(foreign.AskOpen, list); err != nil {
		return err
	}
	i.form, i.Start, i.Size = d.Form(), i.answer.keys[0], i.answer.keys[1]
	return nil
}

// put sends a question about keys.
func (i *instance) put(q foreign.Question, keys []uint64) error {
	i.question = question{ask: q, keys: keys, form: i.form}
	return i.ask(&i.question, &i.answer, len(keys)*i.most)
}

// Expand implements [foreign.Instance].
func (i *instance) Expand(heads []foreign.Head, successors []uint64, keys []uint64, canonical bool) ([]foreign.Head, []uint64, error) {
	q := foreign.AskExpand
	if canonical {
		q = foreign.AskExpandCanonical
	}
	if err := i.put(q, keys); err != nil {
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

// Numbers implements [foreign.Instance].
func (i *instance) Numbers(q foreign.Question, dst, keys []uint64) error {
	err := i.put(q, keys)
	if err == nil {
		copy(dst, i.answer.keys)
	}
	return err
}

// Words implements [foreign.Instance].
func (i *instance) Words(q foreign.Question, keys ...uint64) (string, error) {
	err := i.put(q, keys)
	return i.answer.text, err
}

// Parse implements [foreign.Instance].
func (i *instance) Parse(text string) (uint64, error) {
	i.question = question{ask: foreign.AskParse, text: text}
	if err := i.ask(&i.question, &i.answer, 0); err != nil {
		return 0, err
	}
	return i.answer.keys[0], nil
}
