package chance

// A leap takes the numbers of a slice nearer to their limits than a sweep does. The steps of successive
// sweeps are about sums of a few geometric series, and the best weights of the last numbers are those that
// make the same mean of their steps least (reduced rank extrapolation: Sidi, Vector Extrapolation Methods
// with Applications, 2017). Products round before they are added, and sums have a fixed order, so that every
// machine leaps alike. A leap proves nothing: sweeps go on from any numbers.
const (
	cycle = 8 // sweeps from leap to leap
	terms = 4 // the last of them, whose steps are kept

	// The changes of sweeps between which leaps serve: before, too many best moves change, and after, steps
	// are mostly rounding.
	farthest, nearest = 1 << 58, 1 << 12
)

// steps are the changes of all numbers in the last sweeps of a cycle, by sweep and offset.
type steps struct {
	list [terms][]float32
	kept int
}

// next returns the place for the changes of the next sweep, or nil if they are not kept. A cycle begins where
// the number of sweeps is a multiple of it, so that an interrupted run goes on alike from there.
func (s *steps) next(done sweeps, size uint64) []float32 {
	n := done.Done%cycle - (cycle - terms)
	if n <= 0 {
		s.kept = 0
	}
	if n != s.kept || done.Least > farthest || done.Least < nearest {
		return nil
	}
	if s.kept++; s.list[n] == nil {
		s.list[n] = make([]float32, size)
	}
	return s.list[n]
}

// leap changes the numbers at the end of a cycle, by far at most, if that serves.
func (s *slice) leap() (far uint64) {
	if s.sweeps.Done%cycle != 0 || s.steps.kept < terms {
		return 0
	}
	factors, ok := s.steps.factors()
	if !ok {
		return 0
	}
	top := int64(s.scale.Top)
	for o, u := range s.work[:s.Slice.Size] {
		d := 0.0
		for n, factor := range factors {
			d += float64(factor * float64(s.steps.list[n][o]))
		}
		s.work[o] = uint64(min(max(int64(u)+int64(d), 0), top))
		delta := int64(s.work[o] - u)
		far = max(far, uint64(max(delta, -delta)))
	}
	return far
}

// factors returns what the steps count in a leap: the numbers after the last sweep plus the sum of the
// steps times the factors have the best weights. It reports whether their mean step is much less than
// the last one.
func (s *steps) factors() (factors [terms]float64, ok bool) {
	var products [terms][terms]float64
	for o := range s.list[0] {
		for i := range terms {
			for j := range i + 1 {
				products[i][j] += float64(float64(s.list[i][o]) * float64(s.list[j][o]))
			}
		}
	}
	last := products[terms-1][terms-1]
	// The weights solve: products times weights is the same in each row. Elimination without exchanges
	// serves, since the matrix is positive definite, unless steps are multiples of each other.
	var weights [terms]float64
	for i := range terms {
		weights[i] = 1
		for j := range i {
			products[j][i] = products[i][j]
		}
	}
	for i := range terms {
		if products[i][i] <= 0 {
			return factors, false
		}
		for k := range terms {
			if k == i {
				continue
			}
			f := products[k][i] / products[i][i]
			for j := i; j < terms; j++ {
				products[k][j] -= float64(f * products[i][j])
			}
			weights[k] -= float64(f * weights[i])
		}
	}
	sum, before := 0.0, 0.0
	for i := range terms {
		weights[i] /= products[i][i]
		sum += weights[i]
	}
	for i := range terms {
		factors[i] = -before
		before += weights[i] / sum
	}
	return factors, sum > 2/last
}
