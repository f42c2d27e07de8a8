package serve

import (
	"net/http"
	"regexp"
	"strings"

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
