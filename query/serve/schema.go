package serve

import (
	"encoding"
	"maps"
	"math/big"
	"reflect"
	"strings"

	"github.com/foregone-db/foregone/query"
)

// schemas are the schemas of answers by name, made from the Go types of the answers. A type named
// valueObject has the name Value; other types have no name and are described in place. A member has
// the description of its tag doc and the values of its tag enum. Members that may be omitted, by
// the tag json, are not required; others are null if they are nil pointers, or point to a nil
// pointer.
type schemas map[string]object

func (s schemas) ofValue(v any) object { return s.of(reflect.TypeOf(v)) }

// of returns the schema of a type, and adds the named ones that it uses.
func (s schemas) of(t reflect.Type) object {
	switch v := reflect.Zero(t).Interface().(type) {
	case big.Int:
		return object{"type": "integer"}
	case encoding.TextMarshaler:
		if t.Kind() != reflect.Pointer {
			return object{"type": "string"}
		}
	case interface{ Alternatives() []any }:
		var all []object
		for _, one := range v.Alternatives() {
			all = append(all, s.ofValue(one))
		}
		return object{"anyOf": all}
	case query.Shaped:
		if t.Kind() != reflect.Pointer { // not nil
			return s.ofValue(v.Shape())
		}
	}
	if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Pointer {
		return s.nullable(t.Elem().Elem())
	}
	name, named := strings.CutSuffix(t.Name(), "Object")
	if !named {
		return s.inline(t)
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	if s[name] == nil {
		s[name] = object{} // for a type within itself
		maps.Copy(s[name], s.inline(t))
	}
	return object{"$ref": "#/components/schemas/" + name}
}

// nullable returns the schema of a type that can be null.
func (s schemas) nullable(t reflect.Type) object {
	schema := s.of(t)
	if kind, ok := schema["type"]; ok {
		schema["type"] = []any{kind, "null"}
		return schema
	}
	return object{"anyOf": []object{schema, {"type": "null"}}}
}

func (s schemas) inline(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Struct:
		return s.members(t)
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		if t.Elem().Kind() == reflect.Interface {
			return object{"type": "object"}
		}
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Interface:
		return object{}
	}
	return object{"type": "integer"}
}

// members describes a struct.
func (s schemas) members(t reflect.Type) object {
	properties, required := object{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		schema := s.of(f.Type)
		if options == "" {
			required = append(required, name)
			if f.Type.Kind() == reflect.Pointer {
				schema = s.nullable(f.Type.Elem())
			}
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			schema["description"] = doc
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			schema["enum"] = strings.Split(enum, ",")
		}
		properties[name] = schema
	}
	schema := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}
