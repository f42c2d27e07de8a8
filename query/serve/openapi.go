package serve

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
)

// openAPI describes the routes under /v1 in OpenAPI 3.1, from which programs make clients.
type openAPI struct {
	routes  []Route
	version string
	tag     string
}

// object is a JSON object.
type object = map[string]any

// add takes a route in.
func (o *openAPI) add(r Route) {
	if strings.HasPrefix(r.Pattern, "/v1/") {
		o.routes = append(o.routes, r)
	}
}

// answer answers /v1/openapi.json.
func (o *openAPI) answer(c *Call) (Answer, error) {
	if c.Fresh(o.tag) {
		return Answer{Tag: o.tag}, nil
	}
	paths := object{}
	for _, r := range o.routes {
		paths[r.Pattern] = object{strings.ToLower(r.Method): o.operation(r)}
	}
	version := o.version
	if version == "" {
		version = "unknown"
	}
	return marshal(object{
		"openapi": "3.1.0",
		"info": object{
			"title":       "Foregone",
			"description": "Values of positions of solved games. Errors have the body {\"error\": \"…\"}.",
			"version":     version,
		},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": object{"schemas": json.RawMessage(schemas)},
	}, o.tag)
}

var notLetters = regexp.MustCompile(`[^a-z]+`)

// operation describes a route.
func (o *openAPI) operation(r Route) object {
	parameters := []object{}
	if strings.Contains(r.Pattern, "{game}") {
		parameters = append(parameters, object{
			"name": "game", "in": "path", "required": true, "schema": object{"type": "string"},
			"description": "The slug of a game, or its canonical spec: see /v1/games.",
		})
	}
	for _, p := range r.Query {
		parameters = append(parameters, p.describe())
	}
	content := object{"schema": object{"$ref": "#/components/schemas/" + r.Schema}}
	kind := "application/json"
	if r.Schema == "" {
		kind, content = r.Content, object{"schema": object{"type": "string"}}
	}
	fault := object{"description": "What is wrong.", "content": object{"application/json": object{"schema": object{"$ref": "#/components/schemas/Error"}}}}
	name := strings.Trim(notLetters.ReplaceAllString(strings.TrimPrefix(r.Pattern, "/v1/"), "_"), "_")
	operation := object{
		"operationId": strings.TrimPrefix(name, "game_"),
		"summary":     r.Summary,
		"parameters":  parameters,
		"responses": object{
			"200": object{"description": "The answer.", "content": object{kind: content}},
			"400": fault, "404": fault, "503": fault,
		},
	}
	if r.Method == http.MethodPost {
		operation["requestBody"] = object{"required": true, "content": object{"application/json": object{
			"schema": object{"type": "array", "items": object{"type": "string"}, "maxItems": MaxBatch},
		}}}
		operation["responses"].(object)["413"] = fault
	}
	return operation
}

func (p Parameter) describe() object {
	schema := object{"type": p.Type}
	switch {
	case p.Flag:
		schema["enum"] = []int{0, 1}
	case p.Type == "integer":
		schema["minimum"] = 0
		if p.Most > 0 {
			schema["maximum"] = p.Most
		}
	}
	return object{"name": p.Name, "in": "query", "required": p.Required, "description": p.Help, "schema": schema}
}

