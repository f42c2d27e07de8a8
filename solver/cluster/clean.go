package cluster

import (
	"context"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/blob"
)

// doneName is the object that says that the solve of a job is finished.
const doneName = "done"

// Remains is what a solve has left in a store.
type Remains struct {
	Folder  string `json:"folder"`
	Objects int    `json:"objects"`
	Kept    bool   `json:"kept"` // because the solve is not finished
}

// Clean deletes what finished solves have left in a store, and with unfinished what others have, too. The store
// itself stays. A solve that is under way must not be deleted.
func Clean(ctx context.Context, location string, unfinished bool) (list []Remains, err error) {
	s, err := blob.Open(location)
	if err != nil {
		return nil, err
	}
	names, err := s.List(ctx, "")
	if err != nil {
		return nil, engine.InputErrorf("%v", err)
	}
	list = []Remains{}
	for len(names) > 0 {
		folder, _, _ := strings.Cut(names[0], "/")
		end := 1
		for end < len(names) && strings.HasPrefix(names[end], folder+"/") {
			end++
		}
		own := names[:end]
		names = names[end:]
		r := Remains{Folder: folder, Objects: len(own), Kept: !unfinished && !slices.Contains(own, folder+"/"+doneName)}
		for n := 0; n < len(own) && !r.Kept; n++ {
			if err := s.Delete(ctx, own[n]); err != nil {
				return list, err
			}
		}
		list = append(list, r)
	}
	return list, nil
}
