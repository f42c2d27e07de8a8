package query

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/spread"
)

// Starts are the values of all positions with which a game without a single start can begin, such
// as the pairs of set-ups of Push Fight. They show how decisive the first move is. They are
// computed once, stored next to the table, and reported with its counts.
type Starts struct {
	What   string  // the name of starts, such as "pairs of set-ups"
	Values Counts  // values that occur, for the player who moves first, each once; All is not used
	Value  Verdict // of the game before the players have chosen a start, for the same player
}

// Count returns the number of starts.
func (s *Starts) Count() (n uint64) {
	for _, c := range s.Values {
		n += c.Positions
	}
	return n
}

// Of returns the number of starts with this outcome for the player who moves first.
func (s *Starts) Of(o engine.Outcome) uint64 { return withOutcome(s.Values, o) }

// AtOnce returns the number of starts that the first player wins with his first turn.
func (s *Starts) AtOnce() (n uint64) {
	for _, c := range s.Values {
		if plies, _ := c.Verdict.Plies(); c.Verdict.Outcome() == engine.Win && plies == 1 {
			n += c.Positions
		}
	}
	return n
}

// startsFile is the content of the file next to the table: kv/FORMAT.md.
type startsFile struct {
	Starts json.RawMessage `json:"starts"`
	CRC32C string          `json:"crc32c"`
}

type storedStarts struct {
	Game   string            `json:"game"`
	SHA256 string            `json:"table_sha256"`
	What   string            `json:"what"`
	Values map[string]uint64 `json:"values"`
	Value  string            `json:"value"`
}

// SaveStarts stores the values of a game's starts next to its table. The write is atomic, and
// replaces an existing file.
func SaveStarts(db *DB, s *Starts) error {
	if db.origin.read != nil {
		return engine.InputErrorf("%s is no folder on this machine: only a folder stores the values of its starts", db.origin.path)
	}
	if db.table == nil {
		return engine.InputErrorf("%s is used in place: only a table stores the values of its starts", db.path)
	}
	stored := storedStarts{Game: db.spec, SHA256: db.table.Summary().SHA256, What: s.What, Values: map[string]uint64{}, Value: s.Value.String()}
	for _, c := range s.Values {
		stored.Values[c.Verdict.String()] = c.Positions
	}
	text, err := marshal(stored)
	if err != nil {
		return err
	}
	text, err = marshal(startsFile{text, checksum(text)})
	if err != nil {
		return err
	}
	return durable.WriteBytes(kv.StartsPath(db.origin.path), true, append(text, '\n'))
}

func checksum(text []byte) string { return fmt.Sprintf("%08x", durable.Checksum(text)) }

// startsOf returns the saved starts of this table, or nil.
func startsOf(db *DB) (*Starts, error) {
	path, data, err := db.origin.readFile(kv.StartsName)
	if err != nil || data == nil {
		return nil, err
	}
	s, err := parseStarts(data, db)
	if err != nil {
		return nil, fmt.Errorf("%s is %w (%v): delete it, and have it made again", path, kv.ErrCorrupt, err)
	}
	return s, nil
}

// parseStarts reads the content of the file.
func parseStarts(data []byte, db *DB) (*Starts, error) {
	var f startsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	if f.CRC32C != checksum(f.Starts) {
		return nil, errors.New("its checksum differs")
	}
	var stored storedStarts
	if err := json.Unmarshal(f.Starts, &stored); err != nil {
		return nil, err
	}
	if stored.SHA256 != db.table.Summary().SHA256 {
		return nil, nil
	}
	s := &Starts{What: stored.What}
	var err error
	if s.Value, err = db.ParseVerdict(stored.Value); err != nil {
		return nil, err
	}
	for text, n := range stored.Values {
		v, err := db.ParseVerdict(text)
		if err != nil {
			return nil, err
		}
		s.Values = append(s.Values, Count{Verdict: v, Positions: n})
	}
	slices.SortFunc(s.Values, func(a, b Count) int { return cmp.Compare(a.Verdict.Value, b.Verdict.Value) })
	return s, nil
}

// spreadCache holds the spread of a large table, which says where each value occurs. The first
// caller makes it.
type spreadCache struct {
	making chan struct{} // full while a goroutine reads or makes the index
	once   sync.Once
	known  bool
	spread *spread.Spread // nil: the table is small
}

// tableSpread returns the spread of the table, or nil if the table is small. It reads the spread
// from its file. If there is none it reads the table through, once, and writes the file if the
// folder is writable.
func (db *source) tableSpread(ctx context.Context) (*spread.Spread, error) {
	w := &db.spread
	w.once.Do(func() { w.making = make(chan struct{}, 1) })
	select {
	case w.making <- struct{}{}:
		defer func() { <-w.making }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if w.known {
		return w.spread, nil
	}
	path, data, err := db.origin.readFile(kv.SpreadName)
	if err != nil {
		return nil, err
	}
	var found *spread.Spread
	if data != nil {
		if found, err = spread.Parse(path, data, db.table); err != nil {
			return nil, err
		}
	}
	if found == nil && db.table.Header().Positions >= spread.Least {
		if db.origin.host != nil {
			return nil, fmt.Errorf("%s has no %s, which a large table needs to find positions by value: \"foregone sample\" makes it where the table is", db.origin.path, kv.SpreadName)
		}
		if found, err = spread.Of(ctx, db.table, 0, nil); err != nil {
			return nil, err
		}
		if db.origin.read == nil {
			_ = found.Write(path, db.table) // it can be made again
		}
	}
	w.known, w.spread = true, found
	return found, nil
}
