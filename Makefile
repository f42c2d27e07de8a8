# The tasks of the repository. .ci/run runs all of them except build, corpus, wasm, evidence, reports and bench.
#
#   make build   the program, ./foregone
#   make test    all tests, some minutes
#   make lint    formatting, vet, staticcheck, a tidy go.mod
#   make race    race tests of the concurrent packages
#   make fuzz    each fuzz target, for a number of inputs (FUZZ=20000x) or a time (FUZZ=10m)
#   make corpus  keeps the inputs that fuzzing found, those of up to 1 KiB, in .ci/corpus.tar.gz
#   make supply  verified modules, known vulnerabilities, two builds with the same bytes
#   make cross   builds for other systems
#   make example the example module, from its rules to answers
#   make wasm    rebuilds the modules: games in C with clang and lld, one in Rust and AssemblyScript
#   make e2e     a small solve that is killed and resumed
#   make evidence solves the games of GAMES.md that have no evidence, or SPECS="…", and writes it; hours
#   make reports the reports in query/report that the guide shows; some minutes
#   make bench   the benchmarks, COUNT times each; benchstat compares two outputs:
#                make bench >old; …; make bench >new; go tool benchstat old new

GO ?= go
FUZZ ?= 20000x
COUNT ?= 6
CORPUS = $(shell $(GO) env GOCACHE)/fuzz/$(shell $(GO) list -m)
BENCH ?= .
BENCHTIME ?= 1s

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DEFAULT_GOAL := build
.PHONY: build test lint format vet staticcheck tidy race fuzz corpus supply cross example wasm e2e evidence reports bench

build:
	$(GO) build -o foregone ./tools/foregone

# The packages whose tests take longest begin first, so that no processor waits at the end.
LONGEST = ./tools/foregone ./solver ./query/serve ./solver/cluster ./tools/python ./engine/foreign/uci

test:
	$(GO) test $(TESTFLAGS) $(LONGEST) ./...

lint: format vet staticcheck tidy

format:
	unformatted=$$(gofmt -l $$(git ls-files '*.go'))
	if [ -n "$$unformatted" ]; then
		printf 'gofmt would change:\n%s\n' "$$unformatted"
		exit 1
	fi

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) tool staticcheck ./...

tidy:
	$(GO) mod tidy -diff
	if $(GO) mod edit -print | grep -E '^(replace|exclude)'; then
		echo "go install of a version refuses these"
		exit 1
	fi

# Tests of ./solver that reach each way of solving with several workers, whole and interrupted. The
# others repeat these ways with other games, or run in processes of their own.
RACED = ^(TestSpillFaults|TestDenseChunksSpill|TestVerify|TestReverseGraphs|TestRandomGames|TestLayersInterrupted|TestInterrupted|TestSweepsGoOn|TestFifthWay)$$
# Long comparisons, bars of time, answers to one request after another, and the page in a browser, whose requests other
# tests make, too. The last two lines have long tests that one goroutine runs, or whose goroutines others race.
UNRACED = ^(TestDigests|TestUni$$|TestFamily|TestFull|TestAnalyzer|TestAnalyzerForms|TestPage.*|TestBrowser|TestPuzzleTime$\
	|TestSampleBySections|TestSpreadDamaged|TestStarts|TestStartsDamaged|TestPartial|TestTurns|TestTurnsRefused|TestWithin|TestLosses|TestExploit$\
	|TestRoundTrip|TestBitFlips|TestCrashes|TestExportMerged|TestGolden|TestProveSmall)$$

# Raced are packages that start goroutines or hold locks, or whose tests do, but for four of query: they make one value once, or
# only their tests have goroutines. make vet finds more than the vet of go test, which
# would repeat it for race tests and for fuzzing.
race:
	for name in $$(grep -oE 'Test[A-Za-z]+' <<<"$(RACED)"); do
		grep -qr --include='*_test.go' "^func $$name(" solver || { echo "$$name is not a test of ./solver any more"; exit 1; }
	done
	$(GO) test -vet=off -race -short -run "$(RACED)" -timeout 30m ./solver &
	solver=$$!
	packages=$$(git grep -lE '^\s*go (func|[a-zA-Z.]+\()|\.Go\(|"sync(/atomic)?"' -- kv query solver/cluster solver/internal solver/pushfight \
		':(glob)engine/*.go' engine/discover engine/pool engine/foreign/program ':!query/evidence' ':!query/picture' ':!query/pushfight' ':!query/site' | xargs dirname | sort -u | sed 's|^|./|')
	$(GO) test -vet=off -race -short -skip "$(UNRACED)" -timeout 30m ./solver/cluster $$packages
	wait $$solver

