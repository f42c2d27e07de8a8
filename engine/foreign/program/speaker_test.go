package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
)

// If the variable behaviour is set, the test program is the game. It counts down from 7 by 1 or 2,
// and the variable chooses how it misbehaves. The file named by pidFile receives the process
// numbers.
const (
	behaviour = "FOREGONE_TEST_BEHAVIOUR"
	pidFile   = "FOREGONE_TEST_PIDS"
)

func TestMain(m *testing.M) {
	switch how := os.Getenv(behaviour); how {
	case "":
	case "host":
		os.Setenv(behaviour, "sleeps")
		solve(games.NewRegistry().With(New(Options{Memory: os.Getenv("TMPDIR")}).Families()...))
		return
	default:
		speak(how)
		return
	}
	os.Exit(m.Run())
}

const speakerText = `{"protocol":1,"name":"speaker","version":"1.0","kind":"byte","max_successors":4,"parts":["text"]}`

// placedText describes Pong Hau K'i by a placement.
const placedText = `{"protocol":1,"name":"speaker","max_successors":4,"placement":{"squares":5,"start":"XX.OO",` +
	`"groups":[{"name":"X","min":2,"max":2},{"name":"O","side":1,"min":2,"max":2}],"symmetries":[[1,0,2,4,3]]}}`

// placedMoves returns the placements after the moves from one.
func placedMoves(at string) (list []string) {
	for from, points := range []string{"23", "24", "0134", "024", "123"} {
		for _, to := range points {
			if to := int(to - '0'); at[from] == 'X' && at[to] == '.' {
				next := []byte(at)
				next[from], next[to] = '.', 'X'
				list = append(list, strings.NewReplacer("X", "O", "O", "X").Replace(string(next)))
			}
		}
	}
	return list
}

// speaker is an implementation of the game's side that is independent of the package.
type speaker struct {
	how    string
	in     *bufio.Reader
	asked  int
	memory [][]byte // never released
}

func speak(how string) {
	if f, err := os.OpenFile(os.Getenv(pidFile), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
		fmt.Fprintln(f, os.Getpid())
		f.Close()
	}
	s := &speaker{how: how, in: bufio.NewReader(os.Stdin)}
	switch how {
	case "garbage":
		fmt.Print("Hello, world\n")
	case "silent":
		time.Sleep(time.Hour)
	case "gone":
		fmt.Fprint(os.Stderr, "no licence found\n\n")
		os.Exit(3)
	case "endless description":
		fmt.Print("{")
		for {
			fmt.Print(strings.Repeat(" ", 1000))
		}
	case "wrong description":
		fmt.Println(`{"protocol":1}`)
	case "huge description":
		os.Stdout.Write(append([]byte(greeting), 255, 255, 255, 255, 0, 0, 0, 0))
	}
	text := speakerText
	if strings.HasSuffix(how, "placed") {
		text = placedText
	}
	if strings.HasPrefix(how, "lines") {
		fmt.Println(text)
		s.answerLines()
		return
	}
	fmt.Print(greeting)
	s.send(answered, []byte(text))
	for s.answer() {
	}
	if how == "stays" {
		time.Sleep(time.Hour)
	}
}

func (s *speaker) send(number uint32, content []byte) {
	frame := le.AppendUint32(le.AppendUint32(nil, uint32(len(content))), number)
	os.Stdout.Write(append(frame, content...))
}

// answer answers one question.
func (s *speaker) answer() bool {
	head := make([]byte, 8)
	if _, err := io.ReadFull(s.in, head); err != nil {
		return false
	}
	content := make([]byte, le.Uint32(head))
	if _, err := io.ReadFull(s.in, content); err != nil {
		return false
	}
	switch foreign.Question(le.Uint32(head[4:])) {
	case foreign.AskOpen:
		start := uint64(7)
		if s.how == "other start" {
			start = uint64(os.Getpid())
		}
		s.send(answered, le.AppendUint64(le.AppendUint64(nil, start), 0))
	case foreign.AskExpand:
		s.expand(content)
	case foreign.AskText:
		s.send(answered, fmt.Appendf(nil, "at %d", le.Uint64(content)))
	case foreign.AskParse:
		var key uint64
		if n, err := fmt.Sscanf(string(content), "at %d", &key); n != 1 || err != nil {
			s.send(refused, []byte("want \"at\" and\na number"))
			break
		}
		s.send(answered, le.AppendUint64(nil, key))
	default:
		s.send(failed, []byte("what is that?"))
	}
	return true
}

func (s *speaker) expand(content []byte) {
	var heads, successors []byte
	for ; strings.HasSuffix(s.how, "placed") && len(content) > 0; content = content[5:] {
		list := placedMoves(string(content[:5]))
		if s.how == "wrongly placed" {
			list = []string{"XXXOO"}
		}
		heads = le.AppendUint32(heads, uint32(len(list))<<16)
		successors = append(successors, strings.Join(list, "")...)
	}
	for ; len(content) > 0; content = content[8:] {
		key := le.Uint64(content)
		if key == 7 && s.harm() {
			return
		}
		count := min(key, 2)
		for n := range count {
			successors = le.AppendUint64(successors, key-n-1)
		}
		heads = le.AppendUint32(heads, uint32(count)<<16)
	}
	if len(heads)%8 > 0 {
		heads = append(heads, 0, 0, 0, 0)
	}
	s.send(answered, append(heads, successors...))
}

