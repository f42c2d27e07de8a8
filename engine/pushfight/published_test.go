package pushfight

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func TestScanExp(t *testing.T) {
	v := full(t)
	k := v.NewKernel()
	const chunk = 54054000
	for _, c := range []uint64{0, 100, 742, 1500, 2222, 3714, 5005, 6500, 7000, 7428} {
		var runs, wins, others uint64
		Stats = [16]uint64{}
		begun := time.Now()
		n := uint64(0)
		for part := uint64(0); part < 1001; part += 50 {
			n += 54000
			k.ScanWinsX(c*chunk+part*54000, 54000, func(first, n uint64) { runs++; wins += n }, func(i uint64, p Position) { others++ })
		}
		d := time.Since(begun)
		t.Logf("chunk %d: %d wins %.3f %d runs %.1f, %.1f M/s, stats %v", c, wins, float64(wins)/float64(n), runs, float64(wins)/float64(runs), float64(n)/d.Seconds()/1e6, Stats[:6])
	}
}

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano())
}

func TestLossExp(t *testing.T) {
	v := full(t)
	step, _ := strconv.Atoi(os.Getenv("STEP"))
	if step == 0 {
		step = 200
	}
	const chunk = 54054000
	total := 0.0
	for _, c := range chunksX() {
		var wins, losses, ties uint64
		best := 1e9
		n := uint64(0)
		for range 7 {
			k := v.NewKernel()
			Stats = [16]uint64{}
			wins, losses, ties, n = 0, 0, 0, 0
			begun := cpu()
			for part := uint64(0); part < 1001; part += uint64(step) {
				n += 54000
				k.ScanWinsX(c*chunk+part*54000, 54000, func(first, n uint64) { wins += n }, func(i uint64, p Position) {
					if k.LosesX(p) {
						losses++
					} else {
						ties++
					}
				})
			}
			best = min(best, (cpu()-begun).Seconds())
		}
		total += best / float64(n) * 1e6
		u := losses + ties - Stats[5]
		per := func(i int) float64 { return float64(Stats[i]) / float64(u) }
		t.Logf("chunk %d: wins %.3f losses %d ties %d parried %d, %.2f M/s, unparried %.3f; per unparried: try %.0f push %.0f made %.0f tested %.1f won %.1f; found %.1f %.1f, replies %.1f %.1f", c, float64(wins)/float64(n), losses, ties, Stats[5], float64(n)/best/1e6, float64(u)/float64(n),
			per(7), per(8), per(9), per(10), per(11), per(12), per(13), per(1), per(2))
	}
	t.Logf("total %.3f", total)
}

func chunksX() []uint64 {
	if s := os.Getenv("CHUNK"); s != "" {
		n, _ := strconv.Atoi(s)
		return []uint64{uint64(n)}
	}
	return []uint64{0, 100, 1500, 2222, 3714, 5005, 6500, 7428}
}
