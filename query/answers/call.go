package answers

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
)

// Route is a kind of answer.
type Route struct {
	Pattern string // below /v1/; {game} is the slug or the canonical spec of a database
	Method  string // of HTTP; "": GET
	Listing bool   // the answer lists moves, or takes as long
	Query   []Parameter
	// Summary, Returns, ContentType and Takes describe the answer: see package serve.
	Summary     string
	Returns     any
	ContentType string
	Takes       string
	Answer      func(c *Call) (Answer, error)
}

// Answer is the answer to a request.
type Answer struct {
	Body        []byte // nil if the client has it
	ContentType string // "": JSON
	Tag         string // the ETag, such as [Game.Tag]; "" if clients must not cache the answer
	Ask         bool   // clients must revalidate it before each use
	Status      int    // of an error that has a page; 0: 200
}

// Call is a request in progress.
type Call struct {
	Game   string // that the path names, or ""
	ctx    context.Context
	params url.Values // checked against the route's declarations
	gate   Gate
}

// Gate is what a server knows of a request besides what is asked, and the limits for its work.
type Gate interface {
	// Fresh reports whether the client has the answer of a tag.
	Fresh(tag string) bool
	// List waits until there is a place for a listing. The caller releases it.
	List(ctx context.Context) (release func(), err error)
	// Share makes a slow answer once for all requests with the same key. listed: it takes the place of
	// a listing; otherwise it is one of the few that take all cores.
	Share(ctx context.Context, key string, listed bool, create func(ctx context.Context) ([]byte, error)) ([]byte, error)
	// Body reads the body of the request.
	Body() ([]byte, error)
}

// NewCall makes a call. params are those that [ReadParameters] returns; ctx ends the work.
func NewCall(ctx context.Context, game string, params url.Values, gate Gate) *Call {
	return &Call{game, ctx, params, gate}
}

// Has reports whether the request has a parameter of its route.
func (c *Call) Has(p Parameter) bool { return c.params.Has(p.Name) }

// Text returns a Text parameter of the route, or "".
func (c *Call) Text(p Parameter) string { return c.params.Get(p.Name) }

// Words returns the words of a Words parameter of the route.
func (c *Call) Words(p Parameter) []string { return strings.Fields(c.Text(p)) }

// Number returns the value of an Integer, or its default, and 1 or 0 for a Flag.
func (c *Call) Number(p Parameter) uint64 {
	if !c.Has(p) {
		return p.Default
	}
	n, err := strconv.ParseUint(c.Text(p), 10, 64)
	if err != nil {
		panic(err) // ReadParameters has checked it, if the route declares it
	}
	return n
}

// readBody reads the body of the request.
func (c *Call) readBody() ([]byte, error) { return c.gate.Body() }

// Listed answers with the object that create makes from moves, unless the client has the answer of
// that tag. With the tag "" clients must not cache the answer.
func Listed[T any](c *Call, tag string, create func(ctx context.Context) (T, error)) (a Answer, err error) {
	if a.Tag = tag; tag != "" && c.gate.Fresh(tag) {
		return a, nil
	}
	release, err := c.gate.List(c.ctx)
	if err != nil {
		return a, err
	}
	defer release()
	a.Body, err = made(c.ctx, create)
	return a, err
}

// Detailed answers with the object that create makes from the replies to moves, unless the client
// has the answer of that tag. Requests with the same key share one call.
func Detailed[T any](c *Call, tag, key string, create func(ctx context.Context) (T, error)) (Answer, error) {
	return share(c, tag, key, false, create)
}

// share is Detailed; listed is an answer that takes no more than a listing.
func share[T any](c *Call, tag, key string, listed bool, create func(ctx context.Context) (T, error)) (a Answer, err error) {
	if a.Tag = tag; tag != "" && c.gate.Fresh(tag) {
		return a, nil
	}
	a.Body, err = c.gate.Share(c.ctx, key, listed, func(ctx context.Context) ([]byte, error) { return made(ctx, create) })
	return a, err
}

// made returns the JSON of the object that create makes.
func made[T any](ctx context.Context, create func(ctx context.Context) (T, error)) ([]byte, error) {
	object, err := create(ctx)
	if err != nil {
		return nil, err
	}
	return Encoded(object)
}

// Encoded returns the JSON of an object, and bytes as they are. It calls MarshalJSON directly if the
// object has one, and package json otherwise.
func Encoded(v any) ([]byte, error) {
	switch v := v.(type) {
	case []byte:
		return v, nil
	case json.Marshaler:
		return v.MarshalJSON()
	}
	return json.Marshal(v)
}
