package chance

import (
	"encoding/binary"
	"time"

	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// The numbers of an unfinished slice are in a file, 8 bytes each. Two files are written in turn; the note
// names the valid one.

// saveSometimes saves the numbers if the last save was SaveEvery ago, and the cycle of sweeps has no steps yet.
func (s *slice) saveSometimes() error {
	if time.Since(s.saved) < s.SaveEvery || s.sweeps.Done%cycle > cycle-terms {
		return nil
	}
	var note ledger.ChanceNote
	if _, err := s.Ledger.Note(ledger.ChanceName(s.Number), &note); err != nil {
		return err
	}
	note = ledger.ChanceNote{Done: s.sweeps.Done, Least: s.sweeps.Least, Since: s.sweeps.Since, Settled: s.sweeps.Settled, File: 1 - note.File}
	s.putNumbers()
	var err error
	note.CRC, err = files.Write(s.Values.Disk, s.Values.SavedPath(s.Number, note.File), true, false, func(write func([]byte) error) error {
		return write(s.values)
	})
	if err != nil {
		return err
	}
	_, err = s.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.ChanceName(s.Number): note, ledger.ElapsedNote: s.Reporter.Elapsed()}, Sync: true,
	})
	s.saved = time.Now()
	return err
}

// resume reads the numbers that an earlier run saved, or else starts in the middle of the scale.
func (s *slice) resume() error {
	var note ledger.ChanceNote
	goesOn, err := s.Ledger.Note(ledger.ChanceName(s.Number), &note)
	if err != nil {
		return err
	}
	if goesOn {
		at := 0
		err = files.Each(s.Values.Disk, s.Values.SavedPath(s.Number, note.File), uint64(len(s.values)), false, note.CRC, func(part []byte) error {
			at += copy(s.values[at:], part)
			return nil
		})
		if err == nil {
			for at := range s.work[:s.Slice.Size] {
				s.work[at] = binary.LittleEndian.Uint64(s.values[8*s.offset(uint64(at)):])
			}
			s.sweeps = sweeps{note.Done, note.Least, note.Since, note.Settled, note.Least}
			return nil
		}
		s.Reporter.Warn("a slice is solved again", s.Slice.Name, err)
	}
	for o := range s.work {
		s.work[o] = s.scale.Top / 2
	}
	return nil
}
