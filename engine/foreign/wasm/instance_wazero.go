//go:build !js

package wasm

import (
	"context"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// bufferBytes is the approximate size of keys and answers.
const bufferBytes = 1 << 20

// function is an export of an instance.
type function = api.Function

// instance implements [foreign.Instance].
type instance struct {
	state
	ctx     context.Context
	module  api.Module
	steps   api.MutableGlobal
	session session
	limits  limits
}

// memory is the memory of an instance.
type memory = api.Memory

// bind is called when the place of the buffer is known.
func (b *buffer) bind() {}

// export returns an export, or nil.
func (i *instance) export(name string) function { return i.module.ExportedFunction(name) }

// shape checks the parameters and the result of an export.
func shape(name string, f api.Function, params []api.ValueType, result api.ValueType) error {
	if f == nil {
		return fmt.Errorf("it has no export %s", name)
	}
	have := f.Definition()
	if string(have.ParamTypes()) != string(params) || string(have.ResultTypes()) != string([]api.ValueType{result}) {
		return fmt.Errorf("its export %s is a function of %s: want one of %s", name, signature(have.ParamTypes(), have.ResultTypes()), signature(params, []api.ValueType{result}))
	}
	return nil
}

// signature formats the types of parameters and results.
func signature(params, results []api.ValueType) string {
	list := func(types []api.ValueType) string {
		var names []string
		for _, t := range types {
			names = append(names, api.ValueTypeName(t))
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	return list(params) + " to " + list(results)
}

// run calls a function whose parameters are on the stack.
func (i *instance) run(f api.Function) (uint64, error) {
	i.session.begin(i.limits)
	i.steps.Set(uint64(i.limits.quota()))
	if err := f.CallWithStack(i.ctx, i.stack[:]); err != nil {
		return 0, failure(i, err)
	}
	return i.stack[0], nil
}

// failure explains the error of a call.
func failure(i *instance, err error) error {
	if i.session.over != nil {
		return i.session.over
	}
	text, _, _ := strings.Cut(err.Error(), "\nwasm stack trace")
	text = strings.TrimPrefix(child.Line(text), "wasm error: ")
	text = strings.TrimSuffix(text, " (recovered by wazero)")
	if complaint := child.Line(string(i.session.complaint)); complaint != "" {
		text += ", after it wrote " + fmt.Sprintf("%q", complaint)
	}
	return fmt.Errorf("it stopped: %s", text)
}

// Close implements [foreign.Instance].
func (i *instance) Close() error { return i.module.Close(i.ctx) }
