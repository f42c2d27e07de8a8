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
	k := v.NewKernel()
	step, _ := strconv.Atoi(os.Getenv("STEP"))
	if step == 0 {
		step = 100
	}
	const chunk = 54054000
	total := 0.0
	defer func() { t.Logf("total %.3f", total) }()
	for _, c := range []uint64{0, 100, 742, 1500, 2222, 3714, 5005, 6500, 7000, 7428} {
		var wins, losses, ties uint64
		Stats = [16]uint64{}
		begun := cpu()
		n := uint64(0)
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
		d := cpu() - begun
		total += d.Seconds()/float64(n)*1e6
		t.Logf("chunk %d: wins %.3f losses %.4f, %.2f M/s; wins by threat %d, not %d, test %d, nothreat %d; parried %d/%d; per loss or unparried: placements %.0f pushes %.0f made %.0f tested %.1f won %.1f; gather %d %d", c, float64(wins)/float64(n), float64(losses)/float64(n), float64(n)/d.Seconds()/1e6, Stats[0], Stats[1], Stats[2], Stats[4], Stats[5], ties,
			float64(Stats[7])/float64(losses+ties-Stats[5]),
			float64(Stats[8])/float64(losses+ties-Stats[5]),
			float64(Stats[9])/float64(losses+ties-Stats[5]),
			float64(Stats[10])/float64(losses+ties-Stats[5]),
			float64(Stats[11])/float64(losses+ties-Stats[5]), Stats[12], Stats[13])
	}
}
