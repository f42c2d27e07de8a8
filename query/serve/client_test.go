package serve_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query/serve"
)

// useOfClient is a program that asks by the generated client, and prints the answers.
const useOfClient = `import { ApiError, OpenAPI, DefaultService as api } from "./client";

OpenAPI.BASE = process.argv[2];
const game = process.argv[3];
const [position, wrong] = ["XO..X....", "nonsense"];
const games = await api.games();
const refused = await api.value({ game, position: wrong }).catch((error: ApiError) => error.body);
console.log(JSON.stringify([
  games.some(({ slug }) => slug === game), await api.value({ game, position }), await api.values({ game, requestBody: [position, wrong] }),
  await api.moves({ game, position, detail: 1 }), await api.line({ game, position }), refused,
]));
`

// TestGeneratedClient generates a client in TypeScript from /v1/openapi.json and asks by it.
// DEPLOY.md lists the requirements.
func TestGeneratedClient(t *testing.T) {
	for _, tool := range []string{"openapi", "tsx"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: no client is generated", tool)
		}
	}
	s := newServer(t, serve.Options{})
	base, dir := "http://"+start(t, s), t.TempDir()
	run := func(name string, args ...string) []byte {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = dir
		var complaints strings.Builder
		c.Stderr = &complaints
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, complaints.String())
		}
		return out
	}
	run("openapi", "--input", base+"/v1/openapi.json", "--output", "client", "--useOptions")
	for name, text := range map[string]string{"use.ts": useOfClient, "package.json": `{"type":"module"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var got, want any
	if err := json.Unmarshal(run("tsx", "use.ts", base, strings.TrimPrefix(ttt, "/v1/")), &got); err != nil {
		t.Fatal(err)
	}
	plain := []string{"true", ask(s, "GET", ttt+"/value?position=XO..X....", "").Body.String(), ask(s, "POST", ttt+"/values", `["XO..X....","nonsense"]`).Body.String(),
		ask(s, "GET", ttt+"/moves?position=XO..X....&detail=1", "").Body.String(), ask(s, "GET", ttt+"/line?position=XO..X....", "").Body.String(),
		ask(s, "GET", ttt+"/value?position=nonsense", "").Body.String()}
	if err := json.Unmarshal([]byte("["+strings.Join(plain, ",")+"]"), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the client says\n%v\nwant\n%v", got, want)
	}
}
