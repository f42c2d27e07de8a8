package table

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// UseOrder takes the order of the table from its game. It must come before all reads of values from a
// table with an order ([Header].Order). It fails if the game has no order of that name.
func (r *Reader) UseOrder(g engine.Game) error {
	if r.header.Order == "" || r.order != nil {
		return nil
	}
	if make := g.Parts().Order; make != nil {
		if o := make(); o.Name() == r.header.Order && o.First(o.Groups()) == r.header.Positions {
			r.order = o
			return nil
		}
	}
	return fmt.Errorf("%s has its values in the order %q, which this program's %v does not have", r.path, r.header.Order, g.Spec())
}

// place returns the place of an index in the file.
func (r *Reader) place(i uint64) (uint64, error) {
	switch {
	case r.order != nil:
		return r.order.Place(i), nil
	case r.header.Order != "":
		return 0, fmt.Errorf("%s has its values in the order %q, which needs its game", r.path, r.header.Order)
	}
	return i, nil
}

// places returns the places of indices, ascending.
func (r *Reader) places(indices []uint64) ([]uint64, error) {
	if r.header.Order == "" {
		return indices, nil
	}
	places := make([]uint64, len(indices))
	for n, i := range indices {
		var err error
		if places[n], err = r.place(i); err != nil {
			return nil, err
		}
	}
	slices.Sort(places)
	return places, nil
}

// mostGathered is the number of values that gather reads at a time.
const mostGathered = 1 << 20

// gather is ReadValues in a table with an order. It sorts the places of many values, and decodes each
// block once for them.
func (r *Reader) gather(dst []byte, first uint64) error {
	type value struct{ place, at uint64 }
	width := r.width
	list := make([]value, 0, min(uint64(len(dst))/width, mostGathered))
	var places []uint64
	for len(dst) > 0 {
		list = list[:0]
		for n := range min(uint64(len(dst))/width, mostGathered) {
			place, err := r.place(first + n)
			if err != nil {
				return err
			}
			list = append(list, value{place, n * width})
		}
		slices.SortFunc(list, func(a, b value) int { return int(int64(a.place - b.place)) })
		if r.remote != nil {
			places = places[:0]
			for _, v := range list {
				places = append(places, v.place)
			}
			if err := r.expectPlaces(places); err != nil {
				return err
			}
		}
		var values []byte
		for n, v := range list {
			block := v.place / r.block
			if n == 0 || block != list[n-1].place/r.block {
				values = slices.Grow(values[:0], int(r.block*width))[:r.blockBytes(block)]
				if err := r.part(values, block, 0); err != nil {
					return err
				}
			}
			copy(dst[v.at:v.at+width], values[(v.place-block*r.block)*width:])
		}
		dst = dst[uint64(len(list))*width:]
		first += uint64(len(list))
	}
	return nil
}
