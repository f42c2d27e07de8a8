// Package starter has the command new, which writes small working games in other languages as
// templates for new games.
package starter

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

// templates has a folder for each language. Files end in ".txt" there, so that the compilers of
// this repository ignore them; the command drops that ending.
//
//go:embed templates
var templates embed.FS

const root = "templates"

// sources names, for a language, the language whose files it shares, except the README.
var sources = map[string]string{"tinygo": "go"}

//go:embed manual.txt
var manual string

// Extra returns the command new.
func Extra() cli.Extra {
	return cli.Extra{Manual: manual, Commands: map[string]func(*cli.Call) error{"new": write}}
}

// write writes the template of a language into a folder.
func write(c *cli.Call) error {
	language, dir := c.String("lang"), c.Arg(0)
	switch entries, err := os.ReadDir(dir); {
	case err == nil && len(entries) > 0:
		return cli.Usagef("%s is not empty: want a new folder", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return cli.Usagef("%v: want a new folder", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if source, ok := sources[language]; ok {
		if err := copyFiles(source, dir); err != nil {
			return err
		}
	}
	if err := copyFiles(language, dir); err != nil { // its README replaces that of the source
		return err
	}
	if language == "python" {
		if err := os.WriteFile(filepath.Join(dir, "game.py"), python.Example, 0o666); err != nil {
			return err
		}
	}
	c.Message("%s has a game now: %s says how it is built and solved", dir, filepath.Join(dir, "README.md"))
	return nil
}

// copyFiles writes the files of a language into a folder.
func copyFiles(language, dir string) error {
	files, err := templates.ReadDir(root + "/" + language)
	if err != nil {
		return err
	}
	for _, f := range files {
		content, err := content(language, f.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, strings.TrimSuffix(f.Name(), ".txt")), content, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// content returns the content of a file.
func content(language, name string) ([]byte, error) {
	content, err := templates.ReadFile(root + "/" + language + "/" + name)
	if err != nil || name != "README.md" {
		return content, err
	}
	rest, err := templates.ReadFile(root + "/after.md")
	game := "game.wasm"
	if language == "python" {
		game = "game.py"
	}
	return append(content, bytes.ReplaceAll(rest, []byte("GAME"), []byte(game))...), err
}
