package cluster

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// authority signs certificates of this machine.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	file string // its own certificate
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{file: filepath.Join(t.TempDir(), "ca.pem")}
	a.cert, a.key = a.issue(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	})
	writePEM(t, a.file, "CERTIFICATE", a.cert.Raw)
	return a
}

// sign makes the certificate of a server on loopback, and returns its file and that of its key.
func (a *authority) sign(t *testing.T) (cert, key string) {
	t.Helper()
	c, k := a.issue(t, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	raw, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "server.pem"), filepath.Join(dir, "server.key")
	writePEM(t, cert, "CERTIFICATE", c.Raw)
	writePEM(t, key, "EC PRIVATE KEY", raw)
	return cert, key
}

func (a *authority) issue(t *testing.T, c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	parent, by := a.cert, a.key
	if parent == nil {
		parent, by = c, key
	}
	raw, err := x509.CreateCertificate(rand.Reader, c, parent, key.Public(), by)
	if err == nil {
		c, err = x509.ParseCertificate(raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, key
}

func writePEM(t *testing.T, path, kind string, raw []byte) {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
}

// record is a writer whose content can be read at any time, concurrently.
type record struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *record) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(b)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

// says reports whether the record contains a text, now or within a second.
func (r *record) says(text string) bool {
	for range 1000 { // ten seconds, since machines are busy
		if strings.Contains(r.String(), text) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// tap forwards connections to an address and records the bytes in both directions.
func tap(t *testing.T, to string) (address string, passed *record) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	passed = &record{}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			pass := func(a, b net.Conn) {
				_, _ = io.Copy(io.MultiWriter(a, passed), b) // until one of them closes
				a.Close()
				b.Close()
			}
			go pass(near, far)
			go pass(far, near)
		}
	}()
	return l.Addr().String(), passed
}
