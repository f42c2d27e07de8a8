package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/tools/cli"
)

// unpack writes the files of a .tar.gz into a folder.
func unpack(t *testing.T, archive, dir string) {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, h.Name)
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o777)
		} else {
			var raw []byte
			if raw, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, raw, 0o666)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOldDatabases: databases that programs of earlier commits wrote open and verify, and a solve that one of them
// began goes on to the same table. There is one for each version of the table, by the first commit that wrote it;
// an archive has the name of the commit. The folder "begun" was solved by --keep --max-phase 1, "order" is a
// table for web servers, and "compact" one that leaves values out.
func TestOldDatabases(t *testing.T) {
	archives, err := filepath.Glob("testdata/databases/*.tar.gz")
	if err != nil || len(archives) < 5 {
		t.Fatal(archives, err)
	}
	r := registry(program.New(program.Options{}), wasm.New(), uci.New(uci.Options{}))
	run := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := cli.Run(t.Context(), r, append([]string{"foregone"}, args...), nil, &out, &errs); status != 0 {
			t.Errorf("%v: status %d, %s", args, status, errs.String())
		}
		return out.String()
	}
	versions := map[uint32]bool{}
	for _, archive := range archives {
		dir := t.TempDir()
		unpack(t, archive, dir)
		folders, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(folders) < 3 {
			t.Fatal(folders, err)
		}
		for _, db := range folders {
			head := make([]byte, 12)
			raw, err := os.ReadFile(kv.TablePath(db))
			if copy(head, raw); err != nil {
				t.Fatal(err)
			}
			versions[binary.LittleEndian.Uint32(head[8:])] = true
			if filepath.Base(db) == "begun" {
				const whole = "681d72dd115fc962ada0a23eb55559fda87183a2e8d68856bd86da2482e66d74"
				if !strings.Contains(run("status", "--db", db), "solved up to remoteness 1") ||
					!strings.Contains(run("solve", "rpsw:width=2,height=3,pieces=2", "--db", db, "-q"), whole) {
					t.Errorf("%s does not go on to the same table", archive)
				}
			}
			if text := run("verify", "--db", db, "--all"); !strings.Contains(text, " positions checked, 0 wrong") {
				t.Errorf("%s of %s: %s", filepath.Base(db), archive, text)
			}
		}
	}
	for version := uint32(1); version <= table.Format; version++ {
		if !versions[version] {
			t.Errorf("no database has a table of version %d", version)
		}
	}
}