# The default is a number of inputs, not a time: at the end of a time, go test -fuzz sometimes
# reports a failure ("context deadline exceeded"). A package is built once for all its targets.
# It goes on from the inputs in .ci/corpus.tar.gz; make corpus puts those that it found there.
fuzz:
	mkdir -p "$(CORPUS)"
	tar -xzf .ci/corpus.tar.gz -C "$(CORPUS)"
	work=$$(mktemp -d)
	trap 'rm -rf "$$work"' EXIT
	targets=$$(git grep -o '^func Fuzz[A-Za-z0-9]*' -- '*_test.go' || true)
	[ -n "$$targets" ]
	for target in $${targets//func /}; do
		folder=$$(dirname "$${target%%:*}")
		[ "$$folder" = "$${built:-}" ] || $(GO) test -vet=off -c -fuzz . -ldflags='-s -w' -o "$$work/test" "./$$folder"
		built=$$folder
		echo "./$$folder $${target#*:}"
		(cd "$$folder" && "$$work/test" -test.run '^$$' -test.fuzz "^$${target#*:}\$$" -test.fuzztime $(FUZZ) -test.fuzzcachedir "$(CORPUS)/$$folder")
	done

corpus:
	cd "$(CORPUS)"
	find . -type f -size -2k | LC_ALL=C sort | tar --owner=0 --group=0 --mtime=@0 -cf - -T - | gzip -9n >"$(CURDIR)/.ci/corpus.tar.gz"

# Modules are what go.sum says; a build in another folder has the same bytes. WHOLE=1 compiles the second
# one anew, without the cache. SBOM=FILE keeps the list of modules. The database of vulnerabilities is on
# the network: without it the step says that it is skipped.
supply:
	$(GO) mod verify
	if $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.1.4 -version >/dev/null 2>&1 && curl -fsS -m 20 -o /dev/null https://vuln.go.dev/index/db.json 2>/dev/null; then
		$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./tools/foregone
	else
		echo "skipped: govulncheck or its database cannot be reached"
	fi
	work=$$(mktemp -d)
	trap 'rm -rf "$$work"' EXIT
	mkdir "$$work/a" "$$work/b"
	for copy in a b; do
		git archive HEAD | tar -x -C "$$work/$$copy"
		[ "$$copy" = a ] || [ -z "$(WHOLE)" ] || export GOCACHE=$$work/cache
		$(GO) build -C "$$work/$$copy" -trimpath -buildvcs=false -o "$$work/$$copy.bin" ./tools/foregone
	done
	cmp "$$work/a.bin" "$$work/b.bin"
	$(GO) version -m "$$work/a.bin" | sed "s|^$$work/a.bin|foregone|" >"$${SBOM:-$$work/sbom}"
	echo "$$(grep -c 'dep' "$${SBOM:-$$work/sbom}") modules in the binary, the same bytes in two folders"
	if grep -aqF "$$work" "$$work/a.bin"; then
		echo "the binary has the path of its folder"
		exit 1
	fi

# Tests must compile on other systems, too: those of packages whose files or whose calls of the system differ.
cross:
	list='{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}'
	calls='{{range .Imports}}{{.}} {{end}}{{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}'
	here=$$($(GO) list -f "$$list" ./...)
	for system in linux/arm64 darwin/arm64 windows/amd64; do
		export CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/}
		$(GO) build -o /dev/null ./tools/foregone
		[ "$$GOOS" != linux ] || continue
		differ=$$({
			$(GO) list -f "$$list" ./... | grep -vxF -f <(echo "$$here") | cut -d' ' -f1
			$(GO) list -f "{{.ImportPath}} $$calls" ./... | grep -E ' (syscall|golang.org/x/sys/[a-z]+) ' | cut -d' ' -f1
		} | sort -u)
		[ -n "$$differ" ]
		$(GO) vet $$differ
	done

