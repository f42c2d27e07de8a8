package uci

import "testing"

// FuzzSections reads arbitrary files of variants. The chain of each variant ends with it, and names
// no variant twice.
func FuzzSections(f *testing.F) {
	for _, text := range []string{"[a]\nmaxRank = 3\n", "[a:b]\n[b:a]\nx = 1 # no\n", "# c\r\n[a]\r\n\r\nk=v", "[a", "[a]\n[a]\n", "[:]\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sections, err := readSections(text)
		if err != nil {
			return
		}
		for _, s := range sections {
			if s.fault != "" {
				continue // a wrong heading, which names no variant
			}
			list, seen := chain(sections, s.name), map[string]bool{}
			if len(list) == 0 || list[len(list)-1].name != s.name {
				t.Fatalf("the chain of %s is %v", s.name, list)
			}
			for _, one := range list {
				if seen[one.name] {
					t.Errorf("the chain of %s has %s twice", s.name, one.name)
				}
				seen[one.name] = true
			}
		}
	})
}
