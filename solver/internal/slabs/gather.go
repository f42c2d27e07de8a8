package slabs

import "context"

// frontier returns what sends the unlinks of the stored positions of a remoteness.
func (r *run) frontier(remoteness int) (send func(w *worker, chunk, from, to int) error, closeReaders func(), err error) {
	readers := make(map[*worker]*reader, len(r.workers))
	closeReaders = func() {
		for _, in := range readers {
			in.close()
		}
	}
	for _, w := range r.workers {
		if readers[w], err = r.log.reader(remoteness); err != nil {
			closeReaders()
			return nil, nil, err
		}
	}
	send = func(w *worker, chunk, from, to int) error {
		first, _ := r.span(chunk)
		var err error
		w.list, err = readers[w].each(chunk, w.list, func(place int, configurations []uint32) error {
			w.scratch.Enter(r.live.slabs[first+place])
			w.scratch.Reach(w.a)
			clear(w.b)
			for _, c := range configurations {
				w.b[c/64] |= 1 << (c % 64)
			}
			for i := range w.b {
				w.b[i] &= w.a[i]
			}
			w.links = w.scratch.AppendUnlinks(w.links[:0], w.b, r.live.number, from, to)
			w.sender.send(w.links, r.plan.shift)
			return nil
		})
		return err
	}
	return send, closeReaders, nil
}

// gather has every chunk send its unlinks, and calls use for each chunk that they lead
// to, in rounds that fit into memory. There w.chunk holds the sets and w.touched where
// they are not empty; use may change the sets. sources is about how many positions are
// unlinked.
func (r *run) gather(ctx context.Context, name string, sources uint64, send func(w *worker, chunk, from, to int) error, use func(w *worker, chunk int) error) error {
	room := float64(r.plan.exchange*2) * 0.8
	for low := 0; low < r.plan.chunks; {
		share := room / (float64(sources+1) * r.factor)
		high := min(r.plan.chunks, low+max(1, int(share*float64(r.plan.chunks))))
		r.x.begin(low, high)
		from, to := r.live.places(low<<r.plan.shift, high<<r.plan.shift)
		counter := r.begin(name+", sending", r.plan.chunks)
		err := r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
			defer counter.Done()
			return send(w, chunk, from, to)
		})
		for _, w := range r.workers {
			w.sender.flush()
		}
		if err != nil {
			return err
		}
		high = int(r.x.high.Load())
		if records := r.x.records(); sources > 1<<20 && records > 0 {
			r.factor = max(0.1, float64(records)/float64(sources)*float64(r.plan.chunks)/float64(high-low))
		}
		counter = r.begin(name, high-low)
		err = r.each(ctx, high-low, func(_ context.Context, w *worker, unit int) error {
			defer counter.Done()
			w.receive(low + unit)
			err := use(w, low+unit)
			for place, touched := range w.touched {
				if touched {
					clear(w.chunk[place*r.words : (place+1)*r.words])
					w.touched[place] = false
				}
			}
			return err
		})
		if err != nil {
			return err
		}
		low = high
	}
	return nil
}

// receive puts the records of a chunk into w.chunk.
func (w *worker) receive(chunk int) {
	mask := uint32(1)<<w.plan.confBits - 1
	put := func(record uint32) {
		place, conf := record>>w.plan.confBits, record&mask
		w.chunk[int(place)*w.words+int(conf>>6)] |= 1 << (conf & 63)
		w.touched[place] = true
	}
	w.x.each(chunk, func(words []uint64, records uint32) {
		for i := range records / 2 {
			put(uint32(words[i]))
			put(uint32(words[i] >> 32))
		}
		if records%2 != 0 {
			put(uint32(words[records/2]))
		}
	})
}
