package program

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// Options of [New]. The zero value of every field means its default.
type Options struct {
	// Runner is a folder that Python runs with the path of a game. It has the modules that scripts
	// import. Without it the package foregone must be installed.
	Runner fs.FS
	// Patience is the time limit for an answer; default: 30 s.
	Patience time.Duration
	// MostMemory bounds the private memory of a process, in bytes; default: 4 GiB. Only Linux
	// enforces it.
	MostMemory uint64
	// Memory is the folder that keeps the runner, and the paths of programs that ran, for later
	// commands; default: a folder in the user's cache folder.
	Memory string
}

// Programs runs programs. It is safe for concurrent use.
type Programs struct {
	options Options
	runner  func() (string, error) // returns the runner's folder

	group *child.Group

	paths sync.Map // by hash

	mu    sync.Mutex
	spare map[string]*process // processes that have only described themselves, by hash
}

// New makes Programs without starting a program. The caller closes it.
func New(o Options) *Programs {
	if o.Memory == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			o.Memory = filepath.Join(dir, "foregone")
		}
	}
	p := &Programs{options: o, spare: map[string]*process{}}
	p.group = child.NewGroup(child.Options{Patience: o.Patience, Memory: o.MostMemory})
	p.runner = sync.OnceValues(p.unpack)
	return p
}

// Begin prepares for a command: soon after ctx is done, all processes are killed. The caller calls
// end when the command has ended.
func (p *Programs) Begin(ctx context.Context) (end func()) { return p.group.Begin(ctx) }

// Close kills all processes and prevents new ones.
func (p *Programs) Close() error { return p.group.Close() }

// source is a program, identified by its hash. It implements [foreign.Source].
type source struct {
	programs *Programs
	kind     *kind
	hash     string
}

// Describe returns the description of the program, unparsed. It keeps the process for the next
// Open.
func (s *source) Describe() ([]byte, error) {
	process, text, err := s.process()
	if err != nil {
		return nil, err
	}
	s.programs.mu.Lock()
	if s.programs.spare[s.hash] == nil && !s.programs.group.Closed() {
		s.programs.spare[s.hash], process = process, nil
	}
	s.programs.mu.Unlock()
	if process != nil {
		process.Close()
	}
	return text, nil
}

// Open implements [foreign.Source].
func (s *source) Open(d *foreign.Description, params []int64) (foreign.Instance, error) {
	s.programs.mu.Lock()
	process := s.programs.spare[s.hash]
	delete(s.programs.spare, s.hash)
	s.programs.mu.Unlock()
	if process == nil {
		var err error
		if process, _, err = s.process(); err != nil {
			return nil, err
		}
	}
	i := &instance{process: process}
	if err := i.open(d, params); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// process starts a process, if the program exists and is unchanged.
func (s *source) process() (*process, []byte, error) {
	path, err := s.programs.find(s.hash)
	if err != nil {
		return nil, nil, err
	}
	command, err := s.kind.command(s.programs, path)
	if err != nil {
		return nil, nil, err
	}
	command.Env = append(os.Environ(), "PYTHONHASHSEED=0", fmt.Sprintf("FOREGONE_PROTOCOL=%d", foreign.Protocol))
	return start(s.programs.group, command)
}

// python returns the command that runs a script.
func (p *Programs) python(path string) (*exec.Cmd, error) {
	usual := map[bool]string{true: "python", false: "python3"}[runtime.GOOS == "windows"]
	found, err := exec.LookPath(cmp.Or(os.Getenv("FOREGONE_PYTHON"), usual))
	if err != nil {
		return nil, &foreign.Absent{Reason: fmt.Sprintf("Python is not here (%v): install it, or say where it is with FOREGONE_PYTHON", err)}
	}
	if p.options.Runner == nil {
		return exec.Command(found, "-m", "foregone", path), nil
	}
	runner, err := p.runner()
	if err != nil { // no folder can hold the runner; the package may be installed
		return exec.Command(found, "-m", "foregone", path), nil
	}
	return exec.Command(found, runner, path), nil
}

// unpack writes the runner to a folder named after the hash of its content, unless an earlier
// command did so.
func (p *Programs) unpack() (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(p.options.Runner, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(p.options.Runner, name)
		fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
		return err
	})
	if err != nil {
		return "", err
	}
	dir := filepath.Join(p.options.Memory, "python-"+hex.EncodeToString(hash.Sum(nil)[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if p.options.Memory == "" {
		return "", fs.ErrNotExist
	}
	if err := os.MkdirAll(p.options.Memory, 0o777); err != nil {
		return "", err
	}
	temporary, err := os.MkdirTemp(p.options.Memory, "python-*.new")
	if err == nil {
		err = os.CopyFS(temporary, p.options.Runner)
	}
	if err == nil {
		err = os.Rename(temporary, dir)
	}
	if err != nil {
		os.RemoveAll(temporary)
		if _, there := os.Stat(dir); there == nil { // another command wrote it first
			return dir, nil
		}
		return "", err
	}
	return dir, nil
}
