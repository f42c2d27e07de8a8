package serve

import (
	"slices"
	"strings"
)

// Routes returns the methods and patterns of the routes under /v1, as registered with the
// multiplexer.
func Routes(s *Server) []string {
	var list []string
	for _, r := range s.patterns {
		if strings.Contains(r, " /v1/") && !strings.HasSuffix(r, "{$}") {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return list
}
