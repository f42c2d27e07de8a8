package kv

import (
	"bytes"
	"encoding/json"
	"errors"
)

// MarshalCanonical returns v in its canonical JSON: no blanks, fields in order, maps sorted. It
// fails on text that JSON cannot represent unchanged.
func MarshalCanonical[T any](v T) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil {
		return nil, err
	}
	again, err := json.Marshal(back)
	if err != nil {
		return nil, err
	}
	// Bytes that are not UTF-8 become the replacement character, which is escaped the first
	// time and not the second.
	if !bytes.Equal(text, again) {
		return nil, errors.New("it holds text that is not valid UTF-8")
	}
	return text, nil
}

// UnmarshalVersion reads JSON into v if its field format is a version from 1 to latest. Otherwise,
// and for damaged JSON, it fails with an [ErrNewer] or [ErrCorrupt] that names the file at path and
// the part of the file, such as "header: ".
func UnmarshalVersion(path, part string, text []byte, latest int, v any) error {
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return Corruptf(path, "%s%v", part, err)
	}
	if err := CheckFormat(path, version.Format, latest); err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return Corruptf(path, "%s%v", part, err)
	}
	return nil
}
