package raw

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// someValues returns n bytes in runs, like the values of neighbouring positions.
func someValues(n int) []byte {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	values := make([]byte, 0, n)
	for len(values) < n {
		v := byte(2)
		if rng.IntN(4) == 0 {
			v = byte(rng.IntN(9))
		}
		for range rng.IntN(20) {
			values = append(values, v)
		}
	}
	return values[:n]
}

// put writes a file and returns its path.
func put(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// compress returns content in the .xz format, without another program.
func compress(t testing.TB, content []byte, blockSize int64, check byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.WriterConfig{BlockSize: blockSize, CheckSum: check, NoCheckSum: check == xz.None}.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// debianXZ runs the program xz on a file with that content, and returns its output.
func debianXZ(t testing.TB, content []byte, args ...string) []byte {
	t.Helper()
	program, err := exec.LookPath("xz")
	if err != nil {
		t.Skip("the program xz is not here (Debian package xz-utils)")
	}
	path := put(t, "minimized.bin", content)
	if out, err := exec.Command(program, append(args, path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	made, err := os.ReadFile(path + ".xz")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// checkFile reads the file at path in several ways and compares with values.
func checkFile(t *testing.T, path string, values []byte) {
	t.Helper()
	f, err := OpenFile(path, Options{Cache: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Length() != uint64(len(values)) {
		t.Fatalf("%d values, want %d", f.Length(), len(values))
	}
	all := make([]byte, len(values))
	if err := f.ReadValues(all, 0); err != nil || !bytes.Equal(all, values) {
		t.Fatalf("reading all: %v", err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		i := rng.IntN(len(values))
		n := 1
		if rng.IntN(3) == 0 {
			n = rng.IntN(min(len(values)-i, 70_000)) + 1
		}
		part := make([]byte, n)
		if err := f.ReadValues(part, uint64(i)); err != nil || !bytes.Equal(part, values[i:i+n]) {
			t.Fatalf("%d values from %d: %v", n, i, err)
		}
	}
	if err := f.ReadValues(make([]byte, 2), uint64(len(values)-1)); !engine.IsInput(err) {
		t.Errorf("reading past the end: %v", err)
	}
}

func TestXZ(t *testing.T) {
	values := someValues(150_001)
	published := []string{"--block-size=65536", "--check=crc32", "-T1"}
	t.Run("as published", func(t *testing.T) {
		checkFile(t, put(t, "v.xz", debianXZ(t, values, published...)), values)
	})
	for name, args := range map[string][]string{
		"crc64": {"--block-size=4096", "--check=crc64"}, "sha256": {"--block-size=40000", "--check=sha256"},
		"one block": {"-T1"}, "sizes in headers": {"-T2", "--block-size=8192"}, "best": {"-9e", "--block-size=65536"},
	} {
		t.Run(name, func(t *testing.T) {
			checkFile(t, put(t, "v", debianXZ(t, values, args...)), values)
		})
	}
	t.Run("streams and padding", func(t *testing.T) {
		var file []byte
		for i, part := range [][]byte{values[:100_000], nil, values[100_000:100_001], values[100_001:]} {
			file = append(file, debianXZ(t, part, []string{"--block-size=5000", "--check=crc32"}[:2]...)...)
			file = append(file, make([]byte, 4*i*i*i*200)...)
		}
		checkFile(t, put(t, "v.xz", file), values)
	})
	t.Run("random", func(t *testing.T) { // blocks that do not compress
		noise := make([]byte, 200_000)
		rng := rand.New(rand.NewPCG(5, 5))
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		checkFile(t, put(t, "v.xz", debianXZ(t, noise, published...)), noise)
	})
	t.Run("another encoder", func(t *testing.T) {
		checkFile(t, put(t, "v.xz", compress(t, values, 65536, xz.CRC32)), values)
	})
}

func TestXZRefuses(t *testing.T) {
	values := someValues(100_000)
	for name, args := range map[string][]string{
		"no check":      {"--check=none"},
		"other filters": {"--check=crc32", "--delta=dist=2", "--lzma2=preset=1"},
	} {
		path := put(t, "v.xz", debianXZ(t, values, args...))
		if f, err := OpenFile(path, Options{}); err == nil || !engine.IsInput(err) || !bytes.Contains([]byte(err.Error()), []byte(path)) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

// TestXZDamage changes every byte of a file, and cuts it at every place. Either an error reports
// it, or the values are right nevertheless.
func TestXZDamage(t *testing.T) {
	values := someValues(2000)
	good := compress(t, values, 700, xz.CRC32)
	dir := t.TempDir()
	read := func(content []byte) ([]byte, error) {
		path := filepath.Join(dir, "v.xz")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFile(path, Options{})
		if err != nil {
			return nil, err
		}
		defer f.Close()
		got := make([]byte, min(f.Length(), 1<<20))
		return got, f.ReadValues(got, 0)
	}
	if got, err := read(good); err != nil || !bytes.Equal(got, values) {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= byte(1 << (i % 8))
		if got, err := read(bad); err == nil && !bytes.Equal(got, values) && i >= len(streamMagic) {
			t.Errorf("byte %d changed: not noticed", i)
		} else if err != nil && !errors.Is(err, kv.ErrCorrupt) && !engine.IsInput(err) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	for n := len(streamMagic); n < len(good); n++ {
		if _, err := read(good[:n]); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

func TestXZConcurrently(t *testing.T) {
	values := someValues(200_000)
	f, err := OpenFile(put(t, "v.xz", compress(t, values, 4096, xz.CRC32)), Options{Cache: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 0))
			var b [1]byte
			for range 500 {
				i := rng.Uint64N(40_000)
				if err := f.ReadValues(b[:], i); err != nil || b[0] != values[i] {
					t.Errorf("#%d is %d, %v", i, b[0], err)
					return
				}
			}
		})
	}
	group.Wait()
	kept := 0
	for block := range uint64(10) {
		if f.blocks.cache.Copy(nil, block, 0) {
			kept++
		}
	}
	if kept != 4 { // of 4096 bytes each
		t.Errorf("%d blocks are kept", kept)
	}
}

// TestIndexSize makes an index with the number of blocks of the full game's file.
func TestIndexSize(t *testing.T) {
	const blocks = 1_315_432 // 86,208,131,520 / 65,536, rounded up
	stored, sizes := make([]uint32, blocks), make([]uint32, blocks)
	at := int64(headerSize)
	for i := range stored {
		stored[i], sizes[i] = uint32(3000+i%1000), 65536
	}
	var x blockIndex
	x.add(at, checkCRC32, stored, sizes)
	if x.size != blocks*65536 || len(x.anchors) > blocks/anchorEvery+1 {
		t.Fatalf("%d values, %d anchors", x.size, len(x.anchors))
	}
	for i := range stored {
		if i%997 == 0 || i == blocks-1 {
			b := x.find(uint64(i)*65536 + 65535)
			if b.number != i || b.at != at || b.first != uint64(i)*65536 || b.size != 65536 {
				t.Fatalf("block %d is found as %+v", i, b)
			}
		}
		at += padded(int64(stored[i]))
	}
}

func BenchmarkXZBlock(b *testing.B) {
	f, err := OpenFile(put(b, "v.xz", debianXZ(b, someValues(1<<20), "--block-size=65536", "--check=crc32")), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	values := make([]byte, 65536)
	b.SetBytes(int64(len(values)))
	for n := range b.N {
		if err := f.ReadValues(values, uint64(n%16)*65536); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecodeBlock(f *testing.F) {
	values := someValues(500)
	file := compress(f, values, 500, xz.CRC32)
	x, _, err := readIndex("seed", bytes.NewReader(file), int64(len(file)))
	if err != nil {
		f.Fatal(err)
	}
	k := x.find(0)
	stored := file[k.at : k.at+padded(int64(k.stored))]
	f.Add(stored, uint16(k.stored), uint16(k.size))
	f.Add(stored, uint16(k.stored), uint16(k.size-1)) // ends too late
	f.Add(stored, uint16(k.stored), uint16(k.size+1)) // and too soon
	f.Add(stored[:len(stored)/8*4], uint16(len(stored)/8*4), uint16(k.size))
	f.Add(append([]byte{1, 0, 3}, "abcd\x00crc."...), uint16(12), uint16(4)) // as it is
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0}, uint16(8), uint16(0))
	f.Fuzz(func(t *testing.T, stored []byte, size, plain uint16) {
		if int(padded(int64(size))) > len(stored) || size < 5 {
			return
		}
		stored = stored[:padded(int64(size))]
		dst := make([]byte, plain)
		if decodeBlock(dst, stored, int(size), checkCRC32) == nil && !bytes.Equal(checkOf(checkCRC32, dst), stored[len(stored)-4:]) {
			t.Error("a wrong checksum was not noticed")
		}
		// Beyond the checksums, the decoder gets any bytes.
		decodeLZMA2(dst, stored)
	})
}

func FuzzReadIndex(f *testing.F) {
	f.Add(compress(f, someValues(500), 100, xz.CRC32))
	f.Add(append(compress(f, someValues(50), 20, xz.CRC64), make([]byte, 8)...))
	whole := compress(f, someValues(50), 20, xz.CRC32)
	f.Add(append(bytes.Clone(whole), whole...)) // two streams
	f.Add(append(bytes.Clone(whole), make([]byte, 3)...))
	f.Add(whole[:len(whole)-12])
	f.Add(whole[12:])
	f.Add(compress(f, nil, 20, xz.CRC32))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		x, _, err := readIndex("fuzz", bytes.NewReader(file), int64(len(file)))
		if err != nil || x.size == 0 {
			return
		}
		for _, i := range []uint64{0, x.size / 2, x.size - 1} {
			if b := x.find(i); i < b.first || i-b.first >= uint64(b.size) || b.at+int64(b.stored) > int64(len(file)) {
				t.Errorf("value %d is in block %+v of %d bytes", i, b, len(file))
			}
		}
	})
}
