package program

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
)

// param is the parameter of a spec that identifies the program.
const param = "program"

// kind is a kind of program.
type kind struct {
	suffix  string
	prefix  string
	help    string
	command func(p *Programs, path string) (*exec.Cmd, error)
}

var kinds = []*kind{
	{suffix: ".py", help: "the hash and the description of the script", command: (*Programs).python},
	{suffix: ".exec", prefix: "exec:", help: "the hash and the description of the program", command: func(_ *Programs, path string) (*exec.Cmd, error) {
		return exec.Command(path), nil
	}},
}

// kept is the JSON about a program that a spec stores, and with it a database.
type kept struct {
	Program     string          `json:"program"` // SHA-256 of the file, hexadecimal
	Description json.RawMessage `json:"description"`
}

// Families returns three families of games: descriptions that need no program
// ([foreign.Declared]), Python scripts, files whose names end in ".py", and programs, "exec:" and a
// path.
func (p *Programs) Families() []games.Family {
	list := []games.Family{foreign.Declared()}
	for _, k := range kinds {
		list = append(list, games.Family{
			Suffix: k.suffix, Prefix: k.prefix, Param: param,
			Read: func(path string, content []byte) (engine.Definition, string, error) {
				d, kept, err := p.read(k, path, content)
				if err != nil {
					return engine.Definition{}, "", foreign.NotGame(path, err)
				}
				return d, kept, nil
			},
			Restore: func(kept string) (engine.Definition, error) { return p.restore(k, kept) },
		})
	}
	return list
}

func hashOf(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// read runs a program to get its description.
func (p *Programs) read(k *kind, path string, content []byte) (engine.Definition, string, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return engine.Definition{}, "", err
	}
	s := &source{p, k, hashOf(content)}
	p.paths.Store(s.hash, whole)
	text, err := s.Describe()
	if err != nil {
		return engine.Definition{}, "", err
	}
	d, err := foreign.ParseDescription(text)
	if err != nil {
		return engine.Definition{}, "", err
	}
	var short bytes.Buffer
	if err := json.Compact(&short, text); err != nil {
		return engine.Definition{}, "", err
	}
	keep, err := json.Marshal(kept{s.hash, short.Bytes()})
	if err != nil {
		return engine.Definition{}, "", err
	}
	p.remember(s.hash, whole)
	return s.definition(d), string(keep), nil
}

// restore makes the definition from the text in a spec, without the program.
func (p *Programs) restore(k *kind, text string) (engine.Definition, error) {
	var keep kept
	if err := json.Unmarshal([]byte(text), &keep); err != nil || len(keep.Program) != 2*sha256.Size || strings.Trim(keep.Program, "0123456789abcdef") != "" {
		return engine.Definition{}, fmt.Errorf("its stored program is damaged")
	}
	d, err := foreign.ParseDescription(keep.Description)
	if err != nil {
		return engine.Definition{}, fmt.Errorf("its program is not a game: %w", err)
	}
	return (&source{p, k, keep.Program}).definition(d), nil
}

func (s *source) definition(d *foreign.Description) engine.Definition {
	file := engine.Param{Name: param, Help: s.kind.help}
	return foreign.Definition(d, s.kind.suffix, file, func(engine.Spec) (foreign.Source, error) { return s, nil })
}

// listVariable lists programs that may run in addition to those that the user ran before.
const listVariable = "FOREGONE_PROGRAMS"

// find returns the path of the program with a hash. It searches the programs of this command, the
// environment, and the programs of earlier commands.
func (p *Programs) find(hash string) (string, error) {
	if known, ok := p.paths.Load(hash); ok {
		given := known.(string)
		content, err := os.ReadFile(given)
		switch {
		case err != nil:
			return "", err
		case hashOf(content) != hash:
			return "", fmt.Errorf("the file %s was changed since the command began", given)
		}
		return given, nil
	}
	paths := filepath.SplitList(os.Getenv(listVariable))
	if before, err := os.ReadFile(p.memory(hash)); err == nil && p.options.Memory != "" {
		paths = append(paths, strings.TrimSuffix(string(before), "\n"))
	}
	for _, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		if content, err := os.ReadFile(whole); err == nil && hashOf(content) == hash {
			p.paths.Store(hash, whole)
			return whole, nil
		}
	}
	return "", &foreign.Absent{Reason: fmt.Sprintf("its program, of SHA-256 %s…, is not here: name it once in any command, as in \"info FILE\", or in %s", hash[:16], listVariable)}
}

// memory returns the file that stores the path of a program.
func (p *Programs) memory(hash string) string {
	return filepath.Join(p.options.Memory, "programs", hash)
}

// remember stores the path of a program for later commands, if possible.
func (p *Programs) remember(hash, path string) {
	if p.options.Memory == "" {
		return
	}
	name := p.memory(hash)
	if before, err := os.ReadFile(name); err == nil && string(before) == path+"\n" {
		return
	}
	os.MkdirAll(filepath.Dir(name), 0o777) // an error shows in the next line
	f, err := os.CreateTemp(filepath.Dir(name), hash+".*")
	if err != nil {
		return
	}
	_, err = f.WriteString(path + "\n")
	if e := f.Close(); err != nil || e != nil || os.Rename(f.Name(), name) != nil {
		os.Remove(f.Name())
	}
}
