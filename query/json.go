package query

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/count"
)

// marshal is json.Marshal without the escapes that only HTML needs.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// MarshalJSON writes the value object.
func (a Answer) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the value object to dst and returns the extended slice. It takes some
// tenths of the time of [json.Marshal], which counts in batches.
func (a Answer) AppendJSON(dst []byte) []byte {
	dst = appendString(append(dst, `{"game":`...), a.Game)
	dst = appendString(append(dst, `,"position":`...), a.Text)
	dst = appendIndex(dst, a.Index, a.Stored)
	dst = appendString(append(dst, `,"value":`...), a.Verdict.String())
	score := a.Verdict.Kind == engine.Score
	if a.Verdict.Known && a.Verdict.Kind == engine.Byte {
		dst = strconv.AppendUint(append(dst, `,"byte":`...), uint64(a.Verdict.Value), 10)
	}
	dst = appendString(append(dst, `,"outcome":`...), a.Verdict.Outcome().String())
	if a.Verdict.Known && score {
		dst = strconv.AppendInt(append(dst, `,"score":`...), int64(a.Verdict.Kind.Points(a.Verdict.Value)), 10)
	}
	if !score {
		dst = appendPlies(dst, a.Verdict)
	}
	if a.AtLeast.Known {
		dst = appendString(append(dst, `,"at_least":`...), a.AtLeast.String())
	}
	return append(dst, '}')
}