// harm misbehaves. It reports whether to stop answering.
func (s *speaker) harm() bool {
	s.asked++
	switch s.how {
	case "sleeps":
		time.Sleep(time.Hour)
	case "computes":
		for {
			s.asked++
		}
	case "exits":
		fmt.Fprintln(os.Stderr, "Traceback\n  ValueError: oh dear")
		os.Exit(7)
	case "allocates":
		for {
			s.memory = append(s.memory, make([]byte, 16<<20))
		}
	case "closes its output":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "half a frame":
		os.Stdout.Write([]byte{24, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3})
		os.Exit(0)
	case "half a frame, and sleeps":
		os.Stdout.Write([]byte{24, 0, 0, 0})
		time.Sleep(time.Hour)
	case "garbage later":
		os.Stdout.Write(bytes.Repeat([]byte("garbage "), 1000))
	case "wrong number":
		s.send(9, nil)
	case "a billion successors":
		os.Stdout.Write([]byte{0, 0, 0, 240, 0, 0, 0, 0})
		for {
			os.Stdout.Write(make([]byte, 1<<16))
		}
	case "more than said":
		s.send(answered, append([]byte{0, 0, 5, 0, 0, 0, 0, 0}, make([]byte, 40)...))
	case "another number of successors":
		s.send(answered, append([]byte{0, 0, 1, 0, 0, 0, 0, 0}, make([]byte, 16)...))
	case "few heads":
		s.send(answered, nil)
	case "odd length":
		s.send(answered, make([]byte, 13))
	case "standing":
		s.send(answered, []byte{64, 0, 0, 0, 0, 0, 0, 0})
	case "fails":
		s.send(failed, []byte("at key 0x7:\nno idea"))
	case "another answer":
		s.send(answered, append([]byte{0, 0, 1, 0, 0, 0, 0, 0}, le.AppendUint64(nil, uint64(s.asked%2))...))
	case "complains":
		for range 100 {
			os.Stderr.Write(bytes.Repeat([]byte("complaint "), 10_000))
		}
		return false
	case "leaves a child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), behaviour+"=silent")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		os.Exit(1)
	default:
		return false
	}
	return true
}

// answerLines answers in lines.
func (s *speaker) answerLines() {
	for {
		text, err := s.in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q struct {
			Ask        string
			Keys       []uint64
			Placements []string
			Text       string
		}
		if err := json.Unmarshal(text, &q); err != nil {
			panic(err)
		}
		switch q.Ask {
		case "open":
			fmt.Println(`{"start":7}`)
		case "text":
			fmt.Printf("{\"text\":\"at %d\"}\n", q.Keys[0])
		case "parse":
			var key uint64
			if n, err := fmt.Sscanf(q.Text, "at %d", &key); n != 1 || err != nil {
				fmt.Println(`{"refused":"want \"at\" and a number"}`)
				break
			}
			fmt.Printf("{\"keys\":[%d]}\n", key)
		case "expand":
			if len(q.Placements) > 0 {
				var positions []map[string]any
				for _, at := range q.Placements {
					positions = append(positions, map[string]any{"placements": placedMoves(at)})
				}
				text, _ := json.Marshal(map[string]any{"positions": positions})
				fmt.Println(string(text))
				break
			}
			s.expandLine(q.Keys)
		default:
			fmt.Println(`{"failed":"what is that?"}`)
		}
	}
}

func (s *speaker) expandLine(keys []uint64) {
	var list []string
	for _, key := range keys {
		if key == 7 && s.how != "lines" {
			s.harmLine()
			return
		}
		successors := []uint64{}
		for n := range min(key, 2) {
			successors = append(successors, key-n-1)
		}
		text, _ := json.Marshal(successors)
		list = append(list, fmt.Sprintf(`{"standing":0,"successors":%s}`, text))
	}
	fmt.Printf("{\"positions\":[%s]}\n", strings.Join(list, ","))
}

func (s *speaker) harmLine() {
	switch s.how {
	case "lines, garbage":
		fmt.Println("Hello, world")
	case "lines without end":
		for {
			fmt.Print(strings.Repeat("[", 1000))
		}
	case "lines, half":
		fmt.Print(`{"positions":[`)
		os.Exit(0)
	case "lines, few":
		fmt.Println(`{"positions":[]}`)
	case "lines, type":
		fmt.Println(`{"positions":[{"standing":"lost"}]}`)
	case "lines, negative":
		fmt.Println(`{"positions":[{"standing":0,"successors":[-1]}]}`)
	case "lines, many":
		fmt.Println(`{"positions":[{"standing":0,"successors":[1,2,3,4,5]}]}`)
	case "lines, fail":
		fmt.Println(`{"failed":"no idea"}`)
	}
}
