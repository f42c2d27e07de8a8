package parts

import "testing"

// FuzzFrames reads arbitrary messages. The chunks are those of the part, and what a record holds is at most
// a member for each of its bytes.
func FuzzFrames(f *testing.F) {
	frame := appendFrame(nil, 1, Result{Counts: Counts{3, 4}, Payload: appendRecords(nil, []uint32{1, 2, 200, 1 << 9}, 8)})
	f.Add(appendFrame(frame, 3, Result{}), uint8(1))
	f.Add(frame[:len(frame)-1], uint8(0))
	f.Fuzz(func(t *testing.T, frames []byte, number uint8) {
		m := &Team{Chunks: 100, Parts: 2}
		var b Buffer
		_ = m.eachFrame(frames, int(number%2), func(chunk int, res Result) error {
			if chunk >= 100 || chunk%2 != int(number%2) {
				t.Errorf("chunk %d in part %d", chunk, number%2)
			}
			n := 0
			return EachSet(res.Payload, &b, func(_ int, members []uint32) error {
				if n += len(members); n > len(res.Payload) {
					t.Errorf("%d members in %d bytes", n, len(res.Payload))
				}
				return nil
			})
		})
	})
}