// MarshalJSON writes the moves object.
func (m Moves) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends the moves object to dst and returns the extended slice. It takes
// a fifth of the time of [json.Marshal], which counts where there are thousands.
func (m Moves) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"position":`...)
	dst = appendString(dst, m.Text)
	dst = appendIndex(dst, m.Index, m.Stored)
	dst = appendVerdict(dst, m.Verdict)
	if m.AtLeast.Known {
		dst = appendString(append(dst, `,"at_least":`...), m.AtLeast.String())
	}
	dst = append(dst, `,"moves":[`...)
	for i := range m.Moves {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = m.Moves[i].AppendJSON(dst)
	}
	return append(dst, "]}"...)
}

// MarshalJSON writes an element of the moves object.
func (m Move) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends an element of the moves object to dst and returns the extended
// slice.
func (m Move) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"move":`...)
	dst = appendString(dst, m.Turn)
	for i, turn := range m.Also {
		if i == 0 {
			dst = append(dst, `,"also":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendString(dst, turn)
		if i == len(m.Also)-1 {
			dst = append(dst, ']')
		}
	}
	if m.Clicks != nil {
		dst = appendClicks(dst, m.Clicks)
	}
	if !m.Ended {
		dst = append(dst, `,"position":`...)
		dst = appendString(dst, m.Text)
		dst = appendIndex(dst, m.Index, m.Stored)
	}
	dst = appendVerdict(dst, m.Verdict)
	if m.Replies != nil {
		dst = append(dst, `,"replies":`...)
		dst = append(dst, countsJSON(len(m.Replies), func(i int) (Verdict, uint64) {
			return m.Replies[i].Verdict, m.Replies[i].Results
		}).RawMessage...)
	}
	return append(dst, '}')
}

var acts = map[drawing.Act]string{drawing.Take: "take", drawing.Put: "put", drawing.Clear: "clear", drawing.Push: "push"}

// appendClicks appends the squares to click for a turn, each with what that does.
func appendClicks(dst []byte, clicks []drawing.Click) []byte {
	dst = append(dst, `,"clicks":[`...)
	for i, c := range clicks {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, '['), c.Square)
		dst = append(appendString(append(dst, ','), acts[c.Act]), ']')
	}
	return append(dst, ']')
}

func appendIndex(dst []byte, index uint64, stored bool) []byte {
	if !stored {
		return append(dst, `,"index":null`...)
	}
	return strconv.AppendUint(append(dst, `,"index":`...), index, 10)
}

// appendVerdict appends a value with its plies.
func appendVerdict(dst []byte, v Verdict) []byte {
	dst = append(dst, `,"value":"`...)
	dst = append(dst, v.String()...) // letters, digits and signs: nothing to escape
	dst = append(dst, '"')
	if v.Kind == engine.Score {
		return dst
	}
	return appendPlies(dst, v)
}

// appendPlies appends the remoteness: null where there is none.
func appendPlies(dst []byte, v Verdict) []byte {
	dst = append(dst, `,"plies":`...)
	if plies, ok := v.Plies(); ok {
		return strconv.AppendInt(dst, int64(plies), 10)
	}
	return append(dst, "null"...)
}

// appendString appends a JSON string.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			text, err := marshal(s)
			if err != nil {
				panic(err) // every string can be written
			}
			return append(dst, text...)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// MarshalJSON writes the line object.
func (l Line) MarshalJSON() ([]byte, error) {
	return marshal(lineObject{l.Text, l.Verdict.String(), l.Moves, l.End.String()})
}

// statsObject is the stats object.
type statsObject struct {
	Game         string          `json:"game"`
	Positions    uint64          `json:"positions"`
	Values       *valueCounts    `json:"values" doc:"null where a file is used in place."`
	PositionsAll *uint64         `json:"positions_all" doc:"Symmetric twins counted."`
	ValuesAll    *valueCounts    `json:"values_all"`
	Start        *Answer         `json:"start"`
	LongestWin   *longestObject  `json:"longest_win"`
	SHA256       *string         `json:"table_sha256"`
	MaxPhase     int             `json:"max_phase,omitempty"`
	Known        *uint64         `json:"known_positions,omitempty"`
	KnownRanges  string          `json:"known,omitempty"`
	File         string          `json:"file,omitempty"`
	Playouts     *count.Playouts `json:"playouts,omitempty"`
	Branching    *Branching      `json:"branching,omitempty"`
	Sections     []SectionCounts `json:"sections,omitempty"`
	Reachable    *SectionCounts  `json:"reachable,omitempty"`
	FirstMoves   *FirstMoves     `json:"first_moves,omitempty"`
	Starts       *Starts         `json:"starts,omitempty"`
	Samples      []Answer        `json:"samples,omitempty"`
}

type longestObject struct {
	Value    string `json:"value"`
	Index    uint64 `json:"index"`
	Position string `json:"position"`
}

// MarshalJSON writes the stats object.
func (s Stats) MarshalJSON() ([]byte, error) {
	v := statsObject{Game: s.Game, Positions: s.Positions, Start: s.Start, MaxPhase: s.MaxPhase, Playouts: s.Playouts, Branching: s.Branching, Sections: s.Sections, Reachable: s.Reachable, FirstMoves: s.FirstMoves, Starts: s.Starts, Samples: s.Samples}
	if s.PositionsAll > 0 || s.Positions == 0 {
		v.PositionsAll = &s.PositionsAll
	}
	if s.InPlace != nil {
		known := s.InPlace.Known.Count()
		v.Known, v.KnownRanges, v.File = &known, s.InPlace.Known.String(), s.InPlace.Path
		return marshal(v)
	}
	v.SHA256 = &s.SHA256
	v.Values = countsJSON(len(s.Counts), func(i int) (Verdict, uint64) { return s.Counts[i].Verdict, s.Counts[i].Positions })
	v.ValuesAll = countsJSON(len(s.Counts), func(i int) (Verdict, uint64) { return s.Counts[i].Verdict, s.Counts[i].All })
	if w := s.LongestWin; w != nil {
		v.LongestWin = &longestObject{w.Verdict.String(), w.Index, w.Text}
	}
	return marshal(v)
}

// sectionObject is the counts of a section.
type sectionObject struct {
	Name      string       `json:"name"`
	Positions uint64       `json:"positions"`
	Won       uint64       `json:"won"`
	Drawn     uint64       `json:"drawn"`
	Lost      uint64       `json:"lost"`
	Values    *valueCounts `json:"values"`
	All       *SectionAll  `json:"all,omitempty"`
}

// MarshalJSON writes the counts of a section.
func (s SectionCounts) MarshalJSON() ([]byte, error) {
	return marshal(sectionObject{s.Name, s.Positions, s.Won, s.Drawn, s.Lost,
		countsJSON(len(s.Counts), func(i int) (Verdict, uint64) { return s.Counts[i].Verdict, s.Counts[i].Positions }), s.All})
}

// countsJSON writes n counts as an object with the values for names, in the order
// they have.
func countsJSON(n int, at func(i int) (Verdict, uint64)) *valueCounts {
	b := []byte{'{'}
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		v, c := at(i)
		b = append(b, '"')
		b = append(b, v.String()...) // letters, digits and signs: nothing to escape
		b = append(b, `":`...)
		b = strconv.AppendUint(b, c, 10)
	}
	return &valueCounts{append(b, '}')}
}