example:
	work=$$(mktemp -d)
	trap 'rm -rf "$$work"' EXIT
	here=$$PWD
	$(GO) build -o "$$work/staticcheck" honnef.co/go/tools/cmd/staticcheck
	cd tools/examples/dodgem
	$(GO) mod tidy -diff
	$(GO) vet ./...
	"$$work/staticcheck" ./...
	$(GO) test ./...
	$(GO) build -o "$$work/dodgem" .
	cp -r . "$$work/mygame"
	cd "$$work/mygame" # as the README says
	$(GO) mod edit -module example.com/mygame -replace github.com/foregone-db/foregone="$$here"
	sed -i 's/, rankedDefinition(), fullDefinition()//' main.go
	rm ranked.go full.go levels_test.go
	$(GO) test ./...
	sed -i '/Slice: r.KeySlice/d' rules.go
	sed -i '/Twins: /d' rules_test.go
	rm parts.go
	$(GO) test ./...
	cd "$$work"
	for game in dodgem dodgem-ranked dodgem-full; do
		./dodgem solve -q "$$game" --db "$$game.db"
		./dodgem verify --db "$$game.db" --all
		./dodgem value --db "$$game.db" 'X...X...X....OOO X' | tee "$$game.start"
		cmp dodgem.start "$$game.start"
	done
	digest() { "$$1" solve "$$2" --db "$$3" -q | sed -n 's/^sha256 *//p' >"$$3.sha256"; }
	cd "$$here"
	$(GO) build -o "$$work/foregone" ./tools/foregone
	digest "$$work/dodgem" dodgem:size=3,cars=2 "$$work/small"
	for game in engine/foreign/wasm/testdata/dodgem.wasm tools/python/examples/dodgem.py; do
		digest "$$work/foregone" "$$game:size=3,cars=2" "$$work/$${game##*.}"
		cmp "$$work/small.sha256" "$$work/$${game##*.}.sha256"
	done

wasm:
	./engine/foreign/wasm/testdata/build.sh
	./tools/languages/build.sh
	./tools/foregone/testdata/hostile/build.sh

e2e:
	work=$$(mktemp -d)
	trap 'rm -rf "$$work"' EXIT
	$(GO) build -o "$$work/foregone" ./tools/foregone
	cd "$$work"
	killed() { # STRATEGY GAME: kills a solve several times, then lets it finish
		kills=0
		for delay in 0.05 0.1 0.2 0.4 0.6 0.9 1.2; do
			./foregone solve "$$2" --db "killed-$$1" -q --strategy "$$1" --chunk 16384 & pid=$$!
			sleep "$$delay"
			if kill -9 "$$pid" 2>/dev/null; then
				kills=$$((kills + 1))
			fi
			wait "$$pid" 2>/dev/null || true
		done
		./foregone solve "$$2" --db "killed-$$1" -q --strategy "$$1" --chunk 16384
		echo "$$1: killed $$kills times"
		[ "$$kills" -gt 0 ]
		./foregone solve "$$2" --db "whole-$$1" -q --strategy "$$1"
		./foregone diff "whole-$$1" "killed-$$1"
		cmp "whole-$$1/table.foregone" "killed-$$1/table.foregone"
		./foregone verify --db "killed-$$1" --sample 20000
	}
	killed backward pushfight:movers=0,pushers=3
	killed slabs pushfight:movers=1,pushers=2
	./foregone solve pushfight:movers=0,pushers=3 --db other -q --strategy slabs
	cmp other/table.foregone whole-backward/table.foregone

# A file that exists is kept: delete it to make it anew. The test writes its figures into GAMES.md.
evidence: build
	work=$$(mktemp -d)
	trap 'rm -rf "$$work"' EXIT
	specs=$${SPECS:-$$(sed -n 's/^| `\([^`]*\)` .*/\1/p' GAMES.md)}
	for spec in $$specs; do
		file=query/evidence/solved/$$(tr ':=,' '---' <<<"$$spec").yaml
		[ ! -e "$$file" ] || continue
		rm -rf "$$work/db"
		./foregone solve "$$spec" --db "$$work/db"
		./foregone evidence --db "$$work/db" --all --command "foregone solve $$spec" -o "$$file"
	done
	$(GO) test ./query/evidence -run 'TestGames$$' -update

reports:
	dir=$$(mktemp -d)
	trap 'rm -r "$$dir"' EXIT
	$(GO) build -o "$$dir/foregone" ./tools/foregone
	$(GO) build -C tools/examples/dodgem -o "$$dir/dodgem" .
	report() { # PROGRAM PAGE GAME...
		program=$$dir/$$1 page=query/report/$$2 list=()
		for game in "$${@:3}"; do
			"$$program" -q solve "$$game" --db "$$dir/$$game" >"$$dir/solved"
			list+=(--db "$$dir/$$game")
		done
		"$$program" -q report "$${list[@]}" -o "$$page"
	}
	report foregone sample.html quixo:size=3 quixo:size=4 connect-four:width=4,height=4
	report dodgem dodgem.html dodgem:size=3,cars=2 dodgem:size=4,cars=3 dodgem-full:size=5,cars=3
	report foregone pushfight.html pushfight:movers=1,pushers=1 pushfight:movers=0,pushers=3 pushfight:movers=1,pushers=2

bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -count $(COUNT) -benchtime $(BENCHTIME) -cpu 1 ./engine/... ./kv/... ./query ./solver/internal/ledger