// schemas are the answers. Objects may get further members.
const schemas = `{
"Error":{"type":"object","required":["error"],"properties":{"error":{"type":"string"}}},
"Games":{"type":"array","items":{"type":"object","required":["game","slug","positions","table_sha256"],"properties":{
 "game":{"type":"string"},"slug":{"type":"string"},"title":{"type":"string"},"variant":{"type":"string"},"positions":{"type":"integer"},"table_sha256":{"type":["string","null"]}}}},
"Value":{"type":"object","required":["game","position","index","value","outcome"],"properties":{
 "game":{"type":"string"},"position":{"type":"string"},"index":{"type":["integer","null"]},"value":{"type":"string"},"byte":{"type":"integer"},
 "outcome":{"type":"string","enum":["win","loss","draw","score","unknown"]},"score":{"type":"integer"},"plies":{"type":["integer","null"]},"at_least":{"type":"string"}}},
"Values":{"type":"array","items":{"anyOf":[{"$ref":"#/components/schemas/Value"},
 {"type":"object","required":["position","error"],"properties":{"position":{"type":"string"},"error":{"type":"string"}}}]}},
"Move":{"type":"object","required":["move","value"],"properties":{
 "move":{"type":"string"},"also":{"type":"array","items":{"type":"string"}},"clicks":{"type":"array","items":{"type":"array","items":{"type":"string"}}},"position":{"type":"string"},"index":{"type":["integer","null"]},
 "value":{"type":"string"},"plies":{"type":["integer","null"]},"replies":{"type":"object","additionalProperties":{"type":"integer"}}}},
"Moves":{"type":"object","required":["position","index","value","moves"],"properties":{
 "position":{"type":"string"},"index":{"type":["integer","null"]},"value":{"type":"string"},"plies":{"type":["integer","null"]},"at_least":{"type":"string"},
 "moves":{"type":"array","items":{"$ref":"#/components/schemas/Move"}}}},
"Line":{"type":"object","required":["position","value","moves","end"],"properties":{
 "position":{"type":"string"},"value":{"type":"string"},"moves":{"type":"array","items":{"type":"string"}},"end":{"type":"string","enum":["win","loss","draw","unknown"]}}},
"Stats":{"type":"object","required":["game","positions","start"],"properties":{
 "game":{"type":"string"},"positions":{"type":"integer"},"values":{"type":["object","null"],"additionalProperties":{"type":"integer"}},
 "positions_all":{"type":["integer","null"]},"values_all":{"type":["object","null"],"additionalProperties":{"type":"integer"}},
 "start":{"anyOf":[{"$ref":"#/components/schemas/Value"},{"type":"null"}]},
 "longest_win":{"type":["object","null"],"properties":{"value":{"type":"string"},"index":{"type":"integer"},"position":{"type":"string"}}},
 "starts":{"type":"object","properties":{"what":{"type":"string"},"count":{"type":"integer"},"values":{"type":"object","additionalProperties":{"type":"integer"}},
  "won":{"type":"integer"},"won_at_once":{"type":"integer"},"drawn":{"type":"integer"},"lost":{"type":"integer"},"value":{"type":"string"}}},
 "table_sha256":{"type":["string","null"]}}},
"Game":{"type":"object","required":["game","steps"],"properties":{"game":{"type":"string"},"steps":{"type":"array","items":{
 "type":"object","required":["position","shown","index"],"properties":{
 "move":{"type":"string"},"moved":{"type":"string"},"position":{"type":["string","null"]},"shown":{"type":"string"},"index":{"type":["integer","null"]},
 "value":{"type":"string"},"outcome":{"type":"string"},"plies":{"type":["integer","null"]},"over":{"type":"boolean"}}}}}},
"Samples":{"type":"array","items":{"$ref":"#/components/schemas/Value"}},
"Puzzle":{"type":"object","required":["game","position","index","value","move","solution"],"properties":{
 "game":{"type":"string"},"position":{"type":"string"},"index":{"type":"integer"},"value":{"type":"string"},"plies":{"type":"integer"},"turns":{"type":"integer"},
 "move":{"type":"string"},"also":{"type":"array","items":{"type":"string"}},"solution":{"type":"array","items":{"type":"string"}},"throughout":{"type":"boolean"},
 "moves":{"type":"integer"},"strength":{"type":"integer"},"tempting":{"type":"integer"},"losing":{"type":"integer"},"difference":{"type":"number"},"hardness":{"type":"number"}}},
"Board":{"type":"object","required":["game","start","squares"],"properties":{
 "game":{"type":"string"},"title":{"type":"string"},"variant":{"type":"string"},"rules":{"type":"string"},"kind":{"type":"string"},"start":{"type":"string"},"columns":{"type":"array","items":{"type":"string"}},"rows":{"type":"array","items":{"type":"string"}},
 "squares":{"type":["array","null"],"items":{"type":"array","items":{"type":"integer"}}},"fen":{"type":"boolean"},"symbols":{"type":"string"},"hands":{"type":"boolean"},"drawn":{"type":"string"}}},
"Description":{"type":"object","required":["openapi","info","paths"]}
}`
