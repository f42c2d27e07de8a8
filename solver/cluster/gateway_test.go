//go:build long

package cluster

import (
	"io"
	"log"
	"net"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// As TestBucketFaults, with a real service: go install
// github.com/versity/versitygw/cmd/versitygw@v1.8.0
func TestGateway(t *testing.T) {
	program, err := exec.LookPath("versitygw")
	if err != nil {
		t.Skip("no versitygw to be found")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "bucket"), 0o777); err != nil { // a folder is a bucket
		t.Fatal(err)
	}
	c := exec.Command(program, "--port", address, "--quiet", "posix", root)
	c.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID=key", "ROOT_SECRET_ACCESS_KEY=not told")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait() // wait for the killed process
	})
	for range 100 {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	proxy.ErrorLog = log.New(io.Discard, "", 0) // no log of truncated uploads
	for _, game := range []string{"pushfight:movers=0,pushers=2", "quixo:size=3"} {
		t.Run(game, func(t *testing.T) { solveOverFaults(t, game, proxy, 20, 15) })
	}
}
