//go:build !js

package wasm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// Module is a compiled module. It implements [foreign.Source], and is safe for concurrent
// use.
type Module struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
	limits  limits
}

// newModule compiles a module. Its errors state the fault without a name.
func newModule(module []byte, l limits) (*Module, error) {
	if len(module) > MaxModule {
		return nil, fmt.Errorf("it has %d bytes: want at most %d", len(module), MaxModule)
	}
	counted, err := metered(module, l.quota())
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(mostPages)
	if cache := machineCode(); cache != nil {
		config = config.WithCompilationCache(cache)
	}
	m := &Module{runtime: wazero.NewRuntimeWithConfig(ctx, config), limits: l}
	compiled := make(chan error, 1)
	go func() { // the compiler cannot be interrupted
		defer func() {
			if fault := recover(); fault != nil {
				compiled <- fmt.Errorf("the compiler failed: %v", fault)
			}
		}()
		compiled <- m.compile(ctx, counted)
	}()
	select {
	case err = <-compiled:
	case <-time.After(l.patience):
		return nil, fmt.Errorf("it was not compiled within %v", l.patience)
	case <-l.ended:
		return nil, fmt.Errorf("it was ended: %w", context.Canceled)
	}
	if err != nil {
		m.Close()
		return nil, fmt.Errorf("%s", child.Line(err.Error()))
	}
	return m, nil
}

// compile compiles the module and makes what it imports.
func (m *Module) compile(ctx context.Context, counted []byte) (err error) {
	if m.code, err = m.runtime.CompileModule(ctx, counted); err != nil {
		return err
	}
	if len(m.code.ExportedMemories()) == 0 {
		return fmt.Errorf("it exports no memory")
	}
	return addHost(ctx, m.runtime, m.code)
}

// machineCode caches machine code between runs of the program, in the user's cache folder if there
// is one.
var machineCode = sync.OnceValue(func() wazero.CompilationCache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return wazero.NewCompilationCache()
	}
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "foregone", "wasm"))
	if err != nil {
		return wazero.NewCompilationCache()
	}
	return cache
})

// Close releases the machine code.
func (m *Module) Close() error { return m.runtime.Close(context.Background()) }

// instance makes a fresh instance.
func (m *Module) instance() (*instance, error) {
	i := &instance{limits: m.limits}
	i.session.begin(m.limits)
	i.ctx = context.WithValue(context.Background(), sessionKey{}, &i.session)
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions().WithStdout(&i.session).WithStderr(&i.session)
	var err error
	if i.module, err = m.runtime.InstantiateModule(i.ctx, m.code, config); err != nil {
		return nil, failure(i, err)
	}
	i.steps, _ = i.module.ExportedGlobal(stepsName).(api.MutableGlobal)
	i.buffer.memory = i.module.Memory()
	if f := i.module.ExportedFunction("_initialize"); f != nil {
		if d := f.Definition(); len(d.ParamTypes())+len(d.ResultTypes()) > 0 {
			err = fmt.Errorf("its export _initialize has parameters or results")
		} else {
			_, err = i.run(f)
		}
	}
	if err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}
