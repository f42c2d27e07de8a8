//go:build !js

package picture

import (
	"html/template"
	"strings"
)

// HTML returns the picture for use in an HTML template.
func (p *Picture) HTML() template.HTML {
	var b strings.Builder
	p.WriteSVG(&b) // a Builder does not fail
	return template.HTML(b.String())
}
