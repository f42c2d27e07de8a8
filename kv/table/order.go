package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// UseGame takes from the game of the table the order of the values, and the rules for values that are left out. It must
// come before all reads of values from a table with an order ([Header].Order) or without some values
// ([Slice].Derived). It fails if the game has no order of that name.
func (r *Reader) UseGame(g engine.Game) error {
	r.game = g
	all := g.Slices()
	var left []int
	for n, sl := range r.header.Slices {
		if sl.Derived {
			left = append(left, n)
		}
	}
	if slices.ContainsFunc(left, func(n int) bool { return n >= len(all) || leads(all, n, left) }) {
		return kv.Corruptf(r.path, "values that others follow from are left out")
	}
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
	width := r.width
	list := make([]wanted, 0, min(uint64(len(dst))/width, mostGathered))
	for len(dst) > 0 {
		list = list[:0]
		for n := range min(uint64(len(dst))/width, mostGathered) {
			place, err := r.place(first + n)
			if err != nil {
				return err
			}
			list = append(list, wanted{place, n * width})
		}
		if err := r.each(list, func(at uint64, value []byte) { copy(dst[at:at+width], value) }); err != nil {
			return err
		}
		dst = dst[uint64(len(list))*width:]
		first += uint64(len(list))
	}
	return nil
}

// wanted is a place whose value is wanted, and where the value goes.
type wanted struct{ place, at uint64 }

// fewWanted is the number of values that are looked up one by one, through the cache.
const fewWanted = 1 << 10

// each passes the values of a list on, in any order. It sorts the list.
func (r *Reader) each(list []wanted, found func(at uint64, value []byte)) error {
	slices.SortFunc(list, func(a, b wanted) int { return cmp.Compare(a.place, b.place) })
	if r.remote != nil {
		var places []uint64
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
		at := (v.place - block*r.block) * r.width
		if len(list) <= fewWanted {
			values = slices.Grow(values[:0], int(r.width))[:r.width]
			if err := r.part(values, block, at); err != nil {
				return err
			}
			found(v.at, values)
			continue
		}
		if n == 0 || block != list[n-1].place/r.block {
			values = slices.Grow(values[:0], int(r.block*r.width))[:r.blockBytes(block)]
			if err := r.part(values, block, 0); err != nil {
				return err
			}
		}
		found(v.at, values[at:at+r.width])
	}
	return nil
}
