package child

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// tick is the unit of CPU time in /proc.
const tick = time.Second / 100

// cpuTime returns the CPU time of a process, and whether it runs, waits for a core, or waits for
// a disk.
func cpuTime(p *os.Process) (used time.Duration, wants bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(p.Pid) + "/stat")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the fields after the process name
	if len(fields) < 13 {
		return 0, false
	}
	user, _ := strconv.ParseInt(string(fields[11]), 10, 64)
	system, _ := strconv.ParseInt(string(fields[12]), 10, 64)
	return time.Duration(user+system) * tick, fields[0][0] == 'R' || fields[0][0] == 'D'
}
