package scores

import (
	"time"
	"unsafe"

	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// The decided positions of an unfinished slice are in a file: a byte for each position, its score or 0.
// Two files are written in turn; the note names the valid one.

// saveSometimes saves the decided positions, if the last save was SaveEvery ago.
func (s *slice[C]) saveSometimes() error {
	if s.saved.IsZero() {
		s.saved = s.started
	}
	if time.Since(s.saved) < s.SaveEvery {
		return nil
	}
	var note ledger.ScoresNote
	if _, err := s.Ledger.Note(ledger.ScoresName(s.Number), &note); err != nil {
		return err
	}
	note = ledger.ScoresNote{Score: s.score, File: 1 - note.File}
	var err error
	note.CRC, err = files.Write(s.Values.Disk, s.Values.SavedPath(s.Number, note.File), true, false, func(write func([]byte) error) error {
		part := make([]byte, 0, 64<<10)
		for o, v := range s.values {
			if s.left[o] != ^C(0) {
				v = 0
			}
			if part = append(part, byte(v)); len(part) == cap(part) || o == len(s.values)-1 {
				if err := write(part); err != nil {
					return err
				}
				part = part[:0]
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.ScoresName(s.Number): note, ledger.ElapsedNote: s.Reporter.Elapsed()}, Sync: true,
	})
	s.saved = time.Now()
	return err
}

// load reads the positions that an earlier run decided, and reports whether there is a file. An
// error leaves the slice as it was.
func (s *slice[C]) load() (goesOn bool, err error) {
	var note ledger.ScoresNote
	if goesOn, err = s.Ledger.Note(ledger.ScoresName(s.Number), &note); err != nil || !goesOn {
		return false, err
	}
	defer func() {
		if err != nil {
			clear(s.values)
			clear(s.left)
		}
	}()
	at := 0
	err = files.Each(s.Values.Disk, s.Values.SavedPath(s.Number, note.File), uint64(len(s.values)), false, note.CRC, func(part []byte) error {
		at += copy(unsigned(s.values[at:]), part)
		return nil
	})
	if err != nil {
		return false, err
	}
	s.known = pages.NewSet(s.Slice.First, s.Slice.Size)
	for o, v := range s.values {
		if v != 0 {
			s.left[o] = ^C(0)
			s.known.Add(s.Slice.First + uint64(o))
		}
	}
	s.score = note.Score
	return true, nil
}

// signed returns bytes as scores.
func signed(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// unsigned returns scores as bytes.
func unsigned(v []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
