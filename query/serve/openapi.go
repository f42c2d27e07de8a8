package serve

import (
	"encoding"
	"maps"
	"math/big"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
)

// openAPI describes the routes under /v1, and those of protocols that declare their answer, in OpenAPI
// 3.1, from which programs generate clients.
type openAPI struct {
	routes  []Route
	version string
	tag     string
}

// object is a JSON object.
type object = map[string]any

// descriptionObject answers /v1/openapi.json.
type descriptionObject struct {
	OpenAPI    string   `json:"openapi"`
	Info       object   `json:"info"`
	Servers    []object `json:"servers,omitempty"`
	Paths      object   `json:"paths"`
	Components object   `json:"components,omitempty"`
}

// errorObject is the body of an error.
type errorObject struct {
	Error string `json:"error"`
}

func (o *openAPI) answer(*Call) (Answer, error) {
	d := descriptionObject{
		OpenAPI: "3.1.0",
		Info: object{
			"title":       "Foregone",
			"description": "Values of positions of solved games. Errors have the body {\"error\": \"…\"}. Objects may get further members.",
			"version":     o.version,
		},
		Servers: []object{{"url": "/"}},
		Paths:   object{},
	}
	if o.version == "" {
		d.Info["version"] = "unknown"
	}
	s := schemas{}
	for _, r := range o.routes {
		d.Paths[r.Pattern] = object{strings.ToLower(r.Method): s.operation(r)}
	}
	d.Components = object{"schemas": s}
	return answers.Marshal(d, o.tag)
}

var notLetters = regexp.MustCompile(`[^a-z]+`)

// operation describes a route.
func (s schemas) operation(r Route) object {
	parameters := []object{}
	if strings.Contains(r.Pattern, "{game}") {
		parameters = append(parameters, object{
			"name": "game", "in": "path", "required": true, "schema": object{"type": "string"},
			"description": "The slug of a game, or its canonical spec: see /v1/games.",
		})
	}
	for _, p := range r.Query {
		parameters = append(parameters, object{"name": p.Name, "in": "query", "required": p.Required, "description": p.Help, "schema": schemaOf(p)})
	}
	content := func(kind string, schema object) object {
		return object{kind: object{"schema": schema}}
	}
	answer := content(r.ContentType, object{"type": "string"})
	if r.Returns != nil {
		answer = content("application/json", s.ofValue(r.Returns))
	}
	fault := object{"description": "What is wrong.", "content": content("application/json", s.ofValue(errorObject{}))}
	if r.Plain {
		fault["content"] = content("text/plain", object{"type": "string"})
	}
	responses := object{"200": object{"description": "The answer.", "content": answer}, "400": fault, "404": fault, "503": fault}
	name := strings.Trim(notLetters.ReplaceAllString(strings.TrimPrefix(r.Pattern, "/v1/"), "_"), "_")
	operation := object{"operationId": strings.TrimPrefix(name, "game_"), "summary": r.Summary, "parameters": parameters, "responses": responses}
	if r.Method == http.MethodPost {
		body := content("application/json", object{"type": "array", "items": object{"type": "string"}, "maxItems": MaxBatch})
		if r.Takes != "" {
			body = content(r.Takes, object{"type": "string"})
		}
		operation["requestBody"] = object{"required": true, "content": body}
		responses["413"], responses["415"] = fault, fault
	}
	return operation
}

// schemaOf describes the values of a parameter.
func schemaOf(p Parameter) object {
	switch p.Type {
	case answers.Flag:
		return object{"type": "integer", "enum": []int{0, 1}}
	case answers.Integer:
		schema := object{"type": "integer", "minimum": 0}
		if p.Most > 0 {
			schema["maximum"] = p.Most
		}
		if p.Default > 0 {
			schema["default"] = p.Default
		}
		return schema
	}
	return object{"type": "string"}
}

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
